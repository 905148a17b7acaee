# SPDX-License-Identifier: Apache-2.0
"""Tables 4 and 5 of Rodriguez-Lujan et al. (2010): errors of a linear SVM."""

from . import printed

PROGRAM = "qpfs_errors"
NAME_WIDTH = 26
SIZES = ["10", "20", "40", "50", "100", "200", "400"]
COST = 0.01

# Table 5 by set: MaxRel, mRMR (MID), mRMR (MIQ), QPFS with information.
WAYS = ["maxrel", "mrmr", "mrmr-quotient", "mi-none"]
NAMES = dict(zip(WAYS, ["MaxRel", "mRMR (MID)", "mRMR (MIQ)", "QPFS"]))
PUBLISHED = {
    "arr": [
        [27.48, 24.68, 21.70, 20.82, 20.31, 21.73],
        [25.19, 22.99, 20.64, 20.76, 21.71, 21.64],
        [29.79, 27.78, 23.89, 23.32, 21.53, 21.74],
        [28.05, 23.72, 22.39, 21.30, 21.52, 21.76],
    ],
    "nci60-1123": [
        [61.33, 49.83, 40.00, 38.67, 34.83, 35.50, 34.17],
        [53.50, 41.50, 36.33, 34.33, 32.00, 32.83, 33.67],
        [56.50, 47.50, 38.83, 38.17, 32.83, 35.50, 35.17],
        [46.33, 36.00, 33.00, 29.83, 29.00, 34.67, 35.17],
    ],
    "srbct": [
        [21.58, 14.33, 6.36, 4.51, 2.19, 0.24, 0.13],
        [9.39, 3.33, 2.01, 2.31, 0.47, 0.24, 0.49],
        [10.11, 2.18, 0.47, 0.72, 0.24, 0.25, 0.72],
        [3.89, 1.57, 0.97, 0.11, 0.05, 0.11, 0.35],
    ],
}
SHOWN = [*WAYS, "mi-shift", "correlation-none", "correlation-shift", "mi-nystrom-0.1"]
RUNS = [("arr", 10), ("srbct", 5), ("nci60-1123", 3)]
QUICK = [("arr", 1)]


def make(runner, quick):
    parts = ["# Rodriguez-Lujan et al. (2010), tables 4 and 5: errors of a linear SVM, %",
             "Made by `papers/run qpfs`: mean and standard error over the repetitions by the number of\n"
             "features, then the CPU seconds of a ranking (s)."]
    for name, repetitions in QUICK if quick else RUNS:
        args = [name, repetitions, COST, *SHOWN]
        text, seconds = runner.text(PROGRAM, args)
        command = " ".join(["build/release/papers/" + PROGRAM, *map(str, args)])
        parts.append(printed.section(name, command, seconds, _table(name, text)))
    return "\n\n".join(parts) + "\n"


def _table(name, text):
    found = {way: cells for way, cells in printed.rows(text, NAME_WIDTH).items() if way in SHOWN}
    counts = max((len(cells) - 1 for cells in found.values()), default=0)
    figures = dict(zip(WAYS, PUBLISHED[name]))
    entries = [
        (f"{NAMES[way]}, `{way}`" if way in NAMES else f"`{way}`",
         [cell.replace("+-", " ± ") for cell in cells],
         [f"{figure:.2f}" for figure in figures.get(way, [])])
        for way, cells in found.items()
    ]
    return printed.compared([*SIZES[:counts], "s"], entries, "method")
