# SPDX-License-Identifier: Apache-2.0
"""Tables 3, 4 and 6 of Roffo, Melzi and Cristani (2015): areas under the ROC curve, stability."""

import shlex

from . import printed

PROGRAM = "inf_fs_auc"
NAME_WIDTH = 20
HEAD = ["10", "50", "100", "150", "200", "mean", "+/-", "error", "s"]
NAMES = {"inf-fs, alpha cv": "Inf-FS", "fisher": "Fisher", "mim": "MutInf", "relieff": "ReliefF",
         "sw-relieff": "SW ReliefF", "svm-rfe": "SVM-RFE", "ensemble-svm-rfe": "Ens. SVM-RFE",
         "sw-svm-rfe": "SW SVM-RFE", "fsv": "FSV"}
ALL_FEATURES = "all features"  # its one area stands in the column of the mean

COLON = {
    "inf-fs, alpha cv": [86.4, 89, 89.4, 89.3, 89, 88.6],
    "fisher": [84.2, 86.2, 87.1, 86.0, 86.9, 86.1],
    "mim": [80.1, 83.0, 82.9, 83.3, 83.4, 82.5],
    "relieff": [78.8, 80.1, 78.5, 77.5, 76.1, 78.2],
    "sw-relieff": [78.3, 79.6, 78.1, 76.4, 75.4, 77.6],
    "svm-rfe": [76.4, 77.5, 79.2, 79.4, 80.1, 78.5],
    "ensemble-svm-rfe": [80.3, 79.4, 78.6, 78.6, 79.4, 79.3],
    "sw-svm-rfe": [79.5, 81.2, 78.4, 76.2, 76.2, 78.3],
    "fsv": [81.3, 83.2, 84.0, 83.9, 84.7, 83.4],
}
# Table 4, means, in the order of WAYS. Lymphoma is another problem here: see README.
WAYS = ["inf-fs, alpha cv", "fisher", "mim", "relieff", "fsv"]
MEANS = {
    "usps241": (94.1, 88.6, 92.1, 92.0, 91.2),
    "leukemia": (100, 99.7, 91.9, 95.0, 98.2),
    "lung181": (99.8, 99.7, 97.0, 96.8, 99.7),
    "dlbcl": (98.0, 97.7, 88.7, 97.5, 92.5),
    "madelon": (74.6, 71.3, 59.9, 66.6, 66.7),
    "lymphoma": (97.9, 97.7, 88.7, 97.5, 92.6),
}
# Set, folds, repetitions: choosing alpha makes 1100 machines for each fold.
RUNS = [("colon", 10, 3), ("leukemia", 10, 3), ("dlbcl", 10, 3), ("lymphoma", 10, 3),
        ("lung181", 10, 1), ("madelon", 5, 1), ("usps241", 3, 1)]
QUICK = [("colon", 10, 1)]


def make(runner, quick):
    parts = ["# Roffo, Melzi and Cristani (2015), tables 3, 4 and 6: areas under the ROC curve, stability",
             "Made by `papers/run inf-fs`: areas of a linear SVM in % by the number of features, their mean,\n"
             "its deviation between repetitions (+/-), the mean error, and the seconds of all folds (s)."]
    parts.append(_stability(runner, quick))
    for name, folds, repetitions in QUICK if quick else RUNS:
        runner.data(name)  # raises Missing
        args = [folds, repetitions, 1, name]
        text, seconds = runner.text(PROGRAM, args)
        command = shlex.join(["build/release/papers/" + PROGRAM, *map(str, args)])
        found = _rows(text)
        parts.append(printed.section(name, command, seconds, _table(name, found)))
    return "\n\n".join(parts) + "\n"


# Table 6: D_JS of the first 1,000 of 4,096 features with a half, a quarter and an eighth of 5,011 images.
SHARES = ["0.5", "0.25", "0.125"]
STABILITY = {
    "relieff": [0.81, 0.64, 0.44],
    "fisher": [0.95, 0.84, 0.69],
    "mim": [0.88, 0.64, 0.34],
    "fsv --scale standard": [0.90, 0.87, 0.86],
    "inf-fs": [0.99, 0.97, 0.94],
}


def _stability(runner, quick):
    """Another set of images, pixels instead of the features of a network; the same shares of the rows."""
    args = ["stability", runner.data("cifar10_5000"), "-k", "1000", "--resamples", "3" if quick else "10"]
    entries = []
    seconds = 0
    for method, published in STABILITY.items():
        found = []
        for share in SHARES:
            result, taken, _ = runner.json([*args, "--method", *method.split(), "--fraction", share])
            found.append(result["indices"]["jensen_shannon"]["partial_rankings"])
            seconds += taken
        cells = [f"{each['published']:.2f}" for each in found]
        cells += [f"{each['value']:.2f}" for each in found]
        entries.append((f"`{method}`", cells, [f"{figure:.2f}" for figure in published]))
    command = runner.command([*args, "--method", "METHOD", "--fraction", "SHARE"])
    head = ["1/2", "1/4", "1/8", "corrected for few lists: 1/2", "1/4", "1/8"]
    body = printed.compared(head, entries, "method")
    return printed.section("Table 6: stability, cifar10_5000", command, seconds, body)


def _rows(text):
    found = printed.rows(text, NAME_WIDTH)
    found.pop("first features", None)
    if ALL_FEATURES in found:
        area, error = found[ALL_FEATURES]
        found[ALL_FEATURES] = [""] * 5 + [area, "", error]
    return found


def _table(name, found):
    published = _published(name)
    entries = [(f"{NAMES[way]}, `{way}`" if way in NAMES else f"`{way}`", cells, published.get(way, []))
               for way, cells in found.items()]
    return printed.compared(HEAD, entries, "method")


def _published(name):
    """{way: the published cells of HEAD}"""
    if name == "colon":
        return {way: [f"{figure:.1f}" for figure in figures] for way, figures in COLON.items()}
    return {way: [""] * 5 + [f"{mean:.1f}"] for way, mean in zip(WAYS, MEANS[name])}
