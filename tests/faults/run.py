# SPDX-License-Identifier: Apache-2.0
"""Lets calls of the system fail, one after another, while the program works.

    run.py PROGRAM LIBRARY [--all | --sample N] [--only COMMAND] [--kind KIND]

For each command the n-th allocation, write, fsync, rename, read, open or new thread fails (once, or
from then on), for a sample of n, or for every n with --all or PITH_ALL_FAULTS. Each run must end
with the result or with a clean error: exit code 0, 2 or 3 as the kind allows, every file whole (as
it was, or as it should become), no other file, one message, no hang. What an evaluation had stored
is not lost, and going on without a fault gives the result.
"""

import argparse
import errno
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
OLD = b"what was there before\n"

# Of each kind: what errno is, which exit codes are right, whether later calls fail as well.
FAULTS = [("alloc", errno.ENOMEM, {0, 3}, False), ("alloc", errno.ENOMEM, {0, 3}, True),
          ("map", errno.ENOMEM, {0, 3}, False), ("map", errno.ENOMEM, {0, 3}, True),
          ("write", errno.ENOSPC, {0, 3}, True), ("write", errno.EIO, {0, 2}, False),
          ("short", errno.ENOSPC, {0, 3}, True), ("fsync", errno.EIO, {0, 2}, True),
          ("fsync", errno.ENOSPC, {0, 3}, False), ("rename", errno.EIO, {0, 2}, True),
          ("link", errno.EIO, {0, 2}, True), ("read", errno.EIO, {0, 2}, True),
          ("open", errno.EMFILE, {0, 3}, True), ("open", errno.EACCES, {0, 2}, False),
          ("thread", errno.EAGAIN, {0, 3}, False), ("thread", errno.EAGAIN, {0, 3}, True)]


def without_times(data):
    return re.sub(rb'"seconds": {[^}]*}|in [0-9.]+ m?s\b|"version": "[^"]*"', b"", data)


class Command:
    """A command with the files that it writes."""

    def __init__(self, name, words, outputs, journal=None):
        self.name = name
        self.words = words
        self.outputs = outputs
        self.journal = journal


COMMANDS = [
    Command("select", "select wine.csv --method jmi -k 3 -q -f csv --threads 2", []),
    Command("save", "select wine.csv --method mrmr -k 3 -q -o r.json --save s.csv.gz --threads 2",
            ["r.json", "s.csv.gz"]),
    Command("evaluate", "evaluate wine.csv -m mim -l linear-svm,rbf-svm -k 1..2 --folds 3 -q "
            "-f csv -o e.csv --resume j --threads 2", ["e.csv"], "j"),
    Command("apply", "apply selection.json wine.csv -q -o a.csv --threads 2", ["a.csv"]),
    Command("parquet", "select wine.parquet --method mrmr -k 3 -q -o r.json --save s.arrow --threads 2",
            ["r.json", "s.arrow"]),
    Command("arrow", "apply selection.json wine.arrow -q -o a.parquet --threads 2", ["a.parquet"]),
    Command("blocks", "select wine.csv --method mim -k 3 -q -f csv --exact --chunk-rows 50 --threads 2", []),
    Command("numbers", "evaluate wine.csv --target ash --drop class -m correlation -l ridge,rbf-svr,extra-trees:trees=5 -k 2 "
            "--folds 3 -q -f csv -o n.csv --threads 2", ["n.csv"]),
]


class Battery:
    def __init__(self, program, library, scratch):
        self.program = program
        self.library = library
        self.scratch = Path(scratch)
        self.data = self.scratch / "data"
        self.data.mkdir()
        shutil.copy(ROOT / "examples" / "wine.csv", self.data)
        self.call("select wine.csv --method mrmr -k 3 -q -o selection.json", self.data)
        for name in "wine.parquet", "wine.arrow":
            self.call(f"select wine.csv --method random -k all -q -o /dev/null --save {name}", self.data)
        self.folders = 0

    def call(self, words, folder, variables=None):
        environment = {"PATH": os.environ["PATH"], "TMPDIR": str(folder), "LC_ALL": "C.UTF-8",
                       **(variables or {})}
        return subprocess.run([self.program, *words.split()], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=60)

    def folder(self, command, number):
        """A folder with the inputs and with files that the command replaces."""
        folder = self.scratch / f"{command.name}-{number}"
        folder.mkdir()
        for path in self.data.iterdir():
            os.link(path, folder / path.name)
        for name in command.outputs:
            (folder / name).write_bytes(OLD)
        if command.journal and hasattr(command, "stored"):
            (folder / command.journal).write_bytes(command.stored)
        return folder

    def prepare(self, command):
        """What the command gives, and how often it calls the system."""
        folder = self.folder(command, "whole")
        counts = self.scratch / f"{command.name}.counts"
        done = self.call(command.words, folder,
                         {"LD_PRELOAD": self.library, "FAULT_COUNTS": str(counts)})
        assert done.returncode == 0, (done.returncode, done.stderr)
        command.out = without_times(done.stdout)
        command.new = {name: without_times((folder / name).read_bytes())
                       for name in command.outputs}
        assert OLD not in command.new.values()
        if command.journal:
            lines = (folder / command.journal).read_bytes().splitlines(keepends=True)
            command.lines = set(lines)
            command.stored = b"".join(lines[:3])  # the head and two trials
        command.counts = {line.split()[0]: int(line.split()[1])
                          for line in counts.read_text().splitlines()}

    def places(self, command, kind, sample):
        """Evenly spread; 0: all."""
        count = command.counts[kind]
        if sample == 0 or count <= sample:
            return list(range(1, count + 1))
        return [1 + i * (count - 1) // (sample - 1) for i in range(sample)]

    def problems(self, command, fault, place, number):
        kind, code, allowed, stays = fault
        folder = self.folder(command, number)
        variables = {"LD_PRELOAD": self.library, "FAULT_KIND": kind, "FAULT_AT": str(place),
                     "FAULT_ERRNO": str(code), **({"FAULT_STAYS": "1"} if stays else {})}
        wrong = []
        try:
            done = self.call(command.words, folder, variables)
        except subprocess.TimeoutExpired:
            return ["it hangs"]
        if done.returncode not in allowed:
            wrong.append(f"exit code {done.returncode}: {done.stderr.decode()[:300]}")
        elif done.returncode != 0 and not re.fullmatch(rb"pith: [^\n]+\n", done.stderr):
            wrong.append(f"the message is {done.stderr!r}")
        if done.returncode == 0 and without_times(done.stdout) != command.out:
            wrong.append("another result is printed")
        known = {path.name for path in self.data.iterdir()} | set(command.outputs)
        left = {path.name for path in folder.iterdir()} - known - {command.journal}
        if left:
            wrong.append(f"left behind: {sorted(left)}")
        for name in command.outputs:
            found = (folder / name).read_bytes() if (folder / name).exists() else None
            if found == OLD and done.returncode != 0:
                continue
            if found is None or without_times(found) != command.new[name]:
                wrong.append(f"{name} is neither the old nor the new file: {found!r:.200}")
        if command.journal:
            wrong += self.journal_problems(command, folder)
        shutil.rmtree(folder)
        return wrong

    def journal_problems(self, command, folder):
        wrong = []
        kept = (folder / command.journal).read_bytes() if (folder / command.journal).exists() else b""
        if not kept.startswith(command.stored):
            wrong.append("stored trials are lost")
        if not set(kept.splitlines(keepends=True)[:-1]) <= command.lines:
            wrong.append("another trial is stored")
        if not wrong and kept != b"".join(command.lines):
            done = self.call(command.words, folder)
            found = without_times((folder / command.outputs[0]).read_bytes())
            if done.returncode != 0 or found != command.new[command.outputs[0]]:
                wrong.append(f"it cannot be resumed: {done.stderr!r}")
        return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--all", action="store_true", default=bool(os.environ.get("PITH_ALL_FAULTS")))
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--only")
    parser.add_argument("--kind")
    options = parser.parse_args()
    total = failures = 0
    with tempfile.TemporaryDirectory() as scratch:
        battery = Battery(options.program, options.library, scratch)
        jobs = []
        for command in COMMANDS:
            if options.only not in (None, command.name):
                continue
            battery.prepare(command)
            for fault in FAULTS:
                if options.kind in (None, fault[0]):
                    jobs += [(command, fault, place)
                             for place in battery.places(command, fault[0], 0 if options.all else options.sample)]

        def run(numbered):
            number, (command, fault, place) = numbered
            return battery.problems(command, fault, place, number)

        codes = {}
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for (command, fault, place), wrong in zip(jobs, pool.map(run, enumerate(jobs))):
                total += 1
                key = (command.name, fault[0])
                codes[key] = codes.get(key, 0) + 1
                failures += bool(wrong)
                for message in wrong:
                    stays = " and all later ones" if fault[3] else ""
                    print(f"{command.name}: {fault[0]} {place}{stays} fails "
                          f"({os.strerror(fault[1])}): {message}")
    for (command, kind), count in sorted(codes.items()):
        print(f"{command} {kind}: {count}")
    print(f"{total} faults, {failures} without a result or a clean error")
    return 1 if failures or not total else 0


if __name__ == "__main__":
    sys.exit(main())
