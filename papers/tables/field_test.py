# SPDX-License-Identifier: Apache-2.0
"""The comparison of all methods: its tests, its page, and a run on tiny tables.

The run needs the program, which PITH names; without it, it is skipped.
"""

import gzip
import os
import random
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tables import field, field_page, field_picture  # noqa: E402
from tables.field_page import Line, rank_tests  # noqa: E402
from tables.runner import Missing, Runner  # noqa: E402


def line(table, method, error):
    """A line whose errors are all the same; without any, one over budget."""
    if error is None:
        return Line(table, field_page.NUMBERS, method, field_page.SLOW, seconds=8)
    errors = dict.fromkeys(field_page.CELLS, error)
    return Line(table, field_page.NUMBERS, method, field_page.DONE, 60, 100, 2, 5, 1.25, errors)


def lines_of(errors):
    """errors[method]: one for each table."""
    return [
        line(f"table{i}", method, error)
        for method, values in errors.items()
        for i, error in enumerate(values)
    ]


class RankTests(unittest.TestCase):
    def test_nemenyis_critical_values_are_those_of_demsar(self):
        for methods, value in ((2, 1.960), (5, 2.728), (10, 3.164)):
            scale = (methods * (methods + 1) / 60) ** 0.5
            self.assertAlmostEqual(rank_tests.critical_difference(methods, 10) / scale, value, 3)

    def test_signed_ranks_are_exact_and_leave_out_zeros(self):
        self.assertEqual(rank_tests.wilcoxon([1, 2, 3, 4, 5, 6]), 2 / 64)
        self.assertEqual(rank_tests.wilcoxon([-1, -2, 0, -3]), 2 / 8)
        # Ranks 1.5, 1.5 and 3: of the eight signs, two give the least sum 0 or the largest.
        self.assertEqual(rank_tests.wilcoxon([1, 1, 2]), 2 / 8)
        self.assertEqual(rank_tests.wilcoxon([1, -1]), 1)
        self.assertEqual(rank_tests.wilcoxon([0, 0]), 1)

    def test_p_values_are_adjusted_in_steps(self):
        adjusted = rank_tests.holm([0.01, 0.04, 0.03])
        for value, expected in zip(adjusted, (0.03, 0.06, 0.06)):
            self.assertAlmostEqual(value, expected)


class Standings(unittest.TestCase):
    def test_equal_errors_share_a_rank(self):
        errors = {"auto": [0.1, 0.1], "a": [0.1, 0.2], "b": [0.3, 0.3]}
        standings = field_page.Standings(lines_of(errors))
        self.assertEqual(standings.ranked, ["auto", "a", "b"])
        self.assertEqual(standings.mean_rank, {"auto": 1.25, "a": 1.75, "b": 3})

    def test_tables_count_where_all_ranked_methods_finished(self):
        errors = {"auto": [0.1, 0.1, 0.3, 0.1], "a": [0.2, None, 0.2, 0.2], "slow": [0, None, None, 0]}
        standings = field_page.Standings(lines_of(errors))
        self.assertEqual(standings.ranked, ["auto", "a"])
        self.assertEqual(standings.tables, ["table0", "table2", "table3"])
        self.assertEqual(standings.against_default()["a"], (1, 0, 2, 1.0))

    def test_a_table_with_fewer_features_counts_where_it_can(self):
        lines = lines_of({"auto": [0.1, 0.1], "a": [0.2, 0.4]})
        for each in lines:
            if each.table == "table1":
                each.errors = {cell: value for cell, value in each.errors.items() if "50" not in cell}
        self.assertEqual(field_page.from_tsv(field_page.to_tsv(lines)), lines)
        standings = field_page.Standings(lines)
        for count, expected in ((20, [0.1, 0.3]), (50, [0.1])):
            found = standings.excess("a", "auto", standings.tables, [count])
            self.assertEqual([round(value, 9) for value in found], expected)

    def test_a_method_that_is_too_slow_is_shown(self):
        errors = {"auto": [0.1, 0.1], "a": [0.2, 0.2], "slow": [None, 0.2], "all features": [0.1, 0.1]}
        lines = lines_of(errors)
        text = field_page.results(lines)
        self.assertIn("| `slow` | 1 | 1 over budget | +10.0 | +10.0 | +10.0 | +0.0 / +0.0 / +0.0 | 0.25 |", text)


class Page(unittest.TestCase):
    def test_the_default_is_also_judged_on_tables_that_did_not_choose_it(self):
        errors = {"auto": [0.1, 0.3], "a": [0.2, 0.1], "random": [0.4, 0.4]}
        lines = lines_of(errors)
        for each in lines:
            each.table = {"table0": "colon", "table1": "glioma"}[each.table]
        self.assertIn("on the other 1 it is number 2 (2.0)", " ".join(field_page.conclusion(lines).split()))

    def test_lines_are_read_as_they_are_written(self):
        lines = lines_of({"auto": [0.25, None]})
        self.assertEqual(field_page.from_tsv(field_page.to_tsv(lines)), lines)

    def test_groups_are_the_largest_that_do_not_differ(self):
        self.assertEqual(field_picture.groups([1, 2, 3, 4.5, 9], 2), [(0, 2), (2, 3)])

    def test_the_page_and_the_picture_are_those_of_the_lines(self):
        if not field_page.LINES.is_file():
            self.skipTest("papers/run field has not been run yet")
        lines = field_page.from_tsv(field_page.LINES.read_text("utf-8"))
        text = field_page.PAGE.read_text("utf-8")
        self.assertEqual(text, field_page.page(text, lines), "run papers/run field")
        self.assertEqual(field_page.PICTURE.read_text("utf-8"), field_page.picture(lines))


def write_table(path, value, seed):
    """40 rows of 60 features, of which the first depends on the class."""
    source = random.Random(seed)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(",".join(f"f{j}" for j in range(60)) + ",class\n")
        for i in range(40):
            cells = [value(source, i % 2)] + [value(source, source.randrange(2)) for _ in range(59)]
            file.write(",".join([*cells, "yes" if i % 2 else "no"]) + "\n")


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        write_table(self.folder / "colon.csv.gz", lambda source, y: f"{source.gauss(y, 0.3):.3f}", 1)
        write_table(self.folder / "promoter.csv.gz", lambda source, y: source.choice("gt" if y else "ac"), 2)
        with mock.patch.dict(os.environ, {"PITH_DATA": str(self.folder)}):
            self.runner = field.BudgetedRunner(Runner(kept=self.folder / "kept"))
        if not self.runner.program.is_file():
            self.skipTest(f"there is no {self.runner.program}; PITH names the program")

    def test_quick_compares_some_methods_and_goes_on_where_it_ended(self):
        text = field.make(self.runner, quick=True)[".md"]
        self.assertIn("| `fisher` |", text)
        self.assertIn("| colon | 40 | 60 | 2 |", text)
        mixed = text.split("## Tables with categories")[1]
        self.assertIn("| `mim` |", mixed)
        self.assertNotIn("| `fisher` |", mixed)  # takes numeric features only
        with mock.patch.object(field.BudgetedRunner, "_run", side_effect=AssertionError("runs again")):
            self.assertEqual(field.make(self.runner, quick=True)[".md"], text)

    def test_what_takes_longer_than_the_budget_is_stopped_and_repeated_with_a_larger_one(self):
        args = ["evaluate", self.runner.data("colon"), "--methods", "wrapper", "--repeats", "200"]
        self.runner.budget = 1
        self.assertEqual(field._reason(self.runner.outcome(args)), field_page.SLOW)
        self.runner.budget = 2
        ended = {"exit": 0, "command": "", "seconds": 0, "cpu_seconds": 0, "output": ""}
        with mock.patch.object(field.BudgetedRunner, "_run", return_value=ended):
            self.assertEqual(self.runner.outcome(args), ended)

    def test_a_table_that_is_not_there_is_an_error_at_once(self):
        (self.folder / "promoter.csv.gz").unlink()
        with self.assertRaises(Missing):
            field.measure(self.runner, quick=True)


if __name__ == "__main__":
    unittest.main()
