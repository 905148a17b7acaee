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
        self.levels = levels
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

    def write(self, folder):
        self.path = os.path.join(folder, "table.npz")
        numpy.savez(self.path, X=self.features, y=self.target)


def first_of_best(scores):
    """The lowest index among those tied with the best, as docs/decisions/0002-ties.md has it."""
    best = numpy.nanmax(scores)
    return int(numpy.flatnonzero(scores >= best - TOLERANCE * max(1, abs(best)))[0])


def sum_c_log_c(counts, axis):
    """The sum of c log c, of which plug-in entropies are made."""
    return (counts * numpy.log(numpy.maximum(counts, 1))).sum(axis=axis)


def information_of(joint):
    """I(a;b) in nats from the counts of (a, b) in the last two axes."""
    rows = joint.sum(axis=(-2, -1))
    cells = sum_c_log_c(joint, (-2, -1))
    margins = sum_c_log_c(joint.sum(axis=-2), -1) + sum_c_log_c(joint.sum(axis=-1), -1)
    return (cells - margins) / rows + numpy.log(rows)


def information_numpy(a, b):
    """I(a;b) in nats of two vectors of small codes, by one bincount."""
    width = int(b.max()) + 1
    joint = numpy.bincount(a * width + b, minlength=(int(a.max()) + 1) * width)
    return float(information_of(joint.reshape(-1, width)))


class ByPairs:
    """Candidates one at a time, by a function that gives I(a;b)."""

    def __init__(self, table, information):
        self.table, self.information = table, information

    def alone(self, candidates, other):
        """I(x;other) of each candidate x."""
        return [self.information(self.table.columns[j], other) for j in candidates]

    def joined(self, candidates, last):
        """I(x,last;y) of each candidate x."""
        columns, levels = self.table.columns, self.table.levels
        return [self.information(columns[j] * levels + columns[last], self.table.target) for j in candidates]


class ByMatrix:
    """All features in one product of indicator matrices, the fastest that we know in numpy alone."""

    def __init__(self, table):
        self.table = table
        levels = numpy.arange(table.levels)[:, None]
        # Single precision holds whole numbers to 2^24 exactly: more than there are rows.
        indicators = (table.columns[:, None, :] == levels).astype(numpy.float32)
        self.indicators = indicators.reshape(-1, table.shape[0])

    def joint(self, codes):
        indicators = (codes[:, None] == numpy.arange(int(codes.max()) + 1)).astype(numpy.float32)
        counts = (self.indicators @ indicators).astype(float)
        return counts.reshape(self.table.shape[1], self.table.levels, -1)

    def alone(self, candidates, other):
        return information_of(self.joint(other)[candidates])

    def joined(self, candidates, last):
        classes = int(self.table.target.max()) + 1
        counts = self.joint(self.table.columns[last] * classes + self.table.target)[candidates]
        counts = numpy.pad(counts, ((0, 0), (0, 0), (0, -counts.shape[2] % classes)))
        return information_of(counts.reshape(len(candidates), -1, classes))


def ranked(scores, k):
    left = numpy.array(scores, dtype=float)
    order = []
    for _ in range(k):
        order.append(first_of_best(left))
        left[order[-1]] = numpy.nan
    return order, [scores[j] for j in order]


def greedy(table, method, k, counted):
    """The search that one writes by hand: each candidate meets each selected feature once."""
    relevance = numpy.array(counted.alone(range(table.shape[1]), table.target))
    if method == "mim":
        return ranked(relevance, k)
    scores, least, sums = relevance.copy(), relevance.copy(), numpy.zeros(table.shape[1])
    order, values = [], []
    while True:
        last = first_of_best(scores)
        order.append(last)
        values.append(scores[last])
        scores[last] = numpy.nan
        if len(order) == k:
            return order, values
        left = numpy.flatnonzero(~numpy.isnan(scores))
        if method == "mrmr":
            sums[left] += counted.alone(left, table.columns[last])
            scores[left] = relevance[left] - sums[left] / len(order)
        elif method == "jmi":
            sums[left] += counted.joined(left, last)
            scores[left] = sums[left]
        else:  # cmim, with I(x;y|s) = I(x,s;y) - I(s;y)
            least[left] = numpy.minimum(least[left], counted.joined(left, last) - relevance[last])
            scores[left] = least[left]


def loop_numpy(table, method, k):
    return greedy(table, method, k, ByPairs(table, information_numpy))


def matrix_numpy(table, method, k):
    return greedy(table, method, k, ByMatrix(table))


def loop_sklearn(table, method, k):
    from sklearn.metrics import mutual_info_score

    return greedy(table, method, k, ByPairs(table, mutual_info_score))


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
    return None, f"another criterion; a matrix of {redundancy.to_numpy().nbytes / 1e6:.1f} MB"


def skfeature_cmim(table, method, k):
    from skfeature.function.information_theoretical_based import CMIM

    return CMIM.cmim(table.features, table.target, mode="index", n_selected_features=k).tolist(), None


def itmo_fs(table, method, k):
    from ITMO_FS.filters.multivariate import MultivariateFilter

    model = MultivariateFilter(method.split()[0].upper(), k)
    model.fit(table.features, table.target)
    order = model.selected_features.tolist()
    return order, lambda: itmo_scores(table, method, order)


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


def run_pith(options, table, method, k):
    """The answer, the least CPU seconds of the process, the least seconds of the selection."""
    command = [options.program, "select", table.path, "--method", *method.split(), "-k", str(k),
               "--threads", "1", "--categorical", "*", "--format", "json", "--quiet"]
    whole, selection = [], []
    for _ in range(options.repeat):
        before = cpu(resource.RUSAGE_CHILDREN)
        answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        whole.append(cpu(resource.RUSAGE_CHILDREN) - before)
        selection.append(answer["seconds"]["select"])
    return answer["selected"], min(whole), min(selection)


def run_rival(options, rival, *task):
    """The answer and the least CPU seconds; those that take more than a second run once."""
    seconds = []
    while not seconds or (len(seconds) < options.repeat and seconds[0] < 1):
        start = time.process_time()
        answer = rival(*task)
        seconds.append(time.process_time() - start)
    return answer, min(seconds)


def verdict(method, ours, rival, theirs):
    """What the last column says; or the end of the run, when the answers differ."""
    order, scores = theirs
    if order is None:
        return scores
    if order != [feature["index"] for feature in ours]:
        sys.exit(f"{method}: pith selects {[f['index'] for f in ours]}, {rival.__name__} {order}")
    if scores is None:
        return "same order"
    if callable(scores):
        scores = scores()
    worst = max(abs(feature["score"] - score) for feature, score in zip(ours, scores))
    if not worst <= TOLERANCE:
        sys.exit(f"{method}: the scores of pith and {rival.__name__} differ by {worst}")
    return "same order and scores"


def compare(options, table, k, contests):
    print(f"\n{table.shape[0]} x {table.shape[1]}, {table.levels} levels, "
          f"{int(table.target.max()) + 1} classes, k = {k}")
    print(f"{'method':<18}{'rival':<17}{'rival s':>9}{'pith s':>9}{'select s':>10}{'ratio':>8}"
          f"{'to select':>11}  answers", flush=True)
    for method, rivals in contests:
        ours, whole, selection = run_pith(options, table, method, k)
        for rival in rivals:
            theirs, seconds = run_rival(options, rival, table, method, k)
            print(f"{method:<18}{rival.__name__:<17}{seconds:>9.3f}{whole:>9.3f}{selection:>10.4f}"
                  f"{seconds / whole:>8.1f}{seconds / selection:>11.0f}"
                  f"  {verdict(method, ours, rival, theirs)}", flush=True)


def load_rivals():
    """Loads what the rivals need, so that no import is in their time."""
    warnings.filterwarnings("ignore")  # of solvers and versions; nothing here depends on them
    tiny = Table((60, 40), 2, 2, copies=False)
    for method, rivals in TALL + SMALL:
        for rival in rivals:
            rival(tiny, method, 2)


TALL = [
    ("mim", [matrix_numpy, loop_numpy, loop_sklearn, classif_sklearn]),
    ("mrmr", [matrix_numpy, loop_numpy, loop_sklearn, mrmr_selection]),
    ("jmi", [matrix_numpy, loop_numpy, loop_sklearn]),
    ("cmim", [matrix_numpy, loop_numpy, loop_sklearn]),
]
# Without scikit-learn's loop where it takes more than a minute each time.
WIDE = [
    ("mim", [matrix_numpy, loop_numpy, loop_sklearn, classif_sklearn]),
    ("mrmr", [matrix_numpy, loop_numpy, mrmr_selection]),
    ("jmi", [matrix_numpy, loop_numpy]),
    ("cmim", [matrix_numpy, loop_numpy]),
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
        for table, k, contests in ((Table((5000, 200), 5, 4, copies=True), 20, TALL),
                                   (Table((500, 2000), 3, 4, copies=True), 20, WIDE),
                                   (Table((1000, 100), 5, 4, copies=False), 8, SMALL)):
            table.write(folder)
            compare(options, table, k, contests)


if __name__ == "__main__":
    main()
