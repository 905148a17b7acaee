# SPDX-License-Identifier: Apache-2.0
"""cmtf: pith against scikit-learn's MultiTaskLasso at the equivalent lambda, and the growth of its time.

    python3 bench/rivals/sparse.py BUILD/bin/pith [--shapes 2000x500,100x5000] [--growth]

On one thread, runs interleaved, the least CPU seconds of several; of pith without starting and reading.
MultiTaskLasso cannot solve the problem by itself: it is given lambda = 2 gamma sum |w|, which pith found, and
stops at a duality gap of 1e-8. Fails when the norms differ by more than 1e-3 of the largest. --growth: rows
doubled, and features doubled, pith alone.
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

CLASSES = 4


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shapes", default="2000x500,100x5000")
    parser.add_argument("--gamma", type=float, default=10)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--growth", action="store_true")
    return parser.parse_args()


def made(rows, features, folder):
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, CLASSES, rows)
    table = generator.normal(size=(rows, features))
    table[:, :20] += 0.5 * generator.normal(size=(CLASSES, 20))[target]
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    return table, target, path


def run(pith, path, *method):
    command = [pith, "select", path, "--target", "y", "-k", "5", "--threads", "1", "--format", "json", "-m", *method]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(output)


def ours(pith, path, gamma):
    seconds, result = run(pith, path, "cmtf", "--gamma", repr(gamma))
    norms = numpy.zeros(len(result["ranking"]))
    for entry in result["ranking"]:
        norms[entry["index"]] = entry["score"]
    return seconds, norms, result["figures"]


def idle(pith, path):
    """CPU seconds to start and to read the table: `random` does nothing else."""
    return run(pith, path, "random")[0]


def peer(table, target, penalty):
    from sklearn.linear_model import MultiTaskLasso
    responses = numpy.where(target[:, None] == numpy.arange(CLASSES), 1.0, -1.0)
    model = MultiTaskLasso(alpha=penalty / (2 * len(table)), tol=1e-8, max_iter=100000)
    start = time.process_time()
    model.fit(table, responses)
    return time.process_time() - start, numpy.sqrt((model.coef_ ** 2).sum(axis=0))


def compare(arguments, shape, folder):
    rows, features = (int(part) for part in shape.split("x"))
    table, target, path = made(rows, features, folder)
    seconds, idle_seconds, peer_seconds = [], [], []
    for _ in range(arguments.times):
        once, norms, figures = ours(arguments.pith, path, arguments.gamma)
        seconds.append(once)
        idle_seconds.append(idle(arguments.pith, path))
        once, expected = peer(table, target, 2 * arguments.gamma * norms.sum())
        peer_seconds.append(once)
    if numpy.abs(norms - expected).max() > 1e-3 * expected.max():
        sys.exit("sparse.py: MultiTaskLasso has other norms")
    one, two = max(min(seconds) - min(idle_seconds), 1e-3), min(peer_seconds)
    print(f"cmtf {rows} x {features}, gamma {arguments.gamma:g}: {figures['support']:.0f} features, gap "
          f"{figures['gap'] / figures['objective']:.1e}, pith {one:.3f} s, MultiTaskLasso {two:.3f} s, "
          f"{two / one:.1f}x", flush=True)


def growth(arguments, folder):
    for sizes in ([(5000 << i, 200) for i in range(4)], [(500, 2000 << i) for i in range(4)]):
        times = []
        for rows, features in sizes:
            path = made(rows, features, folder)[2]
            # The penalty per row stays the same, and so about does the number of features.
            gamma = arguments.gamma * rows / 50
            runs = [(ours(arguments.pith, path, gamma)[0], idle(arguments.pith, path)) for _ in range(arguments.times)]
            times.append(min(run[0] for run in runs) - min(run[1] for run in runs))
        print("growth: " + ", ".join(f"{rows} x {features} {seconds:.3f} s"
                                     for (rows, features), seconds in zip(sizes, times)), flush=True)


def main():
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        for shape in filter(None, arguments.shapes.split(",")):
            compare(arguments, shape, folder)
        if arguments.growth:
            growth(arguments, folder)


main()
