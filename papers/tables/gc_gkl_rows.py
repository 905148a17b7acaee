# SPDX-License-Identifier: Apache-2.0
"""Figures 8 and 9 of Lefakis and Fleuret (2016): select on few training rows, train on all of them."""

import statistics
import tempfile

from . import gc_gkl, printed

# The paper's curves are plots without numbers, so there are no published cells.
METHODS = {"gc-mi:preset=paper": "Figure 8, GC.MI", "gkl-e:preset=paper": "Figure 9, GKL.E",
           "gc-mi": "GC.MI with the defaults of pith", "gkl-e": "GKL.E with the defaults of pith"}
LEARNER = "linear-svm"
# Data set, numbers of rows to select on (0: all training rows), seeds of the sample.
RUNS = [
    ("inria_hog", [100, 200, 400, 800, 0], [0, 1, 2]),
    ("cifar10_5000", [500, 1000, 2000, 0], [0]),
]
QUICK = [("inria_hog", [100, 0], [0])]


def arguments(path, rows, seed):
    counts = ",".join(map(str, gc_gkl.COUNTS))
    sample = ["--select-rows", rows] if rows else []
    return ["evaluate", path, "--methods", ",".join(METHODS), "--learner", LEARNER, "-k", counts,
            "--split", "part", *sample, "--seed", seed, "--no-baseline"]  # fmt: skip


def make(runner, quick):
    parts = ["# Lefakis and Fleuret (2016), figures 8 and 9: rows to select on",
             "Made by `papers/run gc-gkl-rows`: accuracy in % of a linear SVM that is trained on all training\n"
             "rows, by the number of features; features are selected on a sample of these rows, stratified by\n"
             "class. Mean over the seeds, and the deviation between them."]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes, seeds in QUICK if quick else RUNS:
            path = gc_gkl.prepare(runner, name, folder)
            found, seconds = {}, 0
            for rows in sizes:
                for seed in seeds if rows else seeds[:1]:
                    result, taken, _ = runner.json(arguments(path, rows, seed))
                    seconds += taken
                    for (_, method), values in gc_gkl.accuracies(result).items():
                        found.setdefault((method, rows), []).append(values)
            command = runner.command(arguments(f"{name}.csv", "ROWS", "SEED"))
            parts.append(printed.section(name, command, seconds, _tables(found, sizes)))
    return "\n\n".join(parts) + "\n"


def _tables(found, sizes):
    texts = []
    for method, title in METHODS.items():
        entries = [(f"{rows:,} rows" if rows else "all rows", _cells(found.get((method, rows))), [])
                   for rows in sizes]  # fmt: skip
        table = printed.compared(list(map(str, gc_gkl.COUNTS)), entries, "selected on")
        texts.append(f"### {title}, `{method}`\n\n{table}")
    return "\n\n".join(texts)


def _cells(runs):
    if not runs:  # the method failed
        return ["-"] * len(gc_gkl.COUNTS)
    return [_cell(values) for values in zip(*runs)]


def _cell(values):
    mean = statistics.fmean(values)
    return f"{mean:.1f}" if len(values) == 1 else f"{mean:.1f} ± {statistics.stdev(values):.1f}"
