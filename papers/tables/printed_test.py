# SPDX-License-Identifier: Apache-2.0
"""The shape that all tables of the papers have."""

import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tables import gc_gkl, inf_fs, printed, qpfs, vmi  # noqa: E402


class Printing:
    """Stands for a runner whose programs print this text."""

    def __init__(self, text):
        self.printed = text

    def text(self, program, args):
        return self.printed, 60


class Printed(unittest.TestCase):
    def test_ours_published_and_difference_stand_below_each_other(self):
        text = printed.compared(
            ["10", "20", "s"],
            [("a", ["27.8 ± 0.1", "-", "3"], ["26.35", "2.0", ""]), ("b", ["1"], [])],
            "method",
        )
        self.assertEqual(
            text.splitlines(),
            [
                "| method | | 10 | 20 | s |",
                "|---|---|--:|--:|--:|",
                "| a | ours | 27.8 ± 0.1 | - | 3 |",
                "|  | published | 26.35 | 2.0 |  |",
                "|  | difference | +1.45 |  |  |",
                "| b | ours | 1 |  |  |",
            ],
        )

    def test_counts_have_no_difference(self):
        text = printed.compared(["x"], [("a", ["1/2/3"], ["4/1/1"])], has_difference=False)
        self.assertNotIn("difference", text)

    def test_lines_of_a_program_are_found_by_their_figures(self):
        found = printed.rows("features      10\nmim      27.81+-0.30  0.1\n3 CPU s in all\n", 9)
        self.assertEqual(found["mim"], ["27.81+-0.30", "0.1"])
        self.assertNotIn("3 CPU s i", found)

    def test_a_line_of_qpfs_errors_is_shown_beside_the_paper(self):
        line = f"{'maxrel':26}" + "  27.00+-0.10" * 6 + "    0.0007\n"
        args = ["arr", 10, qpfs.COST, "maxrel"]
        shown = qpfs._errors(Printing(line), "Table 5: arr", args, "arr").splitlines()
        ours = next(i for i, text in enumerate(shown) if "| ours |" in text)
        self.assertTrue(shown[ours].startswith("| MaxRel, `maxrel` | ours | 27.00 ± 0.10 |"))
        self.assertTrue(shown[ours + 2].startswith("|  | difference | -0.48 |"))

    def test_a_line_of_inf_fs_auc_is_shown_beside_the_paper(self):
        line = f"  {'fisher':18}" + "   80.0" * 5 + "   80.0   1.0   20.0     2.5\n"
        shown = inf_fs._table("leukemia", inf_fs._rows(line)).splitlines()
        self.assertIn("| Fisher, `fisher` | ours | 80.0 |", shown[2])
        self.assertIn("| -19.7 |", shown[4])

    def test_published_tables_are_whole(self):
        for table in gc_gkl.published().values():
            self.assertEqual(sorted(table), sorted(gc_gkl.COMPARED))
            for figures in table.values():
                self.assertEqual([len(each) for each in figures.values()], [4, 4])
        for figures in vmi.published().values():
            self.assertEqual(len(figures), len(vmi.METHODS))
        for rows in qpfs.PUBLISHED.values():
            self.assertEqual(len(rows), len(qpfs.WAYS))


if __name__ == "__main__":
    unittest.main()
