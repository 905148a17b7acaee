# SPDX-License-Identifier: Apache-2.0
"""Numeric targets: pith against scikit-learn and skrebate, on the same tables, in one run.

    python3 bench/rivals/numeric_targets.py BUILD/bin/pith

ksg against mutual_info_regression, relieff (RReliefF) and multisurf against skrebate's ReliefF and
MultiSURF. Everything on one thread, in CPU seconds; of pith the whole process with reading, the
least of several, interleaved. Fails when scores of ksg differ by more than 1e-6 (scikit-learn adds
noise) or those of multisurf by more than 1e-9; skrebate's ReliefF is another definition.
"""

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
from sklearn.feature_selection import mutual_info_regression
from skrebate import MultiSURF, ReliefF


def made(rows, features, folder):
    generator = numpy.random.default_rng(0)
    table = generator.normal(size=(rows, features))
    target = table[:, :5].sum(axis=1) + generator.normal(size=rows)
    path = os.path.join(folder, f"{rows}x{features}.npz")
    numpy.savez(path, X=table, y=target)
    return table, target, path


def pith_scores(program, path, method, features):
    """CPU seconds of the process, and the score of every feature."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "select", path, "--target", "y", "--method", method, "-k", "1"]
    done = subprocess.run(
        [*command, "--threads", "1", "--format", "json"], check=True, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    scores = numpy.zeros(features)
    for entry in json.loads(done.stdout)["ranking"]:
        scores[int(entry["name"][1:])] = entry["score"]
    return seconds, scores


def rival_scores(run):
    before = time.process_time()
    scores = run()
    return time.process_time() - before, numpy.asarray(scores)


def compared(program, method, table, target, path, run, tolerance):
    times = {"pith": [], "rival": []}
    for repetition in range(3):
        seconds, ours = pith_scores(program, path, method, table.shape[1])
        times["pith"].append(seconds)
        if repetition == 1 or (repetition == 0 and method == "ksg"):
            seconds, theirs = rival_scores(lambda: run(table, target))
            times["rival"].append(seconds)
    if tolerance is not None and numpy.abs(ours - theirs).max() > tolerance:
        sys.exit(f"{method}: scores differ by {numpy.abs(ours - theirs).max():.3g}")
    best = {name: min(seconds) for name, seconds in times.items()}
    shape = f"{table.shape[0]:,} x {table.shape[1]:,}"
    ratio = best["rival"] / best["pith"]
    print(f"| `{method}` | {shape} | {best['rival']:.2f} | {best['pith']:.3f} | {ratio:.0f}x |")


def main():
    program = sys.argv[1]
    print("| method | rows x features | rival s | pith s | ratio |\n|---|---|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        table, target, path = made(10000, 200, folder)
        compared(
            program, "ksg", table, target, path,
            lambda x, y: mutual_info_regression(x, y, random_state=0), 1e-6,
        )  # fmt: skip
        table, target, path = made(2000, 500, folder)
        compared(
            program, "relieff", table, target, path,
            lambda x, y: ReliefF(n_neighbors=10, n_jobs=1).fit(x, y).feature_importances_, None,
        )  # fmt: skip
        compared(
            program, "multisurf", table, target, path,
            lambda x, y: MultiSURF(n_jobs=1).fit(x, y).feature_importances_, 1e-9,
        )  # fmt: skip


if __name__ == "__main__":
    main()
