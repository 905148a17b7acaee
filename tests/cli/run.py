# SPDX-License-Identifier: Apache-2.0
"""Runs the blocks of a .cli file and compares what the program says with what the file says.

A block is a command and what it gives:

    $ pith select wine.csv -k 1 --format names      a line for bash
    flavanoids                                      standard output, line by line
    ! pith: note: binned 13 features [..]           standard error, line by line
    ? 0                                             the exit code, where it is not 0

`[..]` stands for any text within a line, a line `...` for any number of lines. Lines that begin
with `#` and empty lines between blocks are for the reader; an empty line inside an output is
written as `~`. All blocks of a file run in one fresh directory that holds copies of the data of
examples/, tests/data/ and, in folders of their own, messy/, parquet/, hdf5/ and statistics/ of
that. PITH names the program; the commands of tools.py are at hand.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Block:
    def __init__(self, line, command):
        self.line = line
        self.command = command
        self.code = 0
        self.out = []
        self.err = []


def parse(path):
    blocks = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("$ "):
            blocks.append(Block(number, line[2:]))
        elif line.startswith("#") or not line.strip():
            continue
        elif line.startswith("? "):
            blocks[-1].code = int(line[2:])
        elif line.startswith("! "):
            blocks[-1].err.append(line[2:])
        else:
            blocks[-1].out.append("" if line == "~" else line)
    return blocks


def pattern_of(lines):
    parts = []
    for line in lines:
        if line == "...":
            parts.append(r"(?:[^\n]*\n)*")
        else:
            parts.append(".*".join(re.escape(piece) for piece in line.split("[..]")) + r"\n")
    return "".join(parts)


def matches(expected, text):
    if text and not text.endswith("\n"):
        text += "\n"
    return re.fullmatch(pattern_of(expected), text) is not None


def environment(folder):
    keep = {name: os.environ[name] for name in ("HOME", "PITH", "ASAN_OPTIONS", "LSAN_OPTIONS",
                                                "TSAN_OPTIONS", "UBSAN_OPTIONS", "VIRTUAL_ENV")
            if name in os.environ}
    tools = folder / "bin"
    tools.mkdir()
    (tools / "pith").symlink_to(os.environ["PITH"])
    for name in ("make-input", "on-terminal", "check-widths", "interrupt", "check-schema",
                 "check-completion"):
        script = tools / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HERE}/tools.py" {name} "$@"\n')
        script.chmod(0o755)
    keep.update(PATH=f"{tools}:/usr/local/bin:/usr/bin:/bin", LC_ALL="C.UTF-8", TERM="xterm",
                TMPDIR=str(folder), SCHEMAS=str(ROOT / "docs" / "schema"))
    return keep


def run(block, folder, variables):
    done = subprocess.run(["bash", "-c", block.command], cwd=folder, env=variables,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=240)
    out = done.stdout.decode("utf-8", "backslashreplace")
    err = done.stderr.decode("utf-8", "backslashreplace")
    wrong = []
    if done.returncode != block.code:
        wrong.append(f"exit code {done.returncode}, expected {block.code}")
    for name, expected, text in (("output", block.out, out), ("error", block.err, err)):
        if not matches(expected, text):
            wrong.append(f"standard {name} was\n{text}expected\n" + "\n".join(expected))
    return wrong


def main():
    path = Path(sys.argv[1])
    blocks = parse(path)
    failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "work"
        folder.mkdir()
        variables = environment(Path(scratch))
        for data in [*(ROOT / "examples").glob("*.csv"), *(ROOT / "tests" / "data").glob("*")]:
            if data.is_file():
                shutil.copy(data, folder / data.name)
        for name in "messy", "parquet", "hdf5", "statistics":
            shutil.copytree(ROOT / "tests" / "data" / name, folder / name)
        for block in blocks:
            wrong = run(block, folder, variables)
            failures += bool(wrong)
            for message in wrong:
                print(f"{path.name}:{block.line}: {block.command}\n{message}\n")
    print(f"{path.name}: {len(blocks) - failures} of {len(blocks)} blocks are as written")
    return 1 if failures or not blocks else 0


if __name__ == "__main__":
    sys.exit(main())
