# SPDX-License-Identifier: Apache-2.0
"""pith beside the fastest peers, on the shapes that people have: one command, one table.

    python3 bench/rivals/field.py BUILD [--data FOLDER] [--peer NAME=PROGRAM] [--quick] [--write]

BUILD holds bin/pith, bench/read_file and bench/select_bench (-DPITH_BENCHMARKS=ON). The peers that
are Python packages are installed into BUILD/field-venv: pandas, polars, pyarrow and DuckDB read CSV
files, fast-select and skrebate select by ReliefF and MultiSURF. Peers that are built from source
are given by --peer: PROGRAM TABLE METHOD K prints {"seconds": ..., "selected": [...]}, the CPU
seconds of the selection alone and the indices of the columns, in order; TABLE is a CSV file of
integers with a header, the class last.

Everything runs on one thread, in turn, and the least CPU seconds of three count; what takes more
than ten seconds runs once. The table says how many times longer a peer takes than pith, and whether
the answers agree; ties are broken in different ways. --write puts the table into bench/README.md.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import field_tables as tables

PACKAGES = ["numpy", "pandas", "polars", "pyarrow", "duckdb", "skrebate", "fast-select"]
HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
BEGIN = "<!-- written by rivals/field.py -->"
END = "<!-- end -->"
CRITERIA = ("mim", "mrmr", "jmi", "cmim", "jmim", "disr")
SLOW = 10  # seconds
ONE_THREAD = {
    name: "1"
    for name in (
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMBA_NUM_THREADS",
        "POLARS_MAX_THREADS",
    )
}


def environment(build):
    """The Python of an environment that has the packages."""
    python = build / "field-venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", python.parent.parent], check=True)
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([python, "-m", "pip", "install", *quiet, *PACKAGES], check=True)
    return python


def answer(command):
    done = subprocess.run(
        list(map(str, command)), env=os.environ | ONE_THREAD, capture_output=True, text=True
    )
    if done.returncode != 0:
        sys.exit(f"field.py: {command[0]} failed: {done.stderr[-400:]}")
    return json.loads(done.stdout.splitlines()[-1])


def least(commands, turns):
    """The answers with the least seconds; the commands run in turn."""
    found = [answer(command) for command in commands]
    for _ in range(1, turns):
        for i, command in enumerate(commands):
            if found[i]["seconds"] < SLOW:
                found[i] = min(found[i], answer(command), key=lambda run: run["seconds"])
    return found


class Field:
    def __init__(self, options, folder):
        self.build = options.build
        self.turns = 1 if options.quick else 3
        self.peers = dict(peer.split("=", 1) for peer in options.peer)
        self.folder = folder
        self.python = environment(options.build)
        self.rows = []

    def add(self, work, ours, others, answers):
        cells = [f"{name} {found['seconds'] / ours['seconds']:.1f}" for name, found in others]
        row = f"| {work} | {ours['seconds']:.4f} | {' · '.join(cells)} | {answers} |"
        print(row, flush=True)
        self.rows.append(row)

    def peer_command(self, *words):
        return [self.python, HERE / "field_peers.py", *words]

    def reading(self, name, path):
        readers = (
            "pandas",
            "pandas categories",
            "polars",
            "polars categories",
            "pyarrow",
            "DuckDB",
        )
        commands = [self.peer_command("pith_read", self.build / "bench" / "read_file", path)]
        commands += [self.peer_command("read", reader, path) for reader in readers]
        ours, *others = least(commands, self.turns)
        for reader, found in zip(readers, others, strict=True):
            if found["shape"] != ours["shape"]:
                sys.exit(f"field.py: {reader} reads another table: {found['shape']}")
        self.add(name, ours, zip(readers, others, strict=True), "same shape")

    def neighbours(self, method, rows, features):
        path = self.folder / "numbers.npz"
        subprocess.run(
            [self.python, HERE / "field_tables.py", path, str(rows), str(features)], check=True
        )
        pith = self.peer_command(
            "pith", self.build / "bin" / "pith", path, method, "20", "--target", "y"
        )
        peers = ("fast-select", "skrebate")
        commands = [pith] + [self.peer_command("relief", peer, path, method) for peer in peers]
        ours, *others = least(commands, self.turns)
        shared = [len(set(ours["selected"][:5]) & set(found["selected"][:5])) for found in others]
        answers = ", ".join(f"{count} of the first 5" for count in shared)
        self.add(f"{method} {rows} x {features}", ours, zip(peers, others, strict=True), answers)

    def criteria(self, name, path):
        for method in CRITERIA if self.peers else ():
            programs = (self.build / "bin" / "pith", self.build / "bench" / "select_bench")
            pith = self.peer_command("criterion", *programs, path, method, "50")
            others = [[*peer.split(), path, method, "50"] for peer in self.peers.values()]
            ours, *found = least([pith, *others], self.turns)
            differ = [
                peer
                for peer, theirs in zip(self.peers, found, strict=True)
                if theirs["selected"] != ours["selected"]
            ]
            answers = f"ties differ: {', '.join(differ)}" if differ else "same order"
            self.add(f"{method} {name}", ours, zip(self.peers, found, strict=True), answers)


def write(rows):
    head = ["| work | pith s | how many times longer | answers |", "|---|--:|---|---|"]
    text = README.read_text()
    table = "\n".join([BEGIN, "", *head, *rows, "", END])
    found = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    if not found.search(text):
        sys.exit(f"field.py: {README.name} has no place for the table ({BEGIN})")
    README.write_text(found.sub(lambda _: table, text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path)
    parser.add_argument("--data", type=Path, help="a folder with colon_disc.csv.gz and others")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PROGRAM")
    parser.add_argument("--quick", action="store_true", help="small tables, once: to see it work")
    parser.add_argument("--write", action="store_true", help="into bench/README.md")
    options = parser.parse_args()
    share = 100 if options.quick else 1
    with tempfile.TemporaryDirectory() as place:
        field = Field(options, Path(place))
        for name, path in tables.csv_files(field.folder, share):
            field.reading(name, path)
        for method in ("relieff", "multisurf"):
            for rows, features in ((2000, 500), (10_000, 100)):
                field.neighbours(method, rows // min(share, 10), features)
        for name, path in tables.categories(options.data, field.folder, share):
            field.criteria(name, path)
    if options.write:
        write(field.rows)


if __name__ == "__main__":
    main()
