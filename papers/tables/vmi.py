# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 5 of Gao, Ver Steeg and Galstyan (2016): error by set and method, mean over counts."""

import math
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import printed
from .codes import write_codes
from .runner import Missing

METHODS = ["mrmr", "jmi", "mim", "cmim", "cife", "spec-cmi", "vmi-naive", "vmi-pairwise"]
LIBSVM = "linear-svm:solver=libsvm"
LIBLINEAR = "linear-svm"

# Table 5 of the supplement; Table 3 has CIFE's number for CMIM on Splice.
PUBLISHED = """
Lung        10.9 (4.7) 11.6 (4.7) 18.3 (5.4) 11.4 (3.0) 23.3 (5.4) 11.6 (5.6)  7.4 (3.6) 14.5 (6.0)
Colon       19.7 (2.6) 17.3 (3.0) 22.0 (4.3) 18.4 (2.6) 23.5 (4.3) 16.1 (2.0) 11.2 (2.7) 11.9 (1.7)
Leukemia     0.4 (0.7)  1.4 (1.2)  2.5 (1.1)  1.1 (2.0)  4.9 (1.9)  1.8 (1.3)  0.0 (0.1)  0.2 (0.5)
Lymphoma     5.6 (2.8)  6.6 (2.2) 13.0 (6.4)  8.6 (3.3) 35.6 (4.3) 12.0 (6.6)  3.7 (1.9)  5.2 (3.1)
Splice      13.6 (0.4) 13.7 (0.5) 13.6 (0.5) 13.7 (0.5) 14.7 (0.3) 13.7 (0.5) 13.7 (0.5) 13.7 (0.5)
Landsat     19.5 (1.2) 18.9 (1.0) 22.0 (3.8) 19.1 (1.1) 19.7 (1.7) 21.0 (3.5) 18.8 (0.8) 18.8 (1.0)
Waveform    15.9 (0.5) 15.9 (0.5) 16.1 (0.8) 16.0 (0.7) 22.8 (2.2) 15.9 (0.6) 15.9 (0.6) 15.9 (0.5)
KrVsKp       5.1 (0.7)  5.2 (0.6)  5.3 (0.6)  5.3 (0.5)  5.0 (0.7)  5.1 (0.6)  5.3 (0.5)  5.1 (0.7)
Ionosphere  12.8 (0.9) 16.6 (1.6) 13.3 (0.9) 13.1 (0.8) 16.1 (1.6) 16.8 (1.6) 12.7 (1.9) 12.0 (1.0)
Semeion     23.4 (6.5) 24.8 (7.6) 26.7 (9.7) 16.3 (4.4) 28.6 (5.8) 26.0 (9.3) 14.0 (4.0) 14.5 (3.9)
Multifeat    4.0 (1.6)  4.0 (1.6)  4.9 (2.3)  3.6 (1.2)  7.2 (3.0)  4.8 (3.0)  3.0 (1.1)  3.5 (1.1)
Optdigits    7.6 (3.3)  7.6 (3.2)  7.9 (3.9)  7.5 (3.4)  8.1 (4.2)  9.2 (6.0)  7.2 (2.5)  7.6 (3.6)
Musk2       12.4 (0.7) 12.8 (0.7) 14.0 (1.2) 13.0 (1.0) 13.2 (0.6) 15.1 (1.8) 12.8 (0.6) 12.6 (0.5)
Spambase     6.9 (0.7)  7.0 (0.8)  7.3 (0.9)  6.8 (0.7) 10.3 (1.8)  9.0 (2.3)  6.6 (0.3)  6.6 (0.3)
Promoter    21.5 (2.8) 22.4 (4.0) 21.7 (3.1) 22.1 (2.9) 27.4 (3.2) 24.0 (3.7) 21.2 (3.9) 20.4 (3.1)
Gisette      5.5 (0.9)  5.9 (0.7)  7.2 (1.2)  5.1 (1.3)  6.5 (0.8)  7.1 (1.3)  4.8 (0.9)  4.2 (0.8)
Madelon     30.8 (3.8) 15.3 (2.6) 16.8 (2.7) 17.4 (2.6) 15.1 (2.7) 15.9 (2.5) 16.7 (2.7) 16.6 (2.9)
"""
FIGURE_4 = ["Semeion", "Gisette"]
PUBLISHED_WINS = {
    "vmi-naive": ["11/4/2", "10/6/1", "11/6/0", "10/7/0", "15/0/2", "13/2/2"],
    "vmi-pairwise": ["9/6/2", "9/6/2", "15/2/0", "13/3/1", "15/1/1", "12/3/2"],
}
# Two-sided 5 % of Student's t by degrees of freedom; the sets have 3 to 10 counts.
CRITICAL_T = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306,
              9: 2.262}


@dataclass
class Row:
    """A set of the paper: which file has it, and how it is judged."""

    name: str
    file: str
    learner: str = LIBLINEAR
    split: tuple = ("--folds", "10")
    bins: str = "width"  # of the codes that methods and learner see; "": the file as it is
    options: tuple = ()
    is_quick: bool = False


def _near(name, file):
    """Neighbours by the values as they are: by bins, the published errors are not approached."""
    return Row(name, file, "knn:neighbours=3", bins="", options=("--bins", "width:5"))


def _small(name, file, is_quick):
    return Row(name, file, LIBSVM, ("--leave-one-out",), "", is_quick=is_quick)


ROWS = [
    _small("Lung", "lung_disc", is_quick=True),
    _small("Colon", "colon_disc", is_quick=True),
    _small("Leukemia", "leukemia_disc", is_quick=False),
    _small("Lymphoma", "lymphoma_disc", is_quick=False),
    Row("Splice", "splice"),
    Row("Landsat", "landsat"),
    Row("Waveform", "waveform"),
    Row("KrVsKp", "krvskp", is_quick=True),
    Row("Ionosphere", "ionosphere", is_quick=True),
    Row("Semeion", "semeion"),
    Row("Multifeat", "multifeat"),
    Row("Optdigits", "optdigits"),
    Row("Musk2", "musk2"),
    Row("Spambase", "spambase", bins="frequency"),
    Row("Promoter", "promoter", is_quick=True),
    _near("Gisette", "gisette"),
    _near("Madelon", "madelon"),
]


@dataclass
class Outcome:
    """Of one set: the errors of each method over the counts, in %."""

    row: Row
    errors: dict
    seconds: float
    cpu_seconds: float
    command: str


def published():
    """{set: [(mean, deviation) for each of METHODS]}"""
    table = {}
    for line in PUBLISHED.strip().splitlines():
        name, *numbers = line.replace("(", "").replace(")", "").split()
        values = [float(number) for number in numbers]
        table[name] = list(zip(values[::2], values[1::2]))
    return table


def make(runner, quick):
    """The tables as Markdown: as published, then with features selected inside the folds."""
    rows = [row for row in ROWS if row.is_quick or not quick]
    with tempfile.TemporaryDirectory() as folder:
        inputs, absent = _inputs(runner, rows, Path(folder))
        leaky = [_judge(runner, row, path, ["--leaky"]) for row, path in inputs]
        honest = [_judge(runner, row, path, []) for row, path in inputs]
    parts = ["# Gao, Ver Steeg and Galstyan (2016), tables 3 and 5: errors of a linear SVM, %"]
    parts += [_preface(absent)]
    parts += [_section("As published: features selected by all rows (leaky)", leaky)]
    parts += [_section("Features selected by the training rows alone", honest)]
    parts += [_curves(outcome) for outcome in leaky if outcome.row.name in FIGURE_4]
    parts += [_profile(leaky, honest)]
    return "\n\n".join(parts) + "\n"


def _inputs(runner, rows, folder):
    """[(row, file of codes)], and what is not there."""
    inputs, absent = [], []
    for row in rows:
        try:
            path = runner.data(row.file)
        except Missing:
            absent.append(row.name)
            continue
        if row.bins:
            write_codes(path, folder / path.name, row.bins)
            path = folder / path.name
        inputs.append((row, path))
    return inputs, absent


def _judge(runner, row, path, mode):
    args = ["evaluate", path, "--methods", ",".join(METHODS), "--learner", row.learner,
            "-k", "10..100:10", *row.split, "--scale", "none", *row.options, *mode,
            "--no-baseline"]
    result, seconds, cpu_seconds = runner.json(args)
    print(f"{row.name} {' '.join(mode)}: {seconds:.0f} s, {cpu_seconds:.0f} of CPU", file=sys.stderr)
    errors = {
        curve["method"]: [100 * point["error"]["mean"] for point in curve["points"]]
        for curve in result["curves"]
    }
    return Outcome(row, errors, seconds, cpu_seconds, runner.command(args))


def _preface(absent):
    lines = [
        "Made by `papers/run vmi`: mean over 10, 20, ... 100 features (as many as the set has), with the",
        "deviation over these counts in parentheses.",
    ]
    if absent:
        lines.append(f"Not at hand, and left out: {', '.join(absent)}.")
    return "\n".join(lines)


def _section(title, outcomes):
    truth = published()
    entries = [
        (outcome.row.name,
         [_cell(_mean(outcome.errors[each]), _deviation(outcome.errors[each])) for each in METHODS],
         [_cell(*figure) for figure in truth[outcome.row.name]])
        for outcome in outcomes
    ]
    lines = [f"## {title}", "", printed.compared(METHODS, entries, "set")]
    lines += ["", _wins_table(outcomes), "", "```", *[one.command for one in outcomes], "```"]
    lines += ["", f"{sum(one.seconds for one in outcomes) / 60:.1f} minutes."]
    return "\n".join(lines)


def _cell(mean, deviation):
    return f"{mean:.1f} ({deviation:.1f})"


def _mean(values):
    return statistics.fmean(values)


def _deviation(values):
    return statistics.stdev(values) if len(values) > 1 else 0.0


def _wins_table(outcomes):
    """Wins, ties and losses over the sets, by paired t-tests over the counts."""
    others = METHODS[:6]
    entries = [
        (f"{ours} against", [_wins(outcomes, ours, other) for other in others], figures)
        for ours, figures in PUBLISHED_WINS.items()
    ]
    return printed.compared(others, entries, "wins/ties/losses", has_difference=False)


def _wins(outcomes, ours, other):
    signs = [_verdict(one.errors[ours], one.errors[other]) for one in outcomes]
    return "/".join(str(signs.count(sign)) for sign in (1, 0, -1))


def _verdict(ours, other):
    """1: ours has the smaller error, significantly; -1: the larger; 0: a tie."""
    differences = [b - a for a, b in zip(ours, other)]
    mean, deviation = _mean(differences), _deviation(differences)
    if mean == 0:
        return 0
    error = deviation / math.sqrt(len(differences))
    if error > 0 and abs(mean) / error <= CRITICAL_T[len(differences) - 1]:
        return 0
    return 1 if mean > 0 else -1


def _curves(outcome):
    """The plot of Figure 4, which has no numbers, as a table."""
    counts = range(10, 101, 10)[: len(outcome.errors[METHODS[0]])]
    entries = [(f"`{method}`", [f"{error:.1f}" for error in outcome.errors[method]], [])
               for method in METHODS]  # fmt: skip
    table = printed.compared(list(map(str, counts)), entries, "method")
    return f"## Figure 4: {outcome.row.name}, as published, by the number of features\n\n{table}"


def _profile(leaky, honest):
    lines = ["## Where the time goes", "", "Seconds on the clock, and of CPU.", "",
             "| set | learner | codes | as published | CPU | inside folds | CPU |",
             "|---|---|---|--:|--:|--:|--:|"]
    for a, b in zip(leaky, honest):
        codes = f"5 bins, equal {a.row.bins}" if a.row.bins else "the file's values"
        lines.append(f"| {a.row.name} | `{a.row.learner}` | {codes} | {_times([a])} | {_times([b])} |")
    lines.append(f"| all | | | {_times(leaky)} | {_times(honest)} |")
    return "\n".join(lines)


def _times(outcomes):
    clock = sum(one.seconds for one in outcomes)
    cpu = sum(one.cpu_seconds for one in outcomes)
    return f"{clock:.1f} | {cpu:.1f}"
