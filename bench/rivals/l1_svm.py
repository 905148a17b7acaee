# SPDX-License-Identifier: Apache-2.0
"""l1-svm: pith against LIBLINEAR, called directly through its C interface, on the same tables, in one run.

    python3 bench/rivals/l1_svm.py BUILD/bin/pith [--shapes 5000x200,72x7129] [--costs 0.01,0.1,1]

Both on one thread, runs interleaved, the least CPU seconds of several: of LIBLINEAR (Debian's liblinear4) the
call of train() alone, on rows that are ready in its format; of pith all but starting and reading. LIBLINEAR
stops at a tolerance: here the largest of 1e-1, 1e-2, ... whose objective is within 1e-6 of the least
(relative), which pith computes to all digits. Fails when the objective of pith is higher.
"""

import argparse
import ctypes
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

NODE = numpy.dtype([("index", numpy.int32), ("value", numpy.float64)], align=True)
SILENT = ctypes.CFUNCTYPE(None, ctypes.c_char_p)(lambda text: None)


class Problem(ctypes.Structure):
    _fields_ = [("l", ctypes.c_int), ("n", ctypes.c_int), ("y", ctypes.c_void_p), ("x", ctypes.c_void_p),
                ("bias", ctypes.c_double)]


class Parameter(ctypes.Structure):
    _fields_ = [("solver_type", ctypes.c_int), ("eps", ctypes.c_double), ("C", ctypes.c_double),
                ("nr_weight", ctypes.c_int), ("weight_label", ctypes.c_void_p), ("weight", ctypes.c_void_p),
                ("p", ctypes.c_double), ("init_sol", ctypes.c_void_p)]


class Model(ctypes.Structure):
    _fields_ = [("param", Parameter), ("nr_class", ctypes.c_int), ("nr_feature", ctypes.c_int),
                ("w", ctypes.POINTER(ctypes.c_double)), ("label", ctypes.POINTER(ctypes.c_int)),
                ("bias", ctypes.c_double)]


class Liblinear:
    def __init__(self, table, target):
        self.library = ctypes.CDLL("liblinear.so.4")
        self.library.train.restype = ctypes.POINTER(Model)
        self.library.set_print_string_function(SILENT)
        self.table, self.target = table, target
        rows, features = table.shape
        self.nodes = numpy.zeros((rows, features + 2), NODE)  # features, the bias, and the end
        self.nodes["index"][:, :-1] = numpy.arange(1, features + 2)
        self.nodes["index"][:, -1] = -1
        self.nodes["value"][:, :features] = table
        self.nodes["value"][:, features] = 1
        self.rows = self.nodes.ctypes.data + numpy.arange(rows, dtype=numpy.uint64) * self.nodes.strides[0]
        self.labels = target.astype(numpy.float64)
        self.problem = Problem(rows, features + 1, self.labels.ctypes.data, self.rows.ctypes.data, 1.0)

    def train(self, cost, tolerance):
        """CPU seconds and the objective."""
        parameter = Parameter(solver_type=5, eps=tolerance, C=cost)  # L1R_L2LOSS_SVC
        start = time.process_time()
        model = self.library.train(ctypes.byref(self.problem), ctypes.byref(parameter))
        seconds = time.process_time() - start
        weights = numpy.ctypeslib.as_array(model.contents.w, (self.table.shape[1] + 1,)).copy()
        signs = numpy.where(self.target == model.contents.label[0], 1, -1)
        slack = numpy.maximum(0, 1 - signs * (self.table @ weights[:-1] + weights[-1]))
        return seconds, numpy.abs(weights).sum() + cost * (slack ** 2).sum()


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pith")
    parser.add_argument("--shapes", default="5000x200,72x7129")
    parser.add_argument("--costs", default="0.01,0.1,1")
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
    return Liblinear(table, target), path


def run(pith, path, *method):
    command = [pith, "select", path, "--target", "y", "-k", "5", "--threads", "1", "--format", "json", "-m", *method]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, json.loads(output)


def ours(pith, path, cost):
    seconds, result = run(pith, path, "l1-svm", "--cost", repr(cost))
    return seconds, result["figures"]["objective"]


def idle(pith, path):
    """CPU seconds to start and to read the table: `random` does nothing else."""
    return run(pith, path, "random")[0]


def compare(arguments, cost, shape, rival, path):
    least = ours(arguments.pith, path, cost)[1]
    tolerances = [10.0 ** -i for i in range(1, 10)]
    wanted = next((tolerance for tolerance in tolerances if rival.train(cost, tolerance)[1] <= least * (1 + 1e-6)),
                  tolerances[-1])
    seconds, idle_seconds, rival_seconds = [], [], []
    for _ in range(arguments.times):
        seconds.append(ours(arguments.pith, path, cost)[0])
        idle_seconds.append(idle(arguments.pith, path))
        once, reached = rival.train(cost, wanted)
        rival_seconds.append(once)
    if least > reached * (1 + 1e-9):
        sys.exit(f"l1_svm.py: objective {least}, LIBLINEAR {reached}")
    one, two = max(min(seconds) - min(idle_seconds), 1e-3), min(rival_seconds)
    print(f"l1-svm {shape}, C = {cost:g}: pith {one:.4f} s, LIBLINEAR (tolerance {wanted:g}, objective "
          f"{reached / least - 1:.1e} above) {two:.4f} s, {two / one:.1f}x", flush=True)


def main():
    arguments = parsed()
    with tempfile.TemporaryDirectory() as folder:
        for shape in arguments.shapes.split(","):
            rows, features = (int(part) for part in shape.split("x"))
            rival, path = made(rows, features, folder)
            for cost in arguments.costs.split(","):
                compare(arguments, float(cost), shape, rival, path)


main()
