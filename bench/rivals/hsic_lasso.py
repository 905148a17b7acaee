# SPDX-License-Identifier: Apache-2.0
"""HSIC lasso: pith against pyHSICLasso, on the same table, in one run.

    python3 bench/rivals/hsic_lasso.py BUILD/bin/pith [--shape 500x5000] [-k 20] [--blocks]

All pairs of rows (B = 0 there), two classes, one thread each. CPU seconds: of pith the whole
process with reading, least of three; of pyHSICLasso the call alone. Memory: peak of the process.
Fails when the features differ, or coefficients by more than 1e-4 (it computes in single
precision). pyHSICLasso needs about 14 bytes per pair of rows and feature; where that is more than
the free memory, both get as many features as fit. --blocks: blocks of 20 rows, three repetitions
(its default), too; the blocks are random, so the features may differ.
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


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shape", default="500x5000")
    parser.add_argument("-k", type=int, default=20)
    parser.add_argument("--blocks", action="store_true")
    parser.add_argument("--rival", help=argparse.SUPPRESS)  # the table: run pyHSICLasso on it
    parser.add_argument("--block-size", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


def made(rows, features, folder):
    """Ten features with a shifted mean or a larger spread in one class; the rest is noise."""
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 2, rows)
    table = generator.normal(size=(rows, features))
    for j in range(0, 10, 2):
        table[:, j] *= 1 + (0.5 + 0.1 * j) * target
        table[:, j + 1] += (0.4 + 0.1 * j) * target
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    return path


def rival(path, k, block):
    """In a process of its own, whose memory can be measured."""
    from pyHSICLasso import HSICLasso
    data = numpy.load(path)
    lasso = HSICLasso()
    lasso.input(data["X"], data["y"])
    start = time.process_time()
    lasso.classification(k, B=block, M=3, n_jobs=1)
    seconds = time.process_time() - start
    scores = dict(zip(map(int, lasso.get_index()), map(float, lasso.get_index_score())))
    print("RESULT " + json.dumps({"seconds": seconds, "scores": scores}))


def measured(command):
    """Output, CPU seconds and peak memory in MiB of a process."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"hsic_lasso.py: {' '.join(command)} failed: {process.returncode}")
        output.seek(0)
        return output.read(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def ours(arguments, path, block):
    command = [arguments.pith, "select", path, "--target", "y", "-m", "hsic-lasso", "-k", str(arguments.k),
               "--threads", "1", "--blocks", str(block), "--format", "json"]
    runs = [measured(command) for _ in range(3)]
    result = json.loads(runs[0][0])
    scores = {entry["index"]: entry["score"] for entry in result["selected"]}
    return scores, min(run[1] for run in runs), max(run[2] for run in runs)


def theirs(arguments, path, block):
    command = [sys.executable, os.path.abspath(__file__), arguments.pith, "--rival", path, "-k", str(arguments.k),
               "--block-size", str(block)]
    output, _, memory = measured(command)
    line = next(line for line in output.splitlines() if line.startswith("RESULT "))
    result = json.loads(line[len("RESULT "):])
    return {int(feature): score for feature, score in result["scores"].items()}, result["seconds"], memory


def compare(arguments, path, shape, block):
    scores, seconds, memory = ours(arguments, path, block)
    expected, their_seconds, their_memory = theirs(arguments, path, block)
    name = f"blocks of {block}" if block else "all pairs"
    print(f"hsic-lasso {shape[0]} x {shape[1]}, {arguments.k} features, {name}: "
          f"pith {seconds:.2f} s, {memory:.0f} MiB; pyHSICLasso {their_seconds:.1f} s, {their_memory:.0f} MiB: "
          f"{their_seconds / seconds:.0f}x, {memory / their_memory:.4f} of the memory", flush=True)
    common = set(scores) & set(expected)
    if block:
        print(f"  {len(common)} of {arguments.k} features in common", flush=True)
        return
    difference = max(abs(scores[feature] - expected[feature]) for feature in common)
    print(f"  the same features, coefficients differ by at most {difference:.1e}" if set(scores) == set(expected)
          else f"  only {len(common)} of {arguments.k} features in common", flush=True)
    if set(scores) != set(expected) or difference > 1e-4:
        sys.exit("hsic_lasso.py: the results differ")


def available_memory():
    with open("/proc/meminfo") as lines:
        return next(int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable"))


def main():
    arguments = parsed()
    if arguments.rival:
        rival(arguments.rival, arguments.k, arguments.block_size)
        return
    rows, features = (int(part) for part in arguments.shape.split("x"))
    fitting = int(0.9 * available_memory() / (14 * rows * rows))
    if fitting < features:
        print(f"pyHSICLasso would need {14 * rows * rows * features >> 30} GiB: {fitting} features instead", flush=True)
        features = fitting
    with tempfile.TemporaryDirectory() as folder:
        path = made(rows, features, folder)
        compare(arguments, path, (rows, features), 0)
        if arguments.blocks:
            compare(arguments, path, (rows, features), 20)


main()
