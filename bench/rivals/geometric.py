# SPDX-License-Identifier: Apache-2.0
"""Geometric information of two features: the spanning tree of pith against SciPy's, one thread each.

    python3 bench/rivals/geometric.py BUILD/bench/tree_bench

SciPy: Delaunay (Qhull), the edges of its triangles, minimum_spanning_tree. CPU seconds of one tree
of 2 n points, the best of five for SciPy. Correlated normals as whole numbers without ties, so that
there is one tree and both must find as many edges between the halves; and their ranks, where
lengths tie and only the sum of squared lengths is compared. Fails when either differs.
"""

import os
import subprocess
import sys
import tempfile
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is loaded, which reads them then

import numpy
import scipy
import scipy.sparse
import scipy.sparse.csgraph
import scipy.spatial
import scipy.stats


def fail(message):
    sys.exit(f"geometric.py: {message}")


def torn_points(n, ranks):
    generator = numpy.random.default_rng(n)
    first = generator.normal(size=2 * n)
    second = 0.8 * first + 0.6 * generator.normal(size=2 * n)
    table = numpy.stack([first, second], axis=1)
    table = 2 * scipy.stats.rankdata(table, axis=0) if ranks else numpy.rint(1e6 * table)
    table[n:, 1] = generator.permutation(table[n:, 1])
    return table.astype(numpy.int32)


def scipy_tree(points):
    n = len(points)
    corners = scipy.spatial.Delaunay(points).simplices
    edges = numpy.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]]).astype(numpy.int64)
    edges.sort(axis=1)
    edges = numpy.unique(edges[:, 0] * n + edges[:, 1])
    a, b = edges // n, edges % n
    squares = ((points[a] - points[b]) ** 2).sum(axis=1)
    matrix = scipy.sparse.coo_matrix((squares, (a, b)), shape=(n, n)).tocsr()
    return scipy.sparse.csgraph.minimum_spanning_tree(matrix).tocoo()


def compare(tree_bench, n, ranks, folder):
    points = torn_points(n, ranks)
    path = os.path.join(folder, "points")
    points.tofile(path)
    rounds = max(5, 400_000 // n)
    ours = subprocess.run([tree_bench, "plane", path, str(n), str(rounds)],
                          capture_output=True, text=True, check=True).stdout.split()
    pith, crossings, squares = map(float, ours)
    rival = float("inf")
    wide = points.astype(float)
    for _ in range(5):
        start = time.process_time()
        tree = scipy_tree(wide)
        rival = min(rival, time.process_time() - start)
    if squares != tree.data.sum():
        fail(f"squared lengths of {2 * n} points: {squares} and {tree.data.sum()}")
    crossing = int(((tree.row < n) != (tree.col < n)).sum())
    if not ranks and crossings != crossing:
        fail(f"crossing edges of {2 * n} points: {crossings} and {crossing}")
    print(f"{'ranks' if ranks else 'values':<7} {2 * n:>7} points: SciPy {1e3 * rival:8.2f} ms, pith {1e3 * pith:7.3f} ms, "
          f"{rival / pith:5.1f}x, {crossings:g} crossing edges", flush=True)


def main():
    if len(sys.argv) != 2:
        fail("python3 bench/rivals/geometric.py BUILD/bench/tree_bench")
    print(f"numpy {numpy.__version__}, scipy {scipy.__version__}, one thread")
    with tempfile.TemporaryDirectory() as folder:
        for n in (1_000, 10_000):
            for ranks in (False, True):
                compare(sys.argv[1], n, ranks, folder)
    subprocess.run([sys.argv[1], "growth", "100,300,1000,3000,10000,30000,100000,300000"], check=True)


main()
