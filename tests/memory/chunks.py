# SPDX-License-Identifier: Apache-2.0
"""The memory battery of tables that are several times larger than the limit: read in blocks of
rows, they must be selected from within the limit, with the result of the same table in memory.

    python3 tests/memory/chunks.py [--list] [NAME...]
"""

import array
import json
import random
import sys
import tempfile
import time
from pathlib import Path

from child import allowed, run
from readers import apart

ROWS, COLUMNS = 100_000, 200  # 160 MB of doubles
LIMIT = 32  # MiB
METHODS = ["gc-mi", "jmi", "mim", "fisher"]


def rows():
    """Some rows at a time: numbers of which some tell the class, which is the last column."""
    source = random.Random(3)
    some = array.array("d", (round(source.gauss(0, 1), 3) for _ in range(9973)))
    for first in range(0, ROWS, 1000):
        block = []
        for row in range(first, first + 1000):
            at = row * 7919 % (len(some) - COLUMNS)
            values = some[at : at + COLUMNS]
            values[-1] = row % 3
            values[row % 5] = round(values[row % 5] + row % 3, 3)
            block.append(values)
        yield block


def header(fortran):
    text = f"{{'descr': '<f8', 'fortran_order': {fortran}, 'shape': ({ROWS}, {COLUMNS}), }}"
    text = text.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode()


def npy(path):
    with open(path, "wb") as out:
        out.write(header(False))
        for block in rows():
            for values in block:
                out.write(values.tobytes())


def fortran_npy(path):
    columns = [array.array("d") for _ in range(COLUMNS)]
    for block in rows():
        for values in block:
            for column, value in zip(columns, values, strict=True):
                column.append(value)
    with open(path, "wb") as out:
        out.write(header(True))
        for column in columns:
            out.write(column.tobytes())


def csv(path):
    with open(path, "w") as out:
        out.write(",".join(f"f{i}" for i in range(COLUMNS)) + "\n")
        for block in rows():
            out.write("".join(",".join(map(repr, values)) + "\n" for values in block))


def converted(path, source):
    """By pith itself, which writes row groups and record batches."""
    ended = run(["select", source, "--method", "random", "-k", "all", "--save", path, "--quiet"])
    if ended.code != 0:
        raise RuntimeError(ended.error)


def cases(folder):
    plain = folder / "c.npy"
    return {
        "npy": (plain, lambda: apart(npy, plain)),
        "npy-fortran": (folder / "f.npy", lambda: apart(fortran_npy, folder / "f.npy")),
        "csv": (folder / "t.csv", lambda: apart(csv, folder / "t.csv")),
        "arrow": (folder / "t.arrow", lambda: converted(folder / "t.arrow", plain)),
        "parquet": (folder / "t.parquet", lambda: converted(folder / "t.parquet", plain)),
    }


def essence(text):
    """A result without what differs from run to run."""
    result = json.loads(text)
    for key in ("seconds", "engine"):
        result.pop(key, None)
    return result


def judge(path, method, threads):
    what = ["select", path, "--method", method, "-k", 5, "--quiet", "--format", "json"]
    ended = run(what, LIMIT, threads, timeout=600)
    if ended.code != 0:
        return f"exit code {ended.code}: {ended.error.strip()[-300:]}"
    if ended.peak > allowed(LIMIT):
        return f"took {ended.peak >> 20} MiB at a limit of {LIMIT} MiB"
    if json.loads(ended.out)["engine"]["kind"] != "chunks":
        return "was not read in blocks of rows"
    whole = run([*what, "--exact"], None, threads, timeout=600)
    if whole.code != 0:
        return f"in memory: exit code {whole.code}: {whole.error.strip()[-300:]}"
    if essence(ended.out) != essence(whole.out):
        return "another result than in memory"
    return None


def main(names):
    faults = 0
    with tempfile.TemporaryDirectory() as place:
        every = cases(Path(place))
        if names == ["--list"]:
            print("\n".join(every))
            return 0
        for name, (path, make) in every.items():
            make()
            if names and name not in names:
                continue
            for number, method in enumerate(METHODS):
                start = time.monotonic()
                found = judge(path, method, 1 if number % 2 == 0 else 8)
                seconds = time.monotonic() - start
                label = f"{name} {method}"
                print(f"{'FAULT' if found else 'ok':6}{label:22}{seconds:6.1f} s", flush=True)
                if found:
                    print("  " + found, flush=True)
                    faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
