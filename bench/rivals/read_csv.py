# SPDX-License-Identifier: Apache-2.0
"""Reading CSV: pith against pandas' C parser, on the same files, in one run, on one thread each.

    python3 bench/rivals/read_csv.py BUILD/bench/read_csv [--cells 20000000] [--repeat 3]

Prints CPU seconds, their ratio, peak memory over the size of the parsed table (8 bytes a number), and
how much faster two threads are than one. Fails unless both read the same numbers, bit for bit.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

PANDAS = """
import json, resource, sys, time
import pandas
usage = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
before, start = usage(), time.monotonic()
frame = pandas.read_csv(sys.argv[1], engine="c"{options})
cpu, wall = usage() - before, time.monotonic() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
rows, columns = frame.shape
values = [frame.iloc[:, j].to_numpy() for j in range(columns)]
cells = [i * 7919 * 104729 % (rows * columns) for i in range(1000)]
total = 0.0
for column in values:
    part = 0.0
    for value in column.tolist():
        part += value
    total += part
print(json.dumps({{"cpu": cpu, "wall": wall, "peak": peak, "rows": rows, "columns": columns,
                   "sum": float(total).hex(),
                   "cells": [float(values[c % columns][c // columns]).hex() for c in cells]}}))
"""


def write_table(path, rows, columns):
    """Normal random numbers as %.6g, about nine bytes each."""
    import numpy

    generator = numpy.random.default_rng(1)
    with open(path, "w") as file:
        file.write(",".join(f"x{j}" for j in range(columns)) + "\n")
        for _ in range(rows):
            file.write(",".join("%.6g" % value for value in generator.standard_normal(columns)) + "\n")


def run(command):
    environment = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)


def best(commands, repeat):
    """Runs the commands in turn, so that a noisy moment hits all of them; the least CPU counts."""
    results = [[run(command) for command in commands] for _ in range(repeat)]
    return [min(column, key=lambda result: result["cpu"]) for column in zip(*results)], results


def number(text):
    return float.fromhex(text)


def compare(program, path, repeat):
    pandas_fast = [sys.executable, "-c", PANDAS.format(options=""), path]
    pandas_exact = [sys.executable, "-c", PANDAS.format(options=', float_precision="round_trip"'), path]
    (pandas, one, two), all_runs = best([pandas_fast, [program, path, "1"], [program, path, "2"]], repeat)
    exact = run(pandas_exact)
    for ours in (one, two):
        same_cells = list(map(number, ours["cells"])) == list(map(number, exact["cells"]))
        if not same_cells or number(ours["sum"]) != number(exact["sum"]):
            sys.exit("the numbers differ from pandas' with float_precision='round_trip'")
    table = 8 * one["rows"] * one["columns"]
    speed_up = min(r[1]["wall"] for r in all_runs) / min(r[2]["wall"] for r in all_runs)
    print(f"{one['rows']:>7} x {one['columns']:<6}"
          f" pandas {pandas['cpu']:6.2f} s  pith {one['cpu']:5.2f} s  ratio {pandas['cpu'] / one['cpu']:5.1f}"
          f"  peak/table: pandas {pandas['peak'] / table:4.2f}  pith {one['peak'] / table:4.2f}"
          f" (2 threads {two['peak'] / table:4.2f})  2 threads: {speed_up:4.2f}x", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", help="the built bench/read_csv")
    parser.add_argument("--cells", type=int, default=20_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for share in (1 / 20, 20):
            rows = round((options.cells / share) ** 0.5)
            path = os.path.join(folder, "table.csv")
            write_table(path, rows, round(options.cells / rows))
            compare(options.program, path, options.repeat)


if __name__ == "__main__":
    main()
