# SPDX-License-Identifier: Apache-2.0
"""papers/run PART --quick works, on tables of a few rows: run_test.py PITH PROGRAMS

PITH is the program, PROGRAMS the folder of the papers' programs. Exits with 77 (skipped) where they
are not built.
"""

import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).resolve().parents[1] / "run"
SKIPPED = 77
# Of every part: what it writes, and a word of the table.
PARTS = {
    "vmi": ("vmi/tables-quick", "Ionosphere"),
    "gc-gkl": ("gc-gkl/tables-quick", "inria_hog"),
    "gc-gkl-rows": ("gc-gkl/rows-quick", "100 rows"),
    "inf-fs": ("inf-fs/tables-quick", "MutInf"),
    "qpfs": ("qpfs/tables-quick", "QPFS"),
}
FIELD = ("benchmarks-quick", "fisher")  # has lines of its own, with what it measured


def numbers(rows, features, classes, seed=1):
    """Rows of normal numbers whose first features depend on the class, which comes last."""
    chance = random.Random(seed)
    table = []
    for row in range(rows):
        label = row % classes
        shift = [label if feature < 4 else 0 for feature in range(features)]
        table.append([*(f"{chance.gauss(mean, 1):.3f}" for mean in shift), f"c{label}"])
    return table


def codes(rows, features, classes):
    """The same with few values."""
    return [[*(str(round(float(cell))) for cell in row[:-1]), row[-1]]
            for row in numbers(rows, features, classes)]  # fmt: skip


def write(path, rows, head=True):
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [",".join([*(f"x{i}" for i in range(len(rows[0]) - 1)), "class"])] if head else []
    with gzip.open(path, "wt") as file:
        file.write("\n".join([*names, *(",".join(row) for row in rows)]) + "\n")


def write_data(folder):
    for name in ("lung_disc", "colon_disc"):
        write(folder / f"{name}.csv.gz", codes(16, 12, 2))
    for name in ("krvskp", "ionosphere"):
        write(folder / f"{name}.csv.gz", numbers(40, 12, 2))
    for name in ("colon", "promoter"):  # with as many features as `field` selects
        write(folder / f"{name}.csv.gz", numbers(40, 51, 2))
    write(folder / "cifar10_5000.csv.gz", numbers(48, 1010, 2))
    write(folder / "inria_hog.csv.gz", numbers(160, 110, 2))
    write_pair(folder / "graph_qp/inputs/arr", numbers(40, 25, 2))


def write_pair(stem, rows):
    """Features and classes in two files without names."""
    write(stem.with_name(stem.name + "_X.csv.gz"), [row[:-1] for row in rows], head=False)
    write(stem.with_name(stem.name + "_y.csv.gz"), [row[-1:] for row in rows], head=False)


class Quick(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.data, self.out = Path(folder.name) / "data", Path(folder.name) / "out"
        write_data(self.data)
        self.environment = {**os.environ, "PITH": PITH, "PITH_PAPER_PROGRAMS": PROGRAMS,
                            "PITH_DATA": str(self.data), "PITH_GOLDEN": str(self.data)}  # fmt: skip

    def run_part(self, part):
        words = [sys.executable, RUN, part, "--quick", "--into", self.out]
        return subprocess.run(words, env=self.environment, capture_output=True, text=True)

    def test_every_part_writes_its_tables_and_their_sources(self):
        for part, (stem, word) in PARTS.items():
            with self.subTest(part):
                done = self.run_part(part)
                self.assertEqual(done.returncode, 0, done.stderr)
                text = (self.out / f"{stem}.md").read_text("utf-8")
                self.assertIn(word, text)
                self.assertIn("| ours |", text)
                self.check_sources(self.out / f"{stem}.tsv")

    def test_the_comparison_of_all_methods_writes_its_page_and_lines(self):
        done = self.run_part("field")
        self.assertEqual(done.returncode, 0, done.stderr)
        stem, word = FIELD
        for ending in (".md", ".tsv"):
            self.assertIn(word, (self.out / f"{stem}{ending}").read_text("utf-8"))

    def check_sources(self, path):
        head, *lines = path.read_text("utf-8").splitlines()
        self.assertEqual(head.split("\t")[:2], ["file", "sha256 of the output"])
        self.assertTrue(lines)
        for line in lines:
            name, digest, *_ = line.split("\t")
            kept = json.loads((self.out / "kept" / name).read_text("utf-8"))
            self.assertEqual(hashlib.sha256(kept["output"].encode()).hexdigest(), digest)

    def test_a_second_run_reads_what_was_kept(self):
        first = self.run_part("qpfs")
        self.assertEqual(first.returncode, 0, first.stderr)
        kept = sorted((self.out / "kept").iterdir())
        times = [path.stat().st_mtime_ns for path in kept]
        table = (self.out / "qpfs/tables-quick.md").read_text("utf-8")
        self.assertEqual(self.run_part("qpfs").returncode, 0)
        self.assertEqual((self.out / "qpfs/tables-quick.md").read_text("utf-8"), table)
        self.assertEqual([path.stat().st_mtime_ns for path in kept], times)

    def test_a_data_set_that_is_not_there_is_named(self):
        (self.data / "inria_hog.csv.gz").unlink()
        done = self.run_part("gc-gkl")
        self.assertEqual(done.returncode, 1)
        self.assertIn("inria_hog.csv.gz is not in", done.stderr)


if __name__ == "__main__":
    PITH, PROGRAMS = sys.argv[1:3]
    absent = [path for path in (Path(PITH), Path(PROGRAMS, "inf_fs_auc"), Path(PROGRAMS, "qpfs_errors"))
              if not path.is_file()]  # fmt: skip
    if absent:
        print(f"skipped: {absent[0]} is not built; configure with -DPITH_BENCHMARKS=ON")
        sys.exit(SKIPPED)
    unittest.main(argv=sys.argv[:1])
