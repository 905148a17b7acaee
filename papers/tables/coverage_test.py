# SPDX-License-Identifier: Apache-2.0
"""The matrix of papers/README.md is the one of coverage.tsv, and nothing of a paper is missing."""

import os
import re
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tables import coverage  # noqa: E402

TEXTS = Path(os.environ.get("PITH_PAPERS", coverage.PAPERS_FOLDER.parents[1] / "shared/papers"))
CAPTION = re.compile(r"(?:^|>)(Figure|Fig\.|Table) (\d+)[.:] ", re.MULTILINE)


def printed():
    """{paper: the items that it has by coverage.PRINTED}"""
    return {
        paper: {f"{kind} {number + 1}" for kind, count in counts.items() for number in range(count)}
        for paper, counts in coverage.PRINTED.items()
    }


def captions(text):
    return {
        ("table " if kind == "Table" else "figure ") + number for kind, number in CAPTION.findall(text)
    }


def differences(text):
    """{name of the entry: its differences} of tables in the shape of printed.compared()."""
    found, name = {}, ""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if cells[1:2] == ["ours"]:
            name = cells[0]
        elif cells[1:2] == ["difference"]:
            found.setdefault(name, []).extend(float(cell) for cell in cells[2:] if cell)
    return found


class Coverage(unittest.TestCase):
    def setUp(self):
        self.entries = coverage.entries()

    def test_the_page_has_the_matrix_of_the_data(self):
        text = coverage.PAGE.read_text("utf-8")
        self.assertEqual(text, coverage.page(text, self.entries), "run papers/run coverage")

    def test_every_table_and_figure_has_a_line(self):
        for paper, items in printed().items():
            listed = {entry.item for entry in self.entries if entry.paper == paper}
            self.assertEqual(items - listed, set(), paper)
            others = {item for item in listed - items if item.startswith(("table", "figure"))}
            self.assertEqual(others, set(), paper)
        self.assertEqual({entry.paper for entry in self.entries}, set(coverage.PRINTED))

    def test_the_numbers_are_those_of_the_captions(self):
        if not TEXTS.is_dir():
            self.skipTest(f"there is no folder {TEXTS}; PITH_PAPERS names the one with the texts")
        for paper, items in printed().items():
            (place,) = TEXTS.glob(f"{paper}_*.txt")
            self.assertEqual(captions(place.read_text("utf-8")), items, paper)

    def test_a_missing_caption_is_seen(self):
        text = "Table 1: Notation\nTable 2 shows\n>Figure 3: (Left) This\nFig. 4. Times\n"
        self.assertEqual(captions(text), {"table 1", "figure 3", "figure 4"})

    def test_no_part_is_listed_twice(self):
        keys = [(entry.paper, entry.item, entry.part) for entry in self.entries]
        self.assertEqual(sorted(set(keys)), sorted(keys))

    def test_every_status_has_what_it_needs(self):
        for entry in self.entries:
            name = f"{entry.paper}, {entry.item}, {entry.part}"
            self.assertIn(entry.status, coverage.STATUSES, name)
            if entry.status in ("not possible", "no experiment"):
                self.assertTrue(entry.remark, f"{name}: the reason is missing")
            if entry.status not in coverage.RUN:
                self.assertFalse(entry.deviation + entry.command + entry.minutes, name)

    def test_deviations_are_those_of_the_tables(self):
        text = (coverage.PAPERS_FOLDER / "vmi/tables.md").read_text("utf-8")
        as_published = text.split("\n## ")[1]
        for name, values in differences(as_published).items():
            self._check("vmi", "table 3", name, values)
        text = (coverage.PAPERS_FOLDER / "qpfs/tables.md").read_text("utf-8")
        names = {"arr": "ARR", "srbct": "SRBCT", "nci60-1123": "NCI60"}
        relief = []
        for part in text.split("\n## Table 5: ")[1:]:
            found = differences(part.split("\n## ")[0])
            relief += next(values for name, values in found.items() if "reliefF" in name)
            values = [value for each in found.values() for value in each]
            self._check("qpfs", "table 5", names.pop(part.split("\n")[0]), values)
        self.assertEqual(names, {})
        self._check("qpfs", "table 5", "reliefF", relief)

    def _check(self, paper, item, part, values):
        (entry,) = [each for each in self.entries if (each.paper, each.item, each.part) == (paper, item, part)]
        self.assertEqual(entry.deviation, f"{max(map(abs, values)):.1f} points", f"{paper}, {item}, {part}")

    def test_every_command_exists(self):
        build = (coverage.PAPERS_FOLDER / "CMakeLists.txt").read_text("utf-8")
        programs = {f"{folder.replace('-', '_')}_{name}"
                    for folder, name in re.findall(r"pith_paper\(([a-z-]+) (\w+)\)", build)}
        parts = re.findall(r'^    "([a-z-]+)": "', (coverage.PAPERS_FOLDER / "run").read_text("utf-8"), re.M)
        programs |= {"gaussian_bench"} | {f"papers/run {part}" for part in parts}
        commands = {entry.command for entry in self.entries if entry.command}
        self.assertEqual(commands - programs, set())


if __name__ == "__main__":
    unittest.main()
