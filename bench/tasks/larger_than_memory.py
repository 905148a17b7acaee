# SPDX-License-Identifier: Apache-2.0
"""Selections from a table that is larger than the memory limit: peak of memory, seconds per pass,
and bytes per second against dd and a copy in memory.

    python3 bench/tasks/larger_than_memory.py ROWS COLUMNS MEMORY METHOD,... [-k K] [--folder DIR]

Needs NumPy. Writes ROWS x COLUMNS doubles to an NPY file in DIR (default: TMPDIR), which is removed
at the end, and reads it with `pith select --memory MEMORY`. The last column is the target, of three
classes; the first fifty features tell something about it.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

PITH = os.environ.get("PITH", "build/release/bin/pith")


def write_table(path, rows, columns):
    """In blocks of about 64 MB."""
    source = np.random.default_rng(1)
    block = max(1, min(rows, (64 << 20) // (8 * columns)))
    array = np.lib.format.open_memmap(path, mode="w+", dtype="<f8", shape=(rows, columns))
    del array
    with open(path, "r+b") as out:
        out.seek(os.path.getsize(path) - 8 * rows * columns)
        for first in range(0, rows, block):
            count = min(block, rows - first)
            values = source.standard_normal((count, columns))
            classes = np.arange(first, first + count) % 3
            told = min(50, columns - 1)
            values[:, :told] += classes[:, None] * np.linspace(1, 0.05, told)
            values[:, -1] = classes
            out.write(values.tobytes())


def seconds_of_dd(path):
    """Without the cache of the system where it permits that, else with it."""
    for flags in (["iflag=direct"], []):
        start = time.monotonic()
        done = subprocess.run(
            ["dd", f"if={path}", "of=/dev/null", "bs=4M", *flags], capture_output=True, check=False
        )
        if done.returncode == 0:
            return time.monotonic() - start, bool(flags)
    raise RuntimeError(done.stderr.decode())


def seconds_of_copy(size):
    """Of one copy in memory of so many bytes, from the best of three copies of 256 MB."""
    values = np.ones(32 << 20)
    copy = np.empty_like(values)
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        np.copyto(copy, values)
        best = min(best, time.perf_counter() - start)
    return best * size / values.nbytes


def select(path, method, k, memory):
    command = [PITH, "select", path, "--method", method, "-k", str(k), "--memory", memory]
    command += ["--quiet", "--format", "json"]
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=out)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.monotonic() - start
        if child.returncode != 0:
            raise SystemExit(f"{method}: exit code {child.returncode}")
        out.seek(0)
        result = json.load(out)
    return elapsed, usage, result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("columns", type=int)
    parser.add_argument("memory")
    parser.add_argument("methods")
    parser.add_argument("-k", type=int, default=10)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    options = parser.parse_args()
    size = 8 * options.rows * options.columns
    if shutil.disk_usage(options.folder).free < 1.2 * size + (10 << 30):
        sys.exit("too little disk space is free")
    path = Path(options.folder) / f"pith-{options.rows}x{options.columns}.npy"
    try:
        # In another process: a child begins with the peak of its parent.
        if os.fork() == 0:
            write_table(path, options.rows, options.columns)
            os._exit(0)
        os.wait()
        read, is_direct = seconds_of_dd(path)
        copy = int(subprocess.run([sys.executable, __file__, "--copy", str(size)],
                                  capture_output=True, check=True).stdout) / 1e6
        print(f"{options.rows} x {options.columns}: {size / 1e9:.1f} GB")
        print(f"dd{' (direct)' if is_direct else ''}: {read:.1f} s, {size / 1e9 / read:.2f} GB/s")
        print(f"copy in memory: {copy:.1f} s, {size / 1e9 / copy:.2f} GB/s")
        for method in options.methods.split(","):
            elapsed, usage, result = select(path, method, options.k, options.memory)
            passes = result["engine"]["passes"]
            peak = usage.ru_maxrss / 1024
            cpu = usage.ru_utime + usage.ru_stime
            print(
                f"{method}: {elapsed:.1f} s ({cpu:.1f} s CPU), {passes} passes, "
                f"{elapsed / passes:.1f} s and {size / 1e9 * passes / elapsed:.2f} GB/s per pass, "
                f"peak {peak:.0f} MiB; first: {[s['name'] for s in result['selected']][:5]}",
                flush=True,
            )
    finally:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--copy"]:
        print(round(seconds_of_copy(int(sys.argv[2])) * 1e6))
    else:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        main()
