# SPDX-License-Identifier: Apache-2.0
"""Discrete information: pith against what Python has, on the same tables, in one run, on one thread each.

    python3 bench/rivals/discrete.py BUILD/bin/pith [--repeat 3]

Prints CPU seconds of each rival; CPU seconds of pith's whole process, reading included, and the seconds
that pith gives for the selection alone; and both ratios. Fails unless every rival that computes the same
criterion has the same features in the same order, and the same scores to 1e-9 nats.
"""

import argparse
import importlib.metadata
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded, which reads them then

import numpy

PACKAGES = ("numpy", "scikit-learn", "mrmr_selection", "skfeature-chappers", "ITMO_FS")
TOLERANCE = 1e-9


class Table:
    """Categories that are noise but for the first tenth, which says more or less of the target."""

    def __init__(self, shape, levels, classes, copies):
        rows, columns = self.shape = shape
        generator = numpy.random.default_rng(1)
        self.target = generator.integers(classes, size=rows)
        features = generator.integers(levels, size=shape)
        informative = columns // 10
        for j, share in enumerate(numpy.linspace(0.05, 0.5, informative)):
            told = generator.random(rows) < share
            # Every third repeats one before it and not the target, so that redundancy matters.
            source = features[:, j - 1] if j % 3 == 2 else self.target % levels
            features[told, j] = source[told]
        mask = generator.integers(classes, size=rows)  # two that say something only together
        features[:, informative] = mask % levels
        features[:, informative + 1] = (mask + self.target) % classes % levels
        if copies:  # ties: the same levels, and the same under other names
            features[:, -5:] = features[:, informative - 5:informative]
            features[:, -10:-5] = levels - 1 - features[:, informative - 5:informative]
        self.features = features[:, generator.permutation(columns)]
        self.columns = numpy.ascontiguousarray(self.features.T)

    def write(self, path):
        numpy.savez(path, X=self.features, y=self.target)


def first_of_best(scores):
    """The lowest index among those tied with the best, as docs/decisions/0002-ties.md has it."""
    best = numpy.nanmax(scores)
    return int(numpy.flatnonzero(scores >= best - TOLERANCE * max(1, abs(best)))[0])


def information_numpy(a, b):
    """I(a;b) in nats of two vectors of small codes, by one bincount."""
    width = int(b.max()) + 1
    joint = numpy.bincount(a * width + b, minlength=(int(a.max()) + 1) * width).reshape(-1, width)

    def sum_c_log_c(counts):
        counts = counts[counts > 0]
        return float(counts @ numpy.log(counts))

    cells = sum_c_log_c(joint.ravel()) - sum_c_log_c(joint.sum(axis=0)) - sum_c_log_c(joint.sum(axis=1))
    return cells / len(a) + float(numpy.log(len(a)))


def ranked(scores, k):
    left = numpy.array(scores, dtype=float)
    order = []
    for _ in range(k):
        order.append(first_of_best(left))
        left[order[-1]] = numpy.nan
    return order, [scores[j] for j in order]


def greedy(table, method, k, information):
    """The loop that one writes by hand: each pair of a candidate and the last feature is counted once."""
    columns, target = table.columns, table.target
    relevance = numpy.array([information(x, target) for x in columns])
    levels = int(columns.max()) + 1
    sums, least, scores = numpy.zeros(len(columns)), relevance.copy(), relevance.copy()
    order, values = [], []
    while True:
        last = first_of_best(scores)
        order.append(last)
        values.append(scores[last])
        scores[last] = numpy.nan
        if len(order) == k:
            return order, values
        for j in numpy.flatnonzero(~numpy.isnan(scores)):
            if method == "mrmr":
                sums[j] += information(columns[j], columns[last])
                scores[j] = relevance[j] - sums[j] / len(order)
                continue
            both = information(columns[j] * levels + columns[last], target)
            if method == "jmi":
                sums[j] += both
                scores[j] = sums[j]
            else:  # I(x;y|s) = I(x,s;y) - I(s;y)
                least[j] = min(least[j], both - relevance[last])
                scores[j] = least[j]


def loop_numpy(table, method, k):
    if method == "mim":
        return ranked([information_numpy(x, table.target) for x in table.columns], k)
    return greedy(table, method, k, information_numpy)


def loop_sklearn(table, method, k):
    from sklearn.metrics import mutual_info_score

    if method == "mim":
        return ranked([mutual_info_score(x, table.target) for x in table.columns], k)
    return greedy(table, method, k, mutual_info_score)


def classif_sklearn(table, method, k):
    from sklearn.feature_selection import mutual_info_classif

    return ranked(mutual_info_classif(table.features, table.target, discrete_features=True), k)


def mrmr_selection(table, method, k):
    """Another criterion, an F statistic over the mean correlation: its time counts, its answer does not."""
    import pandas
    from mrmr import mrmr_classif

    frame = pandas.DataFrame(table.features, columns=[str(j) for j in range(table.shape[1])])
    _, _, redundancy = mrmr_classif(frame, pandas.Series(table.target), k, n_jobs=1,
                                    return_scores=True, show_progress=False)
    mrmr_selection.megabytes = redundancy.to_numpy().nbytes / 1e6
    return None, None


def skfeature_cmim(table, method, k):
    from skfeature.function.information_theoretical_based import CMIM

    return CMIM.cmim(table.features, table.target, mode="index", n_selected_features=k).tolist(), None


def itmo_fs(table, method, k):
    from ITMO_FS.filters.multivariate import MultivariateFilter

    model = MultivariateFilter(method.split()[0].upper(), k)
    model.fit(table.features, table.target)
    return model.selected_features.tolist(), None


def itmo_scores(table, method, order):
    """What ITMO_FS gives each feature when its turn comes. Its JMI is the mean that falls short of ours,
    the sum over s of I(x,s;y), by I(s;y) in every term."""
    from ITMO_FS.filters.multivariate import measures

    measure = getattr(measures, method.split()[0].upper())
    relevance = [measures.mutual_information(table.columns[j], table.target) for j in order]
    scores = relevance[:1]
    for i in range(1, len(order)):
        chosen, candidate = numpy.array(order[:i]), numpy.array(order[i:i + 1])
        score = float(measure(chosen, candidate, table.features, table.target)[0])
        scores.append(i * score + sum(relevance[:i]) if method == "jmi" else score)
    return scores


def cpu(who):
    return sum(resource.getrusage(who)[:2])


def run_pith(program, path, method, k, repeat):
    """The answer, the least CPU seconds of the process, the least seconds of the selection."""
    command = [program, "select", path, "--method", *method.split(), "-k", str(k), "--threads", "1",
               "--categorical", "*", "--format", "json", "--quiet"]
    whole, selection = [], []
    for _ in range(repeat):
        before = cpu(resource.RUSAGE_CHILDREN)
        answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        whole.append(cpu(resource.RUSAGE_CHILDREN) - before)
        selection.append(answer["seconds"]["select"])
    return answer["selected"], min(whole), min(selection)


def verdict(table, method, ours, rival, theirs):
    """What the last column says; or the end of the run, when the answers differ."""
    order, scores = theirs
    if order is None:
        return "another criterion"
    if order != [feature["index"] for feature in ours]:
        sys.exit(f"{method}: pith selects {[f['index'] for f in ours]}, {rival.__name__} {order}")
    if rival is itmo_fs:
        scores = itmo_scores(table, method, order)
    if scores is None:
        return "same order"
    worst = max(abs(feature["score"] - score) for feature, score in zip(ours, scores))
    if not worst <= TOLERANCE:
        sys.exit(f"{method}: the scores of pith and {rival.__name__} differ by {worst}")
    return "same order and scores"


def compare(options, path, table, k, contests):
    table.write(path)
    print(f"\n{table.shape[0]} x {table.shape[1]}, {int(table.features.max()) + 1} levels, "
          f"{int(table.target.max()) + 1} classes, k = {k}", flush=True)
    print(f"{'method':<16}{'rival':<16}{'rival s':>9}{'pith s':>9}{'select s':>10}{'ratio':>8}"
          f"{'to select':>11}  answers")
    for method, rivals in contests:
        ours, whole, selection = run_pith(options.program, path, method, k, options.repeat)
        for rival in rivals:
            start = time.process_time()
            theirs = rival(table, method, k)
            seconds = time.process_time() - start
            print(f"{method:<16}{rival.__name__:<16}{seconds:>9.3f}{whole:>9.3f}{selection:>10.4f}"
                  f"{seconds / whole:>8.1f}{seconds / selection:>11.0f}"
                  f"  {verdict(table, method, ours, rival, theirs)}", flush=True)


def load_rivals():
    """Loads what the rivals need, so that no import is in their time."""
    warnings.filterwarnings("ignore")  # of solvers and versions; nothing here depends on them
    tiny = Table((60, 40), 2, 2, copies=False)
    for method, rivals in LARGE + SMALL:
        for rival in rivals:
            rival(tiny, method, 2)


LARGE = [
    ("mim", [loop_numpy, loop_sklearn, classif_sklearn]),
    ("mrmr", [loop_numpy, loop_sklearn, mrmr_selection]),
    ("jmi", [loop_numpy, loop_sklearn]),
    ("cmim", [loop_numpy, loop_sklearn]),
]
# Both packages leave out the cap of CMIM, and both give ties to rounding: no copies in their table.
SMALL = [
    ("mrmr", [itmo_fs]),
    ("jmi", [itmo_fs]),
    ("cmim --cap false", [itmo_fs, skfeature_cmim]),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="the built pith")
    parser.add_argument("--repeat", type=int, default=3, help="runs of pith, of which the least counts")
    options = parser.parse_args()
    print(", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES))
    load_rivals()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.npz")
        for shape, levels, classes in (((5000, 200), 5, 4), ((500, 2000), 3, 4)):
            compare(options, path, Table(shape, levels, classes, copies=True), 20, LARGE)
            print(f"mrmr_selection keeps {mrmr_selection.megabytes:.1f} MB of redundancies")
        compare(options, path, Table((1000, 100), 5, 4, copies=False), 8, SMALL)


if __name__ == "__main__":
    main()
