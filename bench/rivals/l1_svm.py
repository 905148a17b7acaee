# SPDX-License-Identifier: Apache-2.0
"""l1-svm: pith against LIBLINEAR (through scikit-learn's LinearSVC), on the same tables, in one run.

    python3 bench/rivals/l1_svm.py BUILD/bin/pith [--shapes 5000x200,72x7129] [--cost 1]

Both on one thread, runs interleaved, the least CPU seconds of several; of pith without
starting and reading. LIBLINEAR stops at a tolerance: the largest of 1e-1, 1e-2, ... whose objective is within 1e-6
of the least (relative), which is what pith computes to all digits. Fails when its objective is higher.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded, which reads them then

import numpy
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

import warnings

warnings.simplefilter("ignore", ConvergenceWarning)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shapes", default="5000x200,72x7129")
    parser.add_argument("--cost", type=float, default=1)
    parser.add_argument("--times", type=int, default=5)
    return parser.parse_args()


def made(rows, features, folder):
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 2, rows)
    shared = generator.normal(size=(rows, 10))
    table = generator.normal(size=(rows, features)) + shared @ generator.normal(size=(10, features)) * 0.5
    table[:, :20] += 0.3 * target[:, None]
    table = (table - table.mean(axis=0)) / table.std(axis=0)
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    return table, target, path


def objective(machine, table, target, cost):
    weights, bias = machine.coef_[0], machine.intercept_[0]
    slack = numpy.maximum(0, 1 - (2 * target - 1) * (table @ weights + bias))
    return numpy.abs(weights).sum() + abs(bias) + cost * (slack ** 2).sum()


def liblinear(table, target, cost, tolerance):
    machine = LinearSVC(penalty="l1", dual=False, C=cost, tol=tolerance, max_iter=100000, random_state=0)
    start = time.process_time()
    machine.fit(table, target)
    return time.process_time() - start, objective(machine, table, target, cost)


def run(pith, path, *method):
    command = [pith, "select", path, "--target", "y", "-k", "5", "--threads", "1", "--format", "json", "-m", *method]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(output)


def ours(pith, path, cost):
    """CPU seconds, of which reading the table and starting the program are not counted: `random` does that."""
    idle = run(pith, path, "random")[0]
    seconds, result = run(pith, path, "l1-svm", "--cost", repr(cost))
    return max(seconds - idle, 1e-4), result["figures"]["objective"]


def compare(arguments, shape, folder):
    rows, features = (int(part) for part in shape.split("x"))
    table, target, path = made(rows, features, folder)
    least = ours(arguments.pith, path, arguments.cost)[1]
    tolerances = [10.0 ** -i for i in range(1, 10)]
    wanted = next((tolerance for tolerance in tolerances
                   if liblinear(table, target, arguments.cost, tolerance)[1] <= least * (1 + 1e-6)), tolerances[-1])
    seconds, peer_seconds = [], []
    for _ in range(arguments.times):
        seconds.append(ours(arguments.pith, path, arguments.cost)[0])
        peer, reached = liblinear(table, target, arguments.cost, wanted)
        peer_seconds.append(peer)
    if least > reached * (1 + 1e-9):
        sys.exit(f"l1_svm.py: objective {least}, LIBLINEAR {reached}")
    one, two = min(seconds), min(peer_seconds)
    print(f"l1-svm {rows} x {features}, C = {arguments.cost:g}: pith {one:.4f} s, LIBLINEAR (tolerance {wanted:g}, "
          f"{reached / least - 1:.1e} above) {two:.4f} s, {two / one:.1f}x", flush=True)


def main():
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        for shape in arguments.shapes.split(","):
            compare(arguments, shape, folder)


main()
