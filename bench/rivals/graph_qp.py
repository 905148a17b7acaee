# SPDX-License-Identifier: Apache-2.0
"""Inf-FS and QPFS: pith against the direct way in NumPy and SciPy, on the same tables, in one run.

    python3 bench/rivals/graph_qp.py BUILD/bin/pith BUILD/bench/graph_bench [--threads 2] [--all-alphas]

Inf-FS the direct way: rank correlations by scipy's rankdata and a matrix product, the whole matrix,
its largest eigenvalue by ARPACK and a dense inverse. QPFS the direct way: the whole matrix and
SLSQP. Wall seconds, tables in memory; reading is not counted for either. Of the eleven alphas on
10,000 features the direct way runs two, and the rest is reckoned from these, unless --all-alphas.
Fails when scores differ by more than 1e-9 of the largest, or an objective by more than 1e-6.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("graph_bench")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--all-alphas", action="store_true")
    return parser.parse_args()


ARGUMENTS = parsed()
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = str(ARGUMENTS.threads)  # before numpy is loaded, which reads them then

import numpy
import scipy.optimize
import scipy.sparse.linalg
import scipy.stats


def fail(message):
    sys.exit(f"graph_qp.py: {message}")


def similarity_of(table):
    ranks = scipy.stats.rankdata(table, axis=0)
    ranks -= ranks.mean(axis=0)
    ranks /= numpy.linalg.norm(ranks, axis=0)
    return numpy.abs(ranks.T @ ranks)


def direct_inf_fs(alike, dispersion, alpha):
    matrix = alpha * numpy.maximum(dispersion[:, None], dispersion[None, :]) + (1 - alpha) * (1 - alike)
    radius = scipy.sparse.linalg.eigsh(matrix, k=1, return_eigenvectors=False)[0]
    size = len(dispersion)
    inverse = numpy.linalg.inv(numpy.eye(size) - 0.9 / radius * matrix)
    return inverse.sum(axis=1) - 1


def compare_inf_fs(shape, alphas, measured, folder):
    table = numpy.random.default_rng(1).uniform(0, 1000, shape)
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=numpy.arange(shape[0]) % 20)
    ours = subprocess.run([ARGUMENTS.graph_bench, "inf-fs", path, str(alphas), str(ARGUMENTS.threads)],
                          capture_output=True, text=True, check=True)
    pith = float(re.search(r"all ([0-9.]+) s", ours.stderr).group(1))
    scores = [numpy.array(line.split(), dtype=float) for line in ours.stdout.splitlines()]
    start = time.perf_counter()
    alike = similarity_of(table)
    dispersion = table.std(axis=0)
    dispersion /= dispersion.max()
    shared = time.perf_counter() - start
    start = time.perf_counter()
    for i in measured:
        expected = direct_inf_fs(alike, dispersion, i / (alphas - 1) if alphas > 1 else 0.5)
        if numpy.abs(scores[i] - expected).max() > 1e-9 * expected.max():
            fail(f"inf-fs on {shape} differs for alpha {i}")
    each = (time.perf_counter() - start) / len(measured)
    rival = shared + alphas * each
    reckoned = "" if len(measured) == alphas else f" ({len(measured)} of {alphas} run)"
    print(f"inf-fs {shape[0]:>6} x {shape[1]:>6}, {alphas:>2} alphas: direct {rival:8.2f} s{reckoned}, "
          f"pith {pith:6.3f} s, {rival / pith:6.1f}x", flush=True)


def compare_qpfs(shape, folder):
    generator = numpy.random.default_rng(2)
    target = numpy.arange(shape[0]) % 4
    table = generator.normal(size=shape) + generator.uniform(size=shape[1]) * (target == 1)[:, None]
    path = os.path.join(folder, "table.npz")
    numpy.savez(path, X=table, y=target)
    ours = json.loads(subprocess.run(
        [ARGUMENTS.pith, "select", path, "-m", "qpfs", "--similarity", "correlation", "-k", "5",
         "--threads", str(ARGUMENTS.threads), "--format", "json"],
        capture_output=True, text=True, check=True).stdout)
    start = time.perf_counter()
    unit = table - table.mean(axis=0)
    unit /= numpy.linalg.norm(unit, axis=0)
    alike = numpy.abs(unit.T @ unit)
    relevance = numpy.zeros(shape[1])
    for c in range(4):
        told = (target == c) - (target == c).mean()
        relevance += (target == c).mean() * numpy.abs(unit.T @ told) / numpy.linalg.norm(told)
    alpha = alike.mean() / (alike.mean() + relevance.mean())
    found = scipy.optimize.minimize(
        lambda x: 0.5 * (1 - alpha) * x @ alike @ x - alpha * relevance @ x,
        numpy.full(shape[1], 1 / shape[1]),
        jac=lambda x: (1 - alpha) * alike @ x - alpha * relevance,
        bounds=[(0, 1)] * shape[1], method="SLSQP",
        constraints={"type": "eq", "fun": lambda x: x.sum() - 1, "jac": lambda x: numpy.ones(shape[1])},
        options={"maxiter": 1000, "ftol": 1e-12})
    rival = time.perf_counter() - start
    if ours["figures"]["objective"] > found.fun + 1e-6:
        fail(f"qpfs on {shape}: objective {ours['figures']['objective']} against {found.fun}")
    pith = ours["seconds"]["select"]
    print(f"qpfs   {shape[0]:>6} x {shape[1]:>6}, correlation: SLSQP {rival:8.2f} s (objective {found.fun:.6f}), "
          f"pith {pith:6.3f} s ({ours['figures']['objective']:.6f}), {rival / pith:6.1f}x", flush=True)


def main():
    print(f"numpy {numpy.__version__}, scipy {scipy.__version__}, {ARGUMENTS.threads} threads")
    with tempfile.TemporaryDirectory() as folder:
        compare_inf_fs((10_000, 1_000), 1, [0], folder)
        compare_inf_fs((10_000, 1_000), 11, range(11), folder)
        compare_inf_fs((100, 10_000), 11, range(11) if ARGUMENTS.all_alphas else [2, 8], folder)
        compare_qpfs((60, 300), folder)
        compare_qpfs((60, 600), folder)


main()
