# SPDX-License-Identifier: Apache-2.0
"""The memory battery of the readers: each reads tables within several limits, on one thread and on
eight. It must keep to the limit or end with exit code 3 and name a limit that suffices.

    python3 tests/memory/readers.py [--list] [NAME...]
"""

import multiprocessing
import sys
import tempfile
import time
from pathlib import Path

import library_files
import tables
from child import climb, fault, run, verdict

SOURCES = ("tall.csv", "wide.csv", "texts.csv")  # of which other cases are made
SELECT = ["--method", "mim", "-k", "1", "--quiet", "--format", "names"]


def cases(folder):
    """(name, how to make the file, its path, limits, more arguments)."""

    def case(name, file, make, *values, limits=(24, 64), more=(), stdin=False):
        path = folder / file
        return name, (lambda: make(path, *values)), path, limits, list(more), stdin

    tall = folder / "tall.csv"
    return [
        case("csv-wide", "wide.csv", tables.wide_csv, 150_000, 3, limits=(24, 64, 180)),
        case("csv-tall", "tall.csv", tables.tall_csv, 40, 60_000, limits=(12, 40)),
        case("csv-tall-stdin", "tall.csv", lambda path: None, limits=(12, 40), stdin=True),
        case("csv-gz", "tall.csv.gz", tables.packed, tall, limits=(12, 40)),
        case("csv-zst-window", "tall.csv.zst", tables.long_window, tall, 27, limits=(40,)),
        case("tsv-wide", "wide.tsv", tables.wide_csv, 50_000, 12, "\t"),
        case("blanks-wide", "wide.txt", tables.wide_csv, 50_000, 12, " "),
        case("csv-unnamed", "unnamed.csv", tables.wide_csv, 150_000, 2, ",", False),
        case("csv-texts", "texts.csv", tables.texts_csv, 10, 30_000, 25_000),
        case("csv-many-texts", "many.csv", tables.texts_csv, 20_000, 12, 5),
        case("csv-blank-lines", "blank.csv.gz", tables.blank_lines, 64 << 20, limits=(16,)),
        case("csv-comments", "comments.csv.gz", tables.comment_lines, 64 << 20, limits=(16,)),
        case("csv-quoted", "quoted.csv", tables.quoted_fields, 30, 900_000),
        case("csv-line", "line.csv", tables.one_line, 40 << 20, limits=(16,)),
        case("arff-lists", "lists.arff", tables.nominal_lists, 2, 300_000),
        case("arff-wide", "wide.arff", tables.wide_arff, 100_000, 4),
        case("arff-strings", "strings.arff", tables.wide_arff, 500, 300, "string"),
        case("libsvm-index", "index.libsvm", tables.libsvm, ["0 99999:1", "1 1:2"]),
        case("libsvm-dense", "dense.libsvm", tables.dense_libsvm, 50_000, 20),
        case(
            "npy-f4",
            "single.npy",
            tables.npy,
            "<f4",
            200,
            20_000,
            more=["--target-bins", "width:2"],
        ),
        case(
            "npy-fortran",
            "fortran.npy",
            tables.npy,
            "<i2",
            40_000,
            200,
            True,
            more=["--target-bins", "width:2"],
        ),
        case("npy-truths", "truths.npy", tables.npy, "|b1", 20_000, 400),
        case("npz-text", "text.npz", tables.text_npz, 30_000, 30),
        case("npz-wide", "wide.npz", tables.npz, 100, 60_000),
        case("npz-tall", "tall.npz", tables.npz, 200_000, 20, "<f8", tables.zipfile.ZIP_DEFLATED),
        case("npz-entries", "entries.npz", tables.many_entries, 30_000),
        case("mat-5", "plain.mat", tables.mat, 400, 4_000),
        case("mat-5-packed", "packed.mat", tables.mat, 400, 4_000, True),
        case("parquet-tall", "tall.parquet", tables.saved, tall, limits=(12, 40)),
        case("parquet-wide", "wide.parquet", tables.saved, folder / "wide.csv"),
        case("parquet-texts", "texts.parquet", tables.saved, folder / "texts.csv"),
        case("arrow-tall", "tall.arrow", tables.saved, tall, limits=(12, 40)),
        case("arrow-wide", "wide.arrow", tables.saved, folder / "wide.csv", limits=(24, 64, 180)),
        case("arrow-texts", "texts.arrow", tables.saved, folder / "texts.csv"),
        case("hdf5", "plain.h5", library_files.hdf5, 400, 8_000),
        case("hdf5-packed", "packed.h5", library_files.hdf5, 4_000, 1_000, (500, 100)),
        case("stata", "table.dta", library_files.stata, 20_000, 60),
    ]


# Files that are refused at once, with exit code 2 or 3, and without much memory.
def damaged(folder):
    return [
        (folder / "numbers.mat", lambda path: tables.empty_mat(path, 30_000, 30_000)),
        (folder / "cells.mat", lambda path: tables.cells_mat(path, 200_000_000)),
        (folder / "old.mat", lambda path: tables.old_mat(path, 2, 2, 1_000_000_000)),
        (folder / "older.mat", lambda path: tables.old_mat(path, 30_000, 30_000, 2)),
        (folder / "shared.arrow", lambda path: tables.shared_names(path, 100_000, 500_000)),
        (folder / "rows.parquet", lambda path: tables.many_rows(path, 1 << 40)),
    ]


def apart(make, *values):
    """Makes a table in another process: the memory of this one counts as that of its children."""
    process = multiprocessing.get_context("fork").Process(target=make, args=values)
    process.start()
    process.join()
    if process.exitcode != 0:
        raise RuntimeError("a table could not be made")


def judge(name, path, limits, more, stdin):
    source = path if stdin else None
    what = ["select", "-" if stdin else path, *SELECT, *more]
    # The named limits are followed on one thread; eight threads have more in memory at a time.
    tries = {f"1 thread from {limits[0]}M on": verdict(climb(what, limits[0], 1, stdin=source))}
    for limit in limits:
        tries[f"8 threads, {limit}M"] = fault(run(what, limit, 8, stdin=source), limit)
    return [f"{name}, {how}: {found}" for how, found in tries.items() if found]


def main(names):
    faults = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, make, path, limits, more, stdin in cases(folder):
            if names and name not in names and path.name not in SOURCES:
                continue
            apart(make)
            if names and name not in names:
                continue
            start = time.monotonic()
            found = judge(name, path, limits, more, stdin)
            seconds = time.monotonic() - start
            print(f"{'FAULT' if found else 'ok':6}{name:18}{seconds:6.1f} s", flush=True)
            for each in found:
                print("  " + each, flush=True)
            faults += found
        for path, make in damaged(folder):
            apart(make, path)
            ended = run(["select", path, *SELECT], 64, 1)
            is_vague = ended.code == 3 and ended.named_limit is None
            if ended.code not in (2, 3) or ended.peak > 80 << 20 or is_vague:
                faults.append(path)
                print(f"FAULT {path.name}: exit code {ended.code}, {ended.peak >> 20} MiB")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
