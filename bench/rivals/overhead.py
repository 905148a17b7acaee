# SPDX-License-Identifier: Apache-2.0
"""What Python adds to a selection in C++: time and memory, the same data, turn by turn in one run.

    python bench/rivals/overhead.py BUILD/bench/borrowed_bench [--rows 50000] [--features 2048]

Prints, for each method, the seconds of both (the least of some rounds) and what Python takes more in
percent. Two processes that take turns differ by whatever else the machine does, so the quickest
round of Python is also taken apart: the selection as the document has it, the look at every number
at the door (C++ does both, too), and the rest, which is what Python adds: in milliseconds, and in
percent of the selection. Then the memory that each took above the data, and the difference in
percent of the data's size. Fails unless both select the same features.
"""

import argparse
import json
import subprocess
import sys
import tempfile

PYTHON = """
import json, sys, time
import numpy as np
import pith
from pith import _core

path, rows, features, method, k, threads, order = sys.argv[1:8]
rows, features = int(rows), int(features)
raw = np.fromfile(path, dtype=np.float32, count=rows * features)
X = raw.reshape(features, rows).T
if order == "C":
    X = np.ascontiguousarray(X)
    del raw
y = np.fromfile(path, dtype=np.uint8, offset=4 * rows * features)

def memory(key):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(key)) * 1024

looks = []
look = _core.Columns.add_matrix

def timed_look(*arguments):
    start = time.perf_counter()
    look(*arguments)
    looks.append(time.perf_counter() - start)

_core.Columns.add_matrix = timed_look
pith.select(X[:100, :10], y[:100], method, 2)  # whatever is loaded once
looks.clear()
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
held = memory("VmRSS")
start = time.perf_counter()
chosen = pith.select(X, y, method, int(k), threads=int(threads))
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "added": memory("VmHWM") - held, "look": sum(looks),
                  "select": chosen.to_dict()["seconds"]["select"],
                  "chosen": chosen.indices.tolist()}))
"""

HEAD = """
| method | stored by | C++ s | Python s | more | select s | look s | rest ms | of select \
| C++ MiB | Python MiB | of the data |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""


def write(path, rows, features):
    import numpy

    random = numpy.random.default_rng(0)
    y = random.integers(0, 3, rows).astype(numpy.uint8)
    with open(path, "wb") as file:
        for j in range(features):
            column = random.standard_normal(rows, dtype=numpy.float32)
            if j % 16 == 0:
                column += y * numpy.float32(0.5 / (1 + j / 256))
            file.write(column.tobytes())
        file.write(y.tobytes())


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command[:2]} failed: {done.stderr[-400:]}")
    return json.loads(done.stdout)


def compare(program, path, arguments, method, order):
    shape = [str(arguments.rows), str(arguments.features)]
    rest = [method, str(arguments.k), str(arguments.threads)]
    rounds = []
    for _ in range(arguments.rounds):
        rounds.append((run([program, path, *shape, *rest, order]),
                       run([sys.executable, "-c", PYTHON, path, *shape, *rest, order])))
    assert all(cpp["chosen"] == python["chosen"] for cpp, python in rounds), method
    size = 4 * arguments.rows * arguments.features
    cpp = min(each[0]["seconds"] for each in rounds)
    quickest = min((each[1] for each in rounds), key=lambda found: found["seconds"])
    python, select, look = (quickest[part] for part in ("seconds", "select", "look"))
    rest = python - select - look
    cpp_added, added = (min(each[i]["added"] for each in rounds) for i in (0, 1))
    print(f"| {method} | {'columns' if order == 'F' else 'rows'} | {cpp:.3f} | {python:.3f} | "
          f"{100 * (python / cpp - 1):+.1f} % | {select:.3f} | {look:.3f} | {1000 * rest:.1f} | "
          f"{100 * rest / select:.1f} % | {cpp_added / 2**20:.0f} | {added / 2**20:.0f} | "
          f"{100 * (added - cpp_added) / size:+.1f} % |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--features", type=int, default=2_048)
    parser.add_argument("--methods", default="gc-mi,mrmr,fisher")
    parser.add_argument("--k", type=int, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.NamedTemporaryFile() as file:
        write(file.name, arguments.rows, arguments.features)
        print(HEAD)
        for method in arguments.methods.split(","):
            for order in "FC":
                compare(arguments.program, file.name, arguments, method, order)


if __name__ == "__main__":
    main()
