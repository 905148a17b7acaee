# SPDX-License-Identifier: Apache-2.0
"""Tables 4 to 7 of Lefakis and Fleuret (2016): test accuracy with 10 to 100 selected features."""

import gzip
import random
import struct
import tempfile
from pathlib import Path

from . import printed

PUBLISHED = """
adaboost
Fisher   29.23 36.96 42.07 49.06 86.90 89.83 90.38 91.45
FCBF     37.77 44.42 51.15 54.83 90.87 94.02 95.44 94.67
MRMR     39.42 45.84 49.76 54.85 81.53 88.48 93.48 94.91
chi2     28.13 35.54 43.68 49.46 92.81 93.11 93.94 94.91
tTest    25.74 31.30 36.57 43.16 85.01 88.41 88.84 91.70
InfoGain 29.01 35.90 40.20 48.34 92.58 93.29 93.96 94.93
Spectral 19.90 25.13 33.18 40.44 92.78 93.69 93.92 94.83
RelieFF  28.13 34.64 40.85 47.70 91.79 95.44 95.83 96.43
CFS      33.50 38.96 44.58 54.22 89.69 92.60 96.41 97.69
SBMLR    34.87 45.08 52.17 56.70 86.40 87.50 88.04 88.06
CMTF     21.79 31.98 39.43 45.23 80.01 83.72 92.55 95.58
GBFS     32.02 40.20 48.87 54.34 93.90 95.87 96.90 97.66
GC.E     32.45 42.54 50.15 55.06 89.54 90.09 94.30 95.81
GC.MI    36.47 44.55 51.44 55.39 95.04 95.87 96.68 97.30
GKL.E    37.51 46.41 52.11 56.41 89.92 91.84 94.14 96.63
GKL.MI   33.71 40.04 47.17 51.12 92.18 93.09 95.21 96.15
linear-svm
Fisher   25.19 33.53 39.47 48.12 92.55 93.73 94.03 94.68
FCBF     33.65 42.02 47.77 54.97 94.14 96.03 96.03 96.03
MRMR     35.48 42.53 46.02 52.64 79.85 84.18 91.73 93.91
chi2     21.77 32.06 40.65 48.58 92.94 93.27 93.50 94.61
tTest    25.69 32.56 40.17 45.12 80.01 87.21 87.64 89.23
InfoGain 24.79 32.32 37.98 47.37 92.35 93.08 93.75 94.68
Spectral 17.19 23.14 32.78 42.60 92.67 93.57 93.64 94.44
RelieFF  24.56 30.60 38.17 46.51 90.99 95.04 95.97 96.36
CFS      31.49 36.46 42.17 51.70 88.64 91.68 96.11 97.53
SBMLR    30.43 42.60 51.41 56.81 85.92 87.95 88.57 88.64
CMTF     21.10 31.64 40.39 47.71 79.09 80.29 89.49 93.01
GBFS     28.37 38.18 45.89 52.36 76.79 92.55 95.38 97.03
GC.E     28.76 41.14 48.70 55.16 87.73 87.67 91.96 93.13
GC.MI    34.02 42.14 49.16 55.07 89.76 93.09 95.71 96.45
GKL.E    32.39 43.26 50.12 55.02 85.31 89.46 92.05 96.36
GKL.MI   28.67 34.65 43.30 48.69 85.66 90.99 92.14 95.16
rbf-svm
Fisher   29.11 39.22 46.05 54.68 92.44 93.55 93.38 92.97
FCBF     40.48 51.15 57.73 64.26 88.29 93.91 92.60 95.66
MRMR     41.80 51.97 57.31 62.14 80.07 79.99 88.89 90.48
chi2     27.16 38.23 47.60 54.70 92.78 93.16 93.02 93.25
tTest    28.68 35.75 41.89 49.13 80.01 87.00 87.11 87.32
InfoGain 29.21 38.68 43.92 53.94 92.28 92.71 93.01 93.38
Spectral 22.89 30.92 40.41 49.75 92.67 93.09 92.85 93.29
RelieFF  29.49 37.08 45.39 53.96 90.62 94.56 95.05 95.20
CFS      35.50 43.74 50.98 61.01 88.34 91.31 95.44 97.14
SBMLR    36.06 49.83 60.32 64.97 82.82 86.05 87.39 87.14
CMTF     23.90 36.74 45.51 52.86 80.01 83.72 92.55 93.68
GBFS     34.98 45.07 54.70 61.27 93.00 95.25 95.83 96.48
GC.E     35.29 51.12 60.34 65.76 87.73 87.67 91.96 93.13
GC.MI    39.57 49.91 57.79 64.32 94.26 94.17 94.44 95.76
GKL.E    39.84 52.80 60.94 65.64 86.01 88.94 92.79 95.43
GKL.MI   34.49 43.09 51.48 56.54 91.03 91.91 93.36 93.98
qda
Fisher   25.41 33.31 39.67 47.53 87.41 88.63 89.17 91.31
FCBF     35.02 43.97 52.32 58.99 89.95 94.00 94.00 94.00
MRMR     36.19 44.54 48.22 53.88 62.98 76.56 86.84 90.60
chi2     21.81 31.85 39.39 47.75 87.85 88.20 89.30 91.75
tTest    26.34 33.39 39.16 45.33 76.16 82.50 82.85 85.23
InfoGain 22.38 31.61 37.65 46.47 87.99 88.08 89.49 91.77
Spectral 17.97 24.80 34.99 44.25 87.99 88.26 89.07 91.26
RelieFF  24.61 29.67 38.20 47.18 83.38 92.14 93.16 94.24
CFS      31.50 36.18 42.93 52.92 83.79 88.31 94.00 96.66
SBMLR    31.71 43.46 53.31 58.86 76.30 80.36 81.00 81.49
CMTF     20.61 31.98 41.04 48.60 61.04 72.31 89.23 92.67
GBFS     29.48 38.39 46.86 53.84 91.19 91.35 94.15 96.02
GC.E     31.01 44.10 53.21 58.41 85.06 86.31 91.22 94.10
GC.MI    33.68 43.02 51.84 58.43 92.14 94.08 95.07 96.31
GKL.E    34.06 44.21 53.29 57.98 79.30 86.21 90.83 95.74
GKL.MI   29.06 35.10 42.50 46.24 85.09 88.03 91.72 94.84
"""

COUNTS = [10, 25, 50, 100]
SEED = 1  # of the splits into training and test rows

# Number of the table, what the paper calls the learner, and what pith does.
LEARNERS = [
    (4, "AdaBoost", "adaboost"),
    (5, "linear SVM", "linear-svm"),
    (6, "RBF SVM", "rbf-svm"),
    (7, "QDA", "qda"),
]

# The paper's name and the method; its own four are run as published.
COMPARED = {
    "Fisher": "fisher",
    "FCBF": "fcbf",
    "MRMR": "mrmr",
    "chi2": "chi2",
    "tTest": "t-test",
    "InfoGain": "mim",
    "Spectral": "q-alpha",
    "RelieFF": "relieff",
    "CFS": "cfs",
    "SBMLR": "sbmlr",
    "CMTF": "cmtf",
    "GBFS": "gbfs",
    "GC.E": "gc-e:preset=paper",
    "GC.MI": "gc-mi:preset=paper",
    "GKL.E": "gkl-e:preset=paper",
    "GKL.MI": "gkl-mi:preset=paper",
}
DEFAULTS = ["gc-e", "gc-mi", "gkl-e", "gkl-mi"]
# The paper found the scores of Zhao and Liu worse than those of Wolf and Shashua.
OTHERS = ["spec", "random"]
METHODS = [*COMPARED.values(), *DEFAULTS, *OTHERS]

# Our data set, its counterpart in the paper, rows to train with and to test by.
SETS = [
    ("cifar10_5000", "CIFAR", "4,000 / 1,000"),
    ("inria_hog", "INRIA", "1,500 / 500"),
    ("mnist", None, "5,000 / 2,000"),
]
QUICK = ["inria_hog"]


def published():
    """{learner: {name: {counterpart: four accuracies}}}"""
    tables = {}
    for line in PUBLISHED.split("\n"):
        words = line.split()
        if len(words) == 1:
            table = tables[words[0]] = {}
        elif words:
            values = [float(word) for word in words[1:]]
            table[words[0]] = {"CIFAR": values[:4], "INRIA": values[4:]}
    return tables


def split_rows(source, target, share):
    """Copies a table with a first column `part`: `share` of each class are test rows."""
    with gzip.open(source, "rt") as file:
        head, *rows = file.read().splitlines()
    classes = {}
    for index, row in enumerate(rows):
        classes.setdefault(row.rsplit(",", 1)[1], []).append(index)
    chance = random.Random(SEED)
    test = set()
    for name in sorted(classes):
        chance.shuffle(classes[name])
        test.update(classes[name][: round(share * len(classes[name]))])
    with open(target, "w") as file:
        file.write(f"part,{head}\n")
        for index, row in enumerate(rows):
            file.write(f"{'test' if index in test else 'train'},{row}\n")


def digits(folder, prefix, per_class):
    """Pixels and classes of so many digits of each class, in the order of the file."""
    with gzip.open(folder / f"{prefix}-images-idx3-ubyte.gz") as file:
        _, _, height, width = struct.unpack(">4i", file.read(16))
        pixels = file.read()
    with gzip.open(folder / f"{prefix}-labels-idx1-ubyte.gz") as file:
        labels = file.read()[8:]
    classes = {}
    for index, label in enumerate(labels):
        classes.setdefault(label, []).append(index)
    chance = random.Random(SEED)
    taken = sorted(i for label in sorted(classes) for i in chance.sample(classes[label], per_class))
    size = height * width
    return [(pixels[i * size : (i + 1) * size], labels[i]) for i in taken]


def write_mnist(folder, target):
    with open(target, "w") as file:
        file.write("part," + ",".join(f"p{i}" for i in range(784)) + ",class\n")
        for part, prefix, per_class in (("train", "train", 500), ("test", "t10k", 200)):
            for pixels, label in digits(folder, prefix, per_class):
                file.write(f"{part},{','.join(map(str, pixels))},{label}\n")


def prepare(runner, name, folder):
    target = Path(folder) / f"{name}.csv"
    if name == "mnist":
        write_mnist(runner.folder / "mnist", target)
    else:
        split_rows(runner.data(name), target, 0.2 if name == "cifar10_5000" else 0.25)
    return target


def arguments(path):
    learners = ",".join(learner for _, _, learner in LEARNERS)
    counts = ",".join(map(str, COUNTS))
    return ["evaluate", path, "--methods", ",".join(METHODS), "--learner", learners,
            "-k", counts, "--split", "part", "--no-baseline"]  # fmt: skip


def accuracies(result):
    """{(learner, method): accuracies in per cent at COUNTS}"""
    return {
        (curve["learner"], curve["method"]): [
            100 * (1 - point["error"]["mean"]) for point in curve["points"]
        ]
        for curve in result["curves"]
    }


def places(values):
    """{name: place}, 1 for the largest; equals share the better place."""
    return {name: 1 + sum(other > value for other in values.values())
            for name, value in values.items()}  # fmt: skip


def rank_correlation(a, b):
    """Spearman's, of two dictionaries with the same keys; equals have the mean of their ranks."""

    def ranks(values):
        return [
            sum(other < value for other in values.values())
            + (sum(other == value for other in values.values()) + 1) / 2
            for value in values.values()
        ]

    x, y = ranks(a), ranks({name: b[name] for name in a})
    mean = (len(x) + 1) / 2
    product = sum((p - mean) * (q - mean) for p, q in zip(x, y))
    squares = sum((p - mean) ** 2 for p in x) * sum((q - mean) ** 2 for q in y)
    return product / squares**0.5 if squares else float("nan")


def accuracy_table(number, title, learner, ours, paper):
    sets = [entry for entry in SETS if entry[0] in ours]
    head = [f"{name}, {count}" for name, _, _ in sets for count in COUNTS]

    def entry(label, method, name):
        cells, figures = [], []
        for data, counterpart, _ in sets:
            found = ours[data].get((learner, method))  # none: the method failed
            cells += [f"{each:.1f}" for each in found] if found else ["-"] * len(COUNTS)
            known = name and counterpart
            figures += [f"{each:.1f}" for each in paper[name][counterpart]] if known else [""] * len(COUNTS)
        return label, cells, figures

    entries = [entry(f"{name}, `{method}`", method, name) for name, method in COMPARED.items()]
    entries += [entry(f"`{method}`", method, None) for method in [*DEFAULTS, *OTHERS]]
    return f"### Table {number}: {title}\n\n" + printed.compared(head, entries, "method")


def fields(accuracy, learner, at):
    """The compared methods of one cell: the paper's four as published, and as pith has them by default."""

    def values(method_of):
        found = {name: accuracy.get((learner, method_of(method))) for name, method in COMPARED.items()}
        return {name: each[at] for name, each in found.items() if each}

    return values(lambda method: method), values(lambda method: method.removesuffix(":preset=paper"))


def summary(ours, papers):
    """How often each method is among the first three, and how well the ranks agree."""
    cells = [(data, counterpart, learner, at) for data, counterpart, _ in SETS if data in ours
             for _, _, learner in LEARNERS for at in range(len(COUNTS))]  # fmt: skip
    top = {name: {} for name in COMPARED}
    agreement = {}
    for data, counterpart, learner, at in cells:
        as_published, by_default = fields(ours[data], learner, at)
        judged = {"preset=paper": as_published, "default": by_default}
        if counterpart:
            table = papers[learner]
            judged["paper"] = {name: table[name][counterpart][at] for name in as_published}
            for how in ("preset=paper", "default"):
                rho = rank_correlation(judged[how], judged["paper"])
                agreement.setdefault((data, learner, how), []).append(rho)
        for how, values in judged.items():
            for name, place in places(values).items():
                count = top[name].setdefault((data, how), [0, 0])
                count[0] += place <= 3
                count[1] += place == 1
    return top_table(ours, top) + "\n\n" + agreement_table(agreement)


def top_table(ours, top):
    columns = [(data, how) for data, counterpart, _ in SETS if data in ours
               for how in (["paper"] if counterpart else []) + ["preset=paper", "default"]]  # fmt: skip
    lines = ["| | " + " | ".join(f"{data}, {how}" for data, how in columns) + " |",
             "|---|" + "--:|" * len(columns)]  # fmt: skip
    for name, counts in top.items():
        cells = ["{} / {}".format(*counts[column]) if column in counts else "-" for column in columns]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def agreement_table(agreement):
    lines = ["| data | learner | of the paper's four | " + " | ".join(map(str, COUNTS)) + " |",
             "|---|---|---|" + "--:|" * len(COUNTS)]  # fmt: skip
    for (data, learner, how), rhos in agreement.items():
        lines.append(f"| {data} | {learner} | {how} | " + " | ".join(f"{r:.2f}" for r in rhos) + " |")
    return "\n".join(lines)


def make(runner, quick):
    papers = published()
    ours, minutes, notes = {}, {}, []
    with tempfile.TemporaryDirectory() as folder:
        for name, _, _ in SETS:
            if quick and name not in QUICK:
                continue
            result, seconds, _ = runner.json(arguments(prepare(runner, name, folder)))
            ours[name] = accuracies(result)
            minutes[name] = seconds / 60
            notes += [f"- {name}: {note}" for note in result["notes"]]
    rows = "; ".join(f"{name} {rows}" for name, _, rows in SETS if name in ours)
    spent = ", ".join(f"{name} {value:.1f}" for name, value in minutes.items())
    parts = ["# Lefakis and Fleuret (2016), tables 4 to 7: accuracy of four learners",
             "```\n" + runner.command(arguments("DATA.csv")) + "\n```",
             f"Rows to train with / to test by: {rows}. Minutes with {runner.threads} thread(s): {spent}. "
             "Accuracy in per cent."]  # fmt: skip
    parts += [accuracy_table(number, title, learner, ours, papers[learner])
              for number, title, learner in LEARNERS]  # fmt: skip
    parts.append("### Places among the methods both have")
    parts.append("Cells in the first three / cells in first place, of 16; then Spearman's correlation of the "
                 "accuracies with the published ones, over the methods.")  # fmt: skip
    parts.append(summary(ours, papers))
    if notes:
        parts.append("Notes of the program:\n\n" + "\n".join(notes))
    return "\n\n".join(parts) + "\n"
