# SPDX-License-Identifier: Apache-2.0
"""Tables 2, 4, 5, 6 and figures 2 to 5, 8 of Rodriguez-Lujan et al. (2010): errors of a linear SVM."""

import shlex

from . import printed

PROGRAM = "qpfs_errors"
NAME_WIDTH = 26
SIZES = ["10", "20", "40", "50", "100", "200", "400"]
COST = 0.01

# Table 5 by set: MaxRel, mRMR (MID), mRMR (MIQ), QPFS with information, reliefF.
WAYS = ["maxrel", "mrmr", "mrmr-quotient", "mi-none", "relieff-3"]
NAMES = dict(zip(WAYS, ["MaxRel", "mRMR (MID)", "mRMR (MIQ)", "QPFS", "reliefF"]))
PUBLISHED = {
    "arr": [
        [27.48, 24.68, 21.70, 20.82, 20.31, 21.73],
        [25.19, 22.99, 20.64, 20.76, 21.71, 21.64],
        [29.79, 27.78, 23.89, 23.32, 21.53, 21.74],
        [28.05, 23.72, 22.39, 21.30, 21.52, 21.76],
        [30.64, 24.48, 21.54, 21.34, 20.90, 21.66],
    ],
    "nci60-1123": [
        [61.33, 49.83, 40.00, 38.67, 34.83, 35.50, 34.17],
        [53.50, 41.50, 36.33, 34.33, 32.00, 32.83, 33.67],
        [56.50, 47.50, 38.83, 38.17, 32.83, 35.50, 35.17],
        [46.33, 36.00, 33.00, 29.83, 29.00, 34.67, 35.17],
        [56.93, 54.17, 48.49, 48.49, 38.07, 32.13, 34.36],
    ],
    "srbct": [
        [21.58, 14.33, 6.36, 4.51, 2.19, 0.24, 0.13],
        [9.39, 3.33, 2.01, 2.31, 0.47, 0.24, 0.49],
        [10.11, 2.18, 0.47, 0.72, 0.24, 0.25, 0.72],
        [3.89, 1.57, 0.97, 0.11, 0.05, 0.11, 0.35],
        [6.38, 4.18, 1.65, 1.79, 0.96, 0.40, 0.40],
    ],
}
SHOWN = [*WAYS, "mi-shift", "correlation-none", "correlation-shift", "mi-nystrom-0.1"]
# Set, repetitions.
RUNS = [("arr", 10), ("srbct", 5), ("nci60-1123", 3)]
QUICK = [("arr", 1)]

# Table 4: p by the number of features of SIZES, of 100 classifiers; that of arr is in the table above.
TESTED = [("srbct", 10), ("nci60-1123", 10)]
TEST = "p of mi-none below mrmr"
PUBLISHED_P = {
    "arr": ["1.00", "", "", "0.96", "0.69", "0.39"],
    "nci60-1123": ["1.6e-3", "", "", "7.5e-3", "3.3e-2", "0.95", "0.96"],
    "srbct": ["5.4e-9", "", "", "5.6e-5", "2.3e-2", "0.27", "0.36"],
}
# Tables 2 and 6: errors, number of features.
WHOLE = [("arr", 10, ["all-features", "streamwise"]), ("srbct", 3, ["all-features"]),
         ("nci60-1123", 3, ["all-features"])]
WHOLE_QUICK = [("arr", 1, ["all-features", "streamwise"])]
BASELINES = {"arr": "21.81", "nci60-1123": "38.67", "srbct": "0.22"}
STREAMWISE = ["23.34 ± 0.63", "10.75 ± 0.155"]

# Figures 3 to 5, other alphas: plots without numbers.
ALPHAS = ["0", "0.1", "0.3", "0.5", "0.7", "0.9"]
BOTH = [f"{similarity}-alpha-{alpha}" for similarity in ("mi", "correlation") for alpha in ALPHAS]
FIGURES = [("figure 3", "arr", 5, BOTH), ("figure 4", "nci60-1123", 3, BOTH),
           ("figure 5", "srbct", 5, ["mi-alpha-0.1", "mi-alpha-0.179"])]  # fmt: skip

# Figure 2, a plot without numbers: cost, repetitions.
COSTS = [(0.01, 3), (1, 3), (10, 1)]

DIGITS = "qpfs_digits"
DIGIT_WIDTH = 20
DIGIT_SIZES = ["10", "20", "40", "50", "100", "200", "400"]
DIGIT_ROWS = 10000
# How a line of the program begins, the paper's name, the published errors.
DIGIT_WAYS = {
    "MaxRel": ("MaxRel", [59.19, 40.98, 25.77, 22.5, 12.09, 7.64, 6.72]),
    "mRMR": ("mRMR (MID)", [53.39, 29.37, 19.56, 17.40, 11.72, 7.55, 6.66]),
    "mRMR, quotient": ("mRMR (MIQ)", [51.69, 25.98, 11.79, 10.87, 7.78, 6.90, 6.33]),
    "QPFS+N .2, subspace": ("QPFS+N, p .2", [57.00, 35.39, 23.62, 20.48, 11.31, 7.71, 6.54]),
    "reliefF": ("reliefF", [50.91, 40.20, 23.81, 19.56, 12.31, 8.47, 6.86]),
}
ALL_PIXELS = "all pixels"


def make(runner, quick):
    parts = ["# Rodriguez-Lujan et al. (2010): errors of a linear SVM, %",
             "Made by `papers/run qpfs`: mean and standard error over the repetitions by the number of\n"
             "features, then the CPU seconds of a ranking (s)."]
    for name, repetitions in QUICK if quick else RUNS:
        parts.append(_errors(runner, f"Table 5: {name}", [name, repetitions, COST, *SHOWN], name))
    parts.append(_whole_sets(runner, WHOLE_QUICK if quick else WHOLE))
    if quick:
        return "\n\n".join(parts) + "\n"
    for name, repetitions in TESTED:
        args = [name, repetitions, COST, "mrmr", "mi-none"]
        parts.append(_errors(runner, f"Table 4, the test: {name}", args, ""))
    for title, name, repetitions, ways in FIGURES:
        args = [name, repetitions, COST, *ways, "random"]
        parts.append(_errors(runner, f"Other alphas, {title}: {name}", args, name))
    for cost, repetitions in COSTS:
        args = ["arr", repetitions, cost, "mrmr", "mi-none"]
        parts.append(_errors(runner, f"Figure 2: arr, cost {cost}", args, ""))
    parts.append(_digits(runner))
    return "\n\n".join(parts) + "\n"


def _run(runner, program, args):
    text, seconds = runner.text(program, args)
    return text, shlex.join(["build/release/papers/" + program, *map(str, args)]), seconds


def _errors(runner, title, args, name):
    """`name` is the set whose published errors stand beside ours; none: they do not."""
    text, command, seconds = _run(runner, PROGRAM, args)
    found = printed.rows(text, NAME_WIDTH)
    ways = {way: found[way] for way in args[3:] if way in found}
    counts = max((len(cells) - 1 for cells in ways.values()), default=0)
    figures = dict(zip(WAYS, PUBLISHED.get(name, [])))
    entries = [
        (f"{NAMES[way]}, `{way}`" if way in NAMES else f"`{way}`", _with_errors(cells),
         [f"{figure:.2f}" for figure in figures.get(way, [])])
        for way, cells in ways.items()
    ]
    tables = [printed.compared([*SIZES[:counts], "s"], entries, "method")]
    if TEST in found and args[1] == 10 and args[2] == COST:
        entry = ("p that QPFS is not better than mRMR", found[TEST], PUBLISHED_P[args[0]])
        tables.append(printed.compared(SIZES[:counts], [entry], "table 4", has_difference=False))
    return printed.section(title, command, seconds, "\n\n".join(tables))


def _with_errors(cells):
    return [cell.replace("+-", " ± ") for cell in cells]


def _whole_sets(runner, runs):
    """Without a number of features: all of them, or as many as streamwise selection takes."""
    entries, commands, total = [], [], 0
    for name, repetitions, ways in runs:
        text, command, seconds = _run(runner, PROGRAM, [name, repetitions, COST, *ways])
        found = {way: _with_errors(cells[:2]) for way, cells in printed.rows(text, NAME_WIDTH).items()}
        entries.append((f"{name}, all features", found["all-features"], [BASELINES[name]]))
        if "streamwise" in ways:
            entries.append((f"{name}, `alpha-investing`", found["streamwise"], STREAMWISE))
        commands.append(command)
        total += seconds
    table = printed.compared(["error", "features"], entries, "set")
    return printed.section("Tables 2 and 6", "\n".join(commands), total, table)


def _digits(runner):
    args = [runner.kept, DIGIT_ROWS, *DIGIT_SIZES, *DIGIT_WAYS, ALL_PIXELS]
    text, _, seconds = _run(runner, DIGITS, args)
    command = shlex.join(["build/release/papers/" + DIGITS, ".", *map(str, args[1:])])
    found = printed.rows(text, DIGIT_WIDTH)
    entries = [(title, found[way], [f"{figure:.2f}" for figure in figures])
               for way, (title, figures) in DIGIT_WAYS.items()]  # fmt: skip
    everything = ("table 2: all pixels", found[ALL_PIXELS], ["6.02"])
    tables = [printed.compared(DIGIT_SIZES, entries, "method"),
              printed.compared(["error"], [everything], "set of features")]
    title = f"Tables 2 and 5, figure 8: mnist, an SVM of the first {DIGIT_ROWS:,} images"
    return printed.section(title, command, seconds, "\n\n".join(tables))
