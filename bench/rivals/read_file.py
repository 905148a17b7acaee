# SPDX-License-Identifier: Apache-2.0
"""Reading Parquet and Arrow: pith against pyarrow, polars and DuckDB, on the same files at once.

    python3 bench/rivals/read_file.py BUILD/bench/read_file [--folder FOLDER] [--repeat 5]

The Python needs pyarrow, polars and duckdb, which reads no Arrow files. Writes nine files into the
folder unless they are there (4 GB). Prints CPU seconds (the least of the runs), how many times more
the others take, and the peak memory of pith over the size of its columns. Every reader runs in a
process of its own, on two threads; what it takes to start is not counted. Fails unless all read
tables of the same shape.
"""

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

OTHER = """
import json, resource, sys
name, path = sys.argv[1:]
is_arrow = path.endswith(".arrow")
if name == "pyarrow":
    import pyarrow, pyarrow.feather, pyarrow.parquet
    pyarrow.set_cpu_count(2)
    # A table that is only mapped has not been read.
    feather = lambda path: pyarrow.feather.read_table(path, memory_map=False)
    read = feather if is_arrow else pyarrow.parquet.read_table
elif name == "polars":
    import polars
    read = polars.read_ipc if is_arrow else polars.read_parquet
else:
    import duckdb, pyarrow
    connection = duckdb.connect(config={"threads": 2})
    read = lambda path: connection.sql(f"select * from read_parquet('{path}')").to_arrow_table()
usage = lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
before = usage()
table = read(path)
cpu = usage() - before
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
shape = table.shape
print(json.dumps({"cpu": cpu, "peak": peak, "rows": shape[0], "columns": shape[1]}))
"""


def mixed(rows):
    """20 columns of doubles, 10 of integers, 10 of texts, 5 of truth values, 5 with nulls."""
    import numpy
    import pyarrow

    rng = numpy.random.default_rng(0)
    columns = {}
    for i in range(20):
        columns[f"d{i}"] = rng.standard_normal(rows)
    for i in range(10):
        columns[f"i{i}"] = rng.integers(0, 10 ** (i + 1 if i < 9 else 12), rows)
    for i, levels in enumerate(numpy.geomspace(5, 1000, 10).astype(int)):
        texts = pyarrow.array([f"level_{k}" for k in range(levels)])
        columns[f"t{i}"] = texts.take(pyarrow.array(rng.integers(0, levels, rows)))
    for i in range(5):
        columns[f"b{i}"] = rng.random(rows) < 0.3
    for i, rate in enumerate([0.01, 0.05, 0.1, 0.3, 0.5]):
        columns[f"n{i}"] = pyarrow.array(rng.standard_normal(rows), mask=rng.random(rows) < rate)
    return pyarrow.table(columns)


def doubles(rows, columns):
    import numpy
    import pyarrow

    values = numpy.random.default_rng(0).standard_normal((columns, rows))
    return pyarrow.table({f"x{i}": values[i] for i in range(columns)})


FILES = (
    ("mixed_snappy.parquet", lambda: mixed(2_000_000), "snappy"),
    ("mixed_zstd.parquet", lambda: mixed(2_000_000), "zstd"),
    ("wide.parquet", lambda: doubles(5_000, 5_000), "snappy"),
    ("genes.parquet", lambda: doubles(1_000, 30_000), "snappy"),
    ("mixed_plain.arrow", lambda: mixed(2_000_000), None),
    ("mixed_lz4.arrow", lambda: mixed(2_000_000), "lz4"),
    ("mixed_zstd.arrow", lambda: mixed(2_000_000), "zstd"),
    ("wide_plain.arrow", lambda: doubles(5_000, 5_000), None),
    ("genes_plain.arrow", lambda: doubles(1_000, 30_000), None),
)


def write_file(path, make, codec):
    import pyarrow.ipc
    import pyarrow.parquet

    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(make(), path, compression=codec)
        return
    table = make().combine_chunks()  # one batch
    options = pyarrow.ipc.IpcWriteOptions(compression=codec)
    with pyarrow.ipc.new_file(str(path), table.schema, options=options) as file:
        file.write_table(table)


def write_apart(*values):
    """In another process: a child that reads begins with the peak memory of this one."""
    process = multiprocessing.get_context("fork").Process(target=write_file, args=values)
    process.start()
    process.join()
    if process.exitcode != 0:
        sys.exit(f"{values[0]} could not be written")


def run(command):
    environment = dict(os.environ, POLARS_MAX_THREADS="2", OMP_NUM_THREADS="2")
    done = subprocess.run(command, env=environment, check=True, capture_output=True)
    return json.loads(done.stdout.splitlines()[-1])  # DuckDB may draw its progress before


def compare(program, name, path, repeat):
    others = ["pyarrow", "polars"] + ["duckdb"] * (path.suffix == ".parquet")
    commands = [[program, str(path), "2"]]
    commands += [[sys.executable, "-c", OTHER, other, str(path)] for other in others]
    # In turn, so that a noisy moment hits all of them.
    runs = [[run(command) for command in commands] for _ in range(repeat)]
    best = [min(column, key=lambda result: result["cpu"]) for column in zip(*runs)]
    if len({(result["rows"], result["columns"]) for result in best}) != 1:
        sys.exit(f"{name}: the readers found tables of different shapes")
    ours = best[0]
    over = max(row[0]["peak"] for row in runs) - ours["bytes"]
    print(f"{name:20} pith {ours['cpu']:5.2f} s, columns + {over / 2**20:4.1f} MiB", end="")
    for other, result in zip(others, best[1:]):
        ratio = result["cpu"] / ours["cpu"]
        peak = result["peak"] >> 20
        print(f"   {other} {result['cpu']:5.2f} s ({ratio:4.1f}x), {peak} MiB", end="")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "pith_parquet")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    for name, make, codec in FILES:
        path = options.folder / name
        if not path.exists():
            write_apart(path, make, codec)
        compare(options.program, name, path, options.repeat)


if __name__ == "__main__":
    main()
