#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the program takes linear time in the size of what others choose: names, levels,
classes, attributes, entries of archives, options, lists, lines.

    PITH=build/release/bin/pith tests/complexity.py [CASE ...]

Each case is run with n and 2 n of its things. The ratio of CPU times, each the least of several,
must be below 2.5; quadratic time would give 4. Where it is not, 2 n and 4 n decide: what outgrows a
cache at one size does not do so at the next one, whereas quadratic time shows at both.
"""

import io
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zipfile

MAX_RATIO = 2.5
MAX_FLOOD_RATIO = 5  # against as many texts that do not collide
TURNS = 2
MORE_TURNS = 8  # where the first ones fail
PITH = os.environ.get("PITH", "build/release/bin/pith")


def cpu_seconds(arguments, folder):
    """The CPU time of one run, and its exit code."""
    process = subprocess.Popen(
        [os.path.abspath(PITH), *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, process.returncode


def csv(*rows):
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"


def select(*more):
    return ["select", "table.csv", "--method", "mim", "-k", "1", "--threads", "1", *more]


def wide(names):
    count = len(names)
    return csv([*names, "y"], [1] * count + ["n"], [2] * count + ["p"], [1.5] * count + ["n"])


def names(n):
    return {"table.csv": wide([f"name{i}" for i in range(n)])}, select()


def duplicate_names(n):
    return {"table.csv": wide(["x"] * (n // 2) + [f"x.{i}" for i in range(n // 2)])}, select()


def empty_names(n):
    return {"table.csv": wide([""] * (n // 2) + [f"column {i}" for i in range(n // 2)])}, select()


def levels(n):
    rows = [[f"level {i * 7919 % n}", i % 7, i % 2] for i in range(n)]
    return {"table.csv": csv(["a", "b", "y"], *rows)}, select("--allow-ids")


def classes(n):
    rows = [[i % 7, i % 11, f"class {i // 2}"] for i in range(2 * n)]
    return {"table.csv": csv(["a", "b", "y"], *rows)}, select()


def class_spellings(n):
    rows = [[i % 7, f"{'cC'[i % 2]}{i // 2 % n}"] for i in range(4 * n)]
    return {"table.csv": csv(["a", "y"], *rows)}, select()


def attributes(n):
    head = "".join(f"@attribute name{i} numeric\n" for i in range(n))
    rows = "".join(",".join([str(r)] * n) + f",{'np'[r % 2]}\n" for r in range(3))
    text = f"@relation r\n{head}@attribute y {{n,p}}\n@data\n{rows}"
    return {"table.arff": text}, ["select", "table.arff", *select()[2:]]


def nominal_values(n):
    listed = ",".join(f"value{i}" for i in range(n))
    rows = "".join(f"value{i * 7919 % n},{i % 2}\n" for i in range(n))
    text = f"@relation r\n@attribute a {{{listed}}}\n@attribute y {{0,1}}\n@data\n{rows}"
    return {"table.arff": text}, ["select", "table.arff", *select("--allow-ids")[2:]]


def npy(values):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(values)},), }}"
    head += " " * (63 - (10 + len(head)) % 64) + "\n"
    return (
        b"\x93NUMPY\x01\x00"
        + struct.pack("<H", len(head))
        + head.encode()
        + struct.pack(f"<{len(values)}d", *values)
    )


def zip_entries(n):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as out:
        for i in range(n):
            out.writestr(f"a{i}.npy", npy([i, 1.5, 2]))
        out.writestr("y.npy", npy([0, 1, 0]))
    return {"table.npz": archive.getvalue()}, ["select", "table.npz", *select()[2:]]


def options(n):
    more = [word for i in range(n) for word in ("--na", f"w{i}")]
    return {"table.csv": csv(["a", "b", "y"], [1, 2, "n"], [2, 1, "p"], [3, 3, "n"])}, select(*more)


def feature_list(n):
    all_names = [f"name{i}" for i in range(n)]
    files = {"table.csv": wide(all_names), "list.txt": "\n".join(reversed(all_names)) + "\n"}
    return files, select("--features", "@list.txt", "--keep", "name1")


def kept_list(n):
    all_names = [f"name{i}" for i in range(n)]
    files = {"table.csv": wide(all_names), "list.txt": "\n".join(all_names) + "\n"}
    return files, ["select", "table.csv", "--method", "mim", "-k", str(n), "--keep", "@list.txt"]


def numeric_list(n):
    all_names = [f"name{i}" for i in range(n)]
    files = {"table.csv": wide(all_names), "list.txt": "\n".join(reversed(all_names)) + "\n"}
    return files, select("--numeric", "@list.txt")


def names_with_commas(n):
    all_names = [f'"name, {i}"' for i in range(n)]
    listed = "".join(f"name, {i}\n" for i in range(n))
    files = {"table.csv": wide(all_names), "list.txt": listed}
    return files, select("--categorical", "@list.txt")


def long_line(n):
    row = ["1"] * n
    return {"table.csv": csv([*row, "n"], [*row, "p"])}, select("--header", "no")


def quoted_fields(n):
    rows = [['"a ""quoted"", field"', '"two\nlines"', i % 2] for i in range(n)]
    return {"table.csv": csv(["a", "b", "y"], *rows, ["c", "d", 1])}, select()


def blank_lines(n):
    text = csv(["a", "y"], [1, "n"], [2, "p"]) + "\n" * n + csv([3, "n"]) + "\n \t\n" * n
    return {"table.csv": "\n" * n + text}, select()


def comments(n):
    return {"table.csv": "# a line\n" * n + csv(["a", "y"], [1, "n"], [2, "p"], [3, "n"])}, select()


def categorical_columns(n):
    head = [f"c{i}" for i in range(n)] + ["y"]
    rows = [["abc"[(i + r) % 3] for i in range(n)] + ["np"[r % 2]] for r in range(5)]
    return {"table.csv": csv(head, *rows)}, select()


def inspected_columns(n):
    head = [f"c{i}" for i in range(n)] + ["y"]
    rows = [[i * (r + 1) % 97 for i in range(n)] + ["np"[r % 2]] for r in range(5)]
    return {"table.csv": csv(head, *rows)}, ["inspect", "table.csv", "--threads", "1"]


def result(features, **more):
    document = {
        "schema": "pith/selection/1",
        "version": "0.1.0",
        "method": {"id": "mim", "parameters": {"correction": "none"}},
        "missing": "error",
        "data": {"source": "t.csv", "rows": 3, "features": len(features), "target": "y"},
        "fitted": features,
        **more,
    }
    return json.dumps(document)


def applied_features(n):
    all_names = [f"name{i}" for i in range(n)]
    fitted = [{"name": name, "kind": "number", "fill": 1.5} for name in all_names]
    files = {"result.json": result(fitted), "table.csv": wide(all_names)}
    return files, ["apply", "result.json", "table.csv", "-q"]


def applied_levels(n):
    some = [f"level {i:07}" for i in range(n)]
    fitted = [{"name": "a", "kind": "category", "levels": some, "fill": some[-1]}]
    rows = [[level, "np"[i % 2]] for i, level in enumerate(some)]
    files = {"result.json": result(fitted), "table.csv": csv(["a", "y"], *rows)}
    return files, ["apply", "result.json", "table.csv", "-q"]


def keys_of_a_result(n):
    fitted = [{"name": "a", "kind": "number", "fill": 1.5}]
    more = {f"key{i}": i for i in range(n)}
    files = {"result.json": result(fitted, **more), "table.csv": wide(["a"])}
    return files, ["apply", "result.json", "table.csv", "-q"]


def saved(text, name):
    """A table as pith writes it under this name, with all columns."""
    with tempfile.TemporaryDirectory(prefix="pith-complexity-") as folder:
        pathlib.Path(folder, "table.csv").write_text(text)
        keep = ["--method", "random", "-k", "all", "--quiet", "--output", os.devnull]
        _, code = cpu_seconds(["select", "table.csv", *keep, "--save", name], folder)
        if code != 0:
            sys.exit(f"exit code {code} where {name} is written")
        return pathlib.Path(folder, name).read_bytes()


def parquet_columns(n):
    table = saved(wide([f"name{i}" for i in range(n)]), "table.parquet")
    return {"table.parquet": table}, ["select", "table.parquet", *select()[2:]]


def arrow_columns(n):
    table = saved(wide([f"name{i}" for i in range(n)]), "table.arrow")
    return {"table.arrow": table}, ["select", "table.arrow", *select()[2:]]


def targets(n):
    head = [f"c{i}" for i in range(20)] + [f"t{i}" for i in range(n)]
    rows = [[(i * r) % 3 for i in range(20)] + [(i + r) % 2 for i in range(n)] for r in range(9)]
    return {"table.csv": csv(head, *rows)}, select("--target", "t*")


def numbers_of_target(n):
    rows = [[i * 7919 % n, i % 11, i + 0.5] for i in range(n)]
    arguments = ["select", "table.csv", "--method", "ksg", "-k", "1", "--threads", "1"]
    return {"table.csv": csv(["a", "b", "y"], *rows)}, [*arguments, "--allow-ids"]


CASES = {
    names: 30_000,
    duplicate_names: 30_000,
    empty_names: 30_000,
    levels: 50_000,
    classes: 20_000,
    class_spellings: 15_000,
    attributes: 20_000,
    nominal_values: 40_000,
    zip_entries: 4_000,
    options: 10_000,
    feature_list: 20_000,
    kept_list: 10_000,
    numeric_list: 10_000,
    names_with_commas: 10_000,
    long_line: 50_000,
    quoted_fields: 75_000,
    blank_lines: 500_000,
    comments: 150_000,
    categorical_columns: 4_000,
    inspected_columns: 15_000,
    applied_features: 10_000,
    applied_levels: 30_000,
    keys_of_a_result: 15_000,
    parquet_columns: 15_000,
    arrow_columns: 15_000,
    targets: 4_000,
    numbers_of_target: 60_000,
}


def colliding_texts(count):
    """Texts of 16 bytes with the same hash in the 64-bit MurmurHash of libstdc++."""
    mask = (1 << 64) - 1
    factor = 0xC6A4A7935BD1E995
    back = pow(factor, -1, 1 << 64)
    start = 0xC70F6907 ^ (16 * factor & mask)
    state = 0x0123456789ABCDEF
    texts = []
    i = 0
    while len(texts) < count:
        text = b"%08d" % i
        i += 1
        block = int.from_bytes(text, "little") * factor & mask
        hash_of_block = (start ^ ((block ^ block >> 47) * factor & mask)) * factor & mask
        other = (state ^ hash_of_block) * back & mask
        last = ((other ^ other >> 47) * back & mask).to_bytes(8, "little")
        if not set(last) & set(b"\0\t\n\r \"#%',;\\{|}"):
            texts.append(text + last)
    return texts


def ordinary_texts(count):
    numbers = random.Random(1)
    return [b"%016x" % numbers.getrandbits(64) for _ in range(count)]


def flooded_levels(texts):
    rows = b"\n".join(b"%s,%d,%d" % (text, i % 7, i % 2) for i, text in enumerate(texts))
    return {"table.csv": b"a,b,y\n" + rows + b"\n"}, select("--encoding", "latin-1", "--allow-ids")


def flooded_values(texts):
    rows = b"\n".join(b"%s,%s,%d" % (text, text, i % 2) for i, text in enumerate(texts))
    head = b"@attribute a {%s}\n@attribute b string\n@attribute y {0,1}\n" % b",".join(texts)
    table = b"@relation r\n" + head + b"@data\n" + rows + b"\n"
    arguments = select("--encoding", "latin-1", "--allow-ids")[2:]
    return {"table.arff": table}, ["select", "table.arff", *arguments]


def flooded_classes(texts):
    rows = b"\n".join(b"%d,%s\n%d,%s" % (i % 7, t, i % 3, t) for i, t in enumerate(texts))
    return {"table.csv": b"a,y\n" + rows + b"\n"}, select("--encoding", "latin-1")


FLOODS = {flooded_levels: 40_000, flooded_values: 40_000, flooded_classes: 5_000}


class Run:
    """Two inputs of a case, and the least CPU times of both."""

    def __init__(self, inputs, max_ratio):
        self.max_ratio = max_ratio
        self.times = [float("inf")] * len(inputs)
        self.folders = []
        self.arguments = [arguments for _, arguments in inputs]
        for files, _ in inputs:
            folder = tempfile.TemporaryDirectory(prefix="pith-complexity-")
            for file, text in files.items():
                data = text if isinstance(text, bytes) else text.encode()
                pathlib.Path(folder.name, file).write_bytes(data)
            self.folders.append(folder)

    def ratio(self):
        return self.times[1] / self.times[0]

    def is_fine(self):
        return self.ratio() < self.max_ratio

    def measure(self, name):
        for turn in range(MORE_TURNS):
            if turn >= TURNS and self.is_fine():
                break
            for i, arguments in enumerate(self.arguments):
                seconds, code = cpu_seconds(arguments, self.folders[i].name)
                if code != 0:
                    sys.exit(f"{name}: exit code {code} of {' '.join(arguments)[:200]}")
                self.times[i] = min(self.times[i], seconds)
        for folder in self.folders:
            folder.cleanup()


def runs_of(case, n):
    """The runs of a case: it fails only where all of them do."""
    if case in FLOODS:
        yield n, Run([case(ordinary_texts(n)), case(colliding_texts(n))], MAX_FLOOD_RATIO)
    else:
        for size in (n, 2 * n):
            yield size, Run([case(size), case(2 * size)], MAX_RATIO)


def is_linear(case, n):
    name = case.__name__
    for size, run in runs_of(case, n):
        run.measure(name)
        verdict = "" if run.is_fine() else f"  must be below {run.max_ratio}"
        first, second = run.times
        ratio = f"ratio {run.ratio():.2f}{verdict}"
        print(f"{name:20} {size:8} {first:8.3f} s {second:8.3f} s  {ratio}", flush=True)
        if run.is_fine():
            return True
    return False


def main():
    wanted = set(sys.argv[1:])
    cases = {c: n for c, n in (CASES | FLOODS).items() if not wanted or c.__name__ in wanted}
    failed = [case.__name__ for case, n in cases.items() if not is_linear(case, n)]
    if failed:
        sys.exit(f"not linear: {', '.join(failed)}")


if __name__ == "__main__":
    main()
