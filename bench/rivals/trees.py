# SPDX-License-Identifier: Apache-2.0
"""Extra-Trees: pith against scikit-learn, with the same number of trees, on the same tables, in one run.

    python3 bench/rivals/trees.py BUILD/bin/pith [--shapes 5000x200,60000x784] [--trees 20] [--mnist FOLDER] [--growth]

5000x200: normal numbers, two classes. 60000x784: MNIST where --mnist names the folder with its two files of training
data, else whole numbers from 0 to 255 in ten classes, four of five of them 0. Two threads each, interleaved, least CPU
seconds of three runs: of scikit-learn fit and feature_importances_, of pith the whole process minus one that reads the
same file and ranks at random. Fails when the importances correlate by less than 0.8 (few trees are random).
--growth: gbfs with rows doubled, and with features doubled, pith alone.
"""

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded, which reads them then

import numpy


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shapes", default="5000x200,60000x784")
    parser.add_argument("--trees", type=int, default=20)
    parser.add_argument("--mnist")
    parser.add_argument("--growth", action="store_true")
    return parser.parse_args()


def normal(rows, features):
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 2, rows)
    table = generator.normal(size=(rows, features))
    table[:, :5] += 0.8 * target[:, None]
    return table, target


def pixels(rows, features):
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 10, rows)
    means = generator.uniform(-300, 60, size=(10, features))
    table = generator.normal(means[target], 120).clip(0, 255)
    return table.astype(numpy.uint8), target


def mnist(folder):
    def content(name, skipped):
        with gzip.open(os.path.join(folder, name)) as file:
            return numpy.frombuffer(file.read()[skipped:], numpy.uint8)
    return (content("train-images-idx3-ubyte.gz", 16).reshape(-1, 784),
            content("train-labels-idx1-ubyte.gz", 8).astype(int))


def made(shape, arguments):
    rows, features = (int(part) for part in shape.split("x"))
    if features != 784:
        return normal(rows, features)
    return mnist(arguments.mnist) if arguments.mnist else pixels(rows, features)


def saved(table, target, folder):
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    return path


def seconds(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def ours(pith, path, method, *options):
    command = [pith, "select", path, "--target", "y", "-m", method, "-k", "5", "--threads", "2", "--format", "json",
               *options]
    before = seconds(resource.RUSAGE_CHILDREN)
    result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    spent = seconds(resource.RUSAGE_CHILDREN) - before
    scores = numpy.zeros(len(result["ranking"]))
    for entry in result["ranking"]:
        scores[entry["index"]] = entry["score"]
    return scores, spent


def theirs(table, target, trees):
    from sklearn.ensemble import ExtraTreesClassifier
    before = seconds(resource.RUSAGE_SELF)
    scores = ExtraTreesClassifier(trees, n_jobs=2, random_state=0).fit(table, target).feature_importances_
    return scores, seconds(resource.RUSAGE_SELF) - before


def compare(shape, arguments, folder):
    table, target = made(shape, arguments)
    path = saved(table, target, folder)
    table = table.astype(numpy.float32)  # as it would convert them
    times = []
    for _ in range(3):
        scores, spent = ours(arguments.pith, path, "extra-trees", "--trees", str(arguments.trees))
        idle = ours(arguments.pith, path, "random")[1]
        expected, rival = theirs(table, target, arguments.trees)
        times.append((spent - idle, rival))
    if numpy.corrcoef(scores, expected)[0, 1] < 0.8:
        sys.exit("trees.py: scikit-learn has other importances")
    own, rival = (min(column) for column in zip(*times))
    print(f"extra-trees {shape}, {arguments.trees} trees, two threads: pith {own:.3f} s, scikit-learn {rival:.2f} s of CPU, "
          f"{rival / own:.1f}x", flush=True)


def growth(arguments, folder):
    for sizes in ([(2500 << i, 50) for i in range(4)], [(2000, 250 << i) for i in range(4)]):
        times = []
        for rows, features in sizes:
            path = saved(*normal(rows, features), folder)
            runs = [ours(arguments.pith, path, "gbfs", "--rounds", "20")[1] - ours(arguments.pith, path, "random")[1]
                    for _ in range(2)]
            times.append(min(runs))
        print("growth of gbfs, 20 rounds: " + ", ".join(f"{rows} x {features} {spent:.3f} s"
                                                        for (rows, features), spent in zip(sizes, times)), flush=True)


def main():
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        for shape in filter(None, arguments.shapes.split(",")):
            compare(shape, arguments, folder)
        if arguments.growth:
            growth(arguments, folder)


main()
