# SPDX-License-Identifier: Apache-2.0
"""svm-rfe one feature at a time: pith against scikit-learn's RFE, in one run.

    python3 bench/rivals/svm_rfe.py BUILD/bin/pith [--shapes 72x7129,200x10000] [--rounds 6]

The rivals are RFE with LinearSVC (LIBLINEAR) and with SVC(kernel="linear") (LIBSVM), both with
scikit-learn's default tolerances. They would take minutes to an hour, so only some of their rounds
are run: at each of several numbers of features, RFE eliminates `--rounds` features. The time of a
round is interpolated linearly between these sizes and summed over all rounds (an extrapolation,
marked ~). Of pith the whole elimination runs. Everything on one thread, pith a second time on two.
CPU seconds; of pith those of the whole program, reading included, the least of three runs that
alternate with the rivals. Fails when one and two threads differ, or when RFE with
LIBSVM at a tolerance of 1e-6 eliminates other features first.
"""

import argparse
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
from sklearn.feature_selection import RFE
from sklearn.svm import SVC, LinearSVC

SHARES = (1.0, 0.75, 0.5, 0.25, 0.05)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shapes", default="72x7129,200x10000")
    parser.add_argument("--rounds", type=int, default=6)
    return parser.parse_args()


def made(rows, features, folder):
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 2, rows)
    table = generator.normal(size=(rows, features))
    table[:, :20] += 0.5 * target[:, None]
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    return table, target, path


def ours(pith, path, threads):
    command = [pith, "select", path, "--target", "y", "-m", "svm-rfe", "-k", "5", "--threads", str(threads),
               "--format", "json"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return [entry["index"] for entry in result["ranking"]], seconds


def round_seconds(machine, table, target, rounds):
    """Seconds of a round of RFE: an elimination of `rounds` features less one of a single one."""
    def seconds(count):
        search = RFE(machine, n_features_to_select=table.shape[1] - count, step=1)
        start = time.process_time()
        search.fit(table, target)
        return time.process_time() - start
    return (seconds(1 + rounds) - seconds(1)) / rounds


def total_seconds(features, sizes, times):
    left = numpy.arange(1, features + 1)
    return float(numpy.interp(left, sizes[::-1], times[::-1]).sum())


def check_first(table, target, order, rounds):
    search = RFE(SVC(kernel="linear", tol=1e-6), n_features_to_select=table.shape[1] - rounds, step=1)
    search.fit(table, target)
    if set(numpy.flatnonzero(~search.support_)) != set(order[-rounds:]):
        sys.exit("svm_rfe.py: RFE eliminates other features first")


def compare(pith, shape, rounds, folder):
    rows, features = (int(part) for part in shape.split("x"))
    table, target, path = made(rows, features, folder)
    rivals = {"RFE, LinearSVC": LinearSVC(), 'RFE, SVC(kernel="linear")': SVC(kernel="linear")}
    sizes = [int(features * share) for share in SHARES]
    times = {name: [] for name in rivals}
    runs = []
    for place, size in enumerate(sizes):
        if place < 3:
            runs.append((ours(pith, path, 1), ours(pith, path, 2)))
        part = numpy.ascontiguousarray(table[:, :size])
        for name, machine in rivals.items():
            times[name].append(round_seconds(machine, part, target, rounds))
    if any(one[0] != two[0] for one, two in runs):
        sys.exit("svm_rfe.py: one and two threads differ")
    check_first(table, target, runs[0][0][0], rounds)
    one = min(run[0][1] for run in runs)
    two = min(run[1][1] for run in runs)
    print(f"svm-rfe {rows} x {features}: pith {one:.2f} s, on two threads {two:.2f} s", flush=True)
    for name, seconds in times.items():
        total = total_seconds(features, sizes, seconds)
        print(f"  {name}: ~{total:.0f} s ({1000 * seconds[0]:.1f} ms in the first rounds), ~{total / one:.0f}x",
              flush=True)


def main():
    arguments = parsed()
    warnings.simplefilter("ignore")  # LIBLINEAR stops after 1000 iterations
    with tempfile.TemporaryDirectory() as folder:
        for shape in filter(None, arguments.shapes.split(",")):
            compare(arguments.pith, shape, arguments.rounds, folder)


main()
