# SPDX-License-Identifier: Apache-2.0
"""ReliefF: pith against skrebate and the plain way in NumPy, on the same tables, in one run.

    python3 bench/rivals/relief.py BUILD/bin/pith [--shapes 2000x500,10000x100] [--growth]

The plain way: for every row the differences to all rows, the ten nearest in each class, and their
means. Everything on one thread, pith a second time on two. CPU seconds; of pith the selection
without reading (wall, as it reports; on two threads too). Fails when scores differ by more than
1e-9. --growth: rows doubled, and features doubled, pith alone.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded, which reads them then

import numpy

NEIGHBOURS = 10


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shapes", default="2000x500,10000x100")
    parser.add_argument("--growth", action="store_true")
    return parser.parse_args()


def made(rows, features, folder):
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 2, rows)
    table = generator.normal(size=(rows, features))
    table[:, :5] += 0.8 * target[:, None]
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    return table, target, path


def plain(table, target):
    low = table.min(axis=0)
    scaled = (table - low) / (table.max(axis=0) - low)
    classes = [numpy.flatnonzero(target == c) for c in numpy.unique(target)]
    scores = numpy.zeros(table.shape[1])
    for row in range(len(table)):
        differences = numpy.abs(scaled - scaled[row])
        distances = differences.sum(axis=1)
        distances[row] = numpy.inf
        for c, members in enumerate(classes):
            near = members[numpy.argpartition(distances[members], NEIGHBOURS)[:NEIGHBOURS]]
            mean = differences[near].mean(axis=0)
            scores += -mean if target[row] == c else mean
    return scores / len(table)


def skrebate_scores(table, target):
    from skrebate import ReliefF
    found = ReliefF(n_neighbors=NEIGHBOURS, n_jobs=1, categorical_threshold=2)
    found.fit(table, target)
    return found.feature_importances_


def ours(pith, path, threads):
    command = [pith, "select", path, "--target", "y", "-m", "relieff", "-k", "5", "--threads", str(threads),
               "--neighbours", str(NEIGHBOURS), "--format", "json"]
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    scores = numpy.zeros(len(result["ranking"]))
    for entry in result["ranking"]:
        scores[entry["index"]] = entry["score"]
    return scores, result["seconds"]["select"]


def best_of(pith, path, threads, times=3):
    runs = [ours(pith, path, threads) for _ in range(times)]
    return runs[0][0], min(seconds for _, seconds in runs)


def compare(pith, shape, folder):
    rows, features = (int(part) for part in shape.split("x"))
    table, target, path = made(rows, features, folder)
    scores, one = best_of(pith, path, 1)
    same, two = best_of(pith, path, 2)
    if not numpy.array_equal(scores, same):
        sys.exit("relief.py: one and two threads differ")
    print(f"relieff {rows} x {features}: pith {one:.3f} s, on two threads {two:.3f} s ({one / two:.2f}x)", flush=True)
    for name, rival in (("plain NumPy", plain), ("skrebate", skrebate_scores)):
        start = time.process_time()
        expected = rival(table, target)
        seconds = time.process_time() - start
        if numpy.abs(scores - expected).max() > 1e-9:
            sys.exit(f"relief.py: {name} has other scores")
        print(f"  {name}: {seconds:.2f} s, {seconds / one:.0f}x", flush=True)


def growth(pith, folder):
    for sizes in ([(2500 << i, 50) for i in range(4)], [(2000, 250 << i) for i in range(4)]):
        times = []
        for rows, features in sizes:
            path = made(rows, features, folder)[2]
            times.append(best_of(pith, path, 1, 2)[1])
        print("growth: " + ", ".join(f"{rows} x {features} {seconds:.3f} s"
                                     for (rows, features), seconds in zip(sizes, times)), flush=True)


def main():
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        for shape in filter(None, arguments.shapes.split(",")):
            compare(arguments.pith, shape, folder)
        if arguments.growth:
            growth(arguments.pith, folder)


main()
