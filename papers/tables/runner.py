# SPDX-License-Identifier: Apache-2.0
"""Runs pith and the programs of the papers, finds the data sets, and keeps what the programs said."""

import functools
import hashlib
import json
import os
import resource
import shlex
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD_HELP = (
    "cmake --preset release -DPITH_BENCHMARKS=ON && cmake --build --preset release"
)


class Missing(Exception):
    """A data set or a program that is not there; says what to do about it."""


@dataclass
class Source:
    """What numbers of a page come from."""

    command: str
    seconds: float
    cpu_seconds: float
    file: str  # in the folder of what is kept
    sha256: str  # of what the program printed

    def line(self):
        times = [f"{self.seconds:.1f}", f"{self.cpu_seconds:.1f}"]
        return "\t".join([self.file, self.sha256, *times, self.command])


SOURCES_HEAD = "file\tsha256 of the output\tseconds\tCPU seconds\tcommand"


class Runner:
    """PITH is the program, PITH_DATA the folder of data sets, PITH_PAPER_PROGRAMS the folder of the
    papers' programs; all have defaults.

    Every outcome is kept in build/papers, one file for each command, so that a run that was stopped
    goes on where it ended. A file is named after the bytes of the program and of the data and after
    the options: another program or other data have other files. `sources` lists what was used.
    """

    def __init__(self, threads=2, kept=ROOT / "build/papers"):
        self.program = Path(os.environ.get("PITH", ROOT / "build/release/bin/pith"))
        self.folder = Path(os.environ.get("PITH_DATA", ROOT.parent / "shared/data"))
        self.programs = Path(os.environ.get("PITH_PAPER_PROGRAMS", ROOT / "build/release/papers"))
        self.threads = threads
        self.kept = kept
        self.sources = []

    def has_data(self):
        return self.folder.is_dir()

    def data(self, name):
        """The path of a data set: data("colon") is .../colon.csv.gz."""
        path = self.folder / f"{name}.csv.gz"
        if not path.is_file():
            raise Missing(f"{name}.csv.gz is not in {self.folder}; PITH_DATA names the folder")
        return path

    def json(self, args):
        """What `pith ARGS --format json` says, the seconds it took, and those of the CPU."""
        if not self.program.is_file():
            raise Missing(f"{self.program} is not there; PITH names it; to build it: {BUILD_HELP}")
        fixed = ["--threads", self.threads, "--quiet", "--format", "json"]
        outcome = self._outcome([self.program, *args, *fixed])
        return json.loads(outcome["output"]), outcome["seconds"], outcome["cpu_seconds"]

    def text(self, name, args):
        """What a program of the papers prints, and the seconds it took."""
        program = self.programs / name
        if not program.is_file():
            raise Missing(f"{name} is not built: {BUILD_HELP}")
        outcome = self._outcome([program, *args])
        return outcome["output"], outcome["seconds"]

    def command(self, args):
        """The command that json(args) runs, for a reader to copy: data sets by their names alone."""
        words = [str(word) for word in args]
        short = [Path(word).name if word.endswith(".csv.gz") else word for word in words]
        return shlex.join(["pith", *short])

    def _outcome(self, words):
        """What the kept file says, or else what the program says now."""
        words = [str(word) for word in words]
        place = self.kept / f"{self._digest(words)}.json"
        if place.is_file():
            outcome = json.loads(place.read_text("utf-8"))
        else:
            outcome = self._run(words)
            place.parent.mkdir(parents=True, exist_ok=True)
            unfinished = place.with_suffix(".part")
            unfinished.write_text(json.dumps(outcome), "utf-8")
            unfinished.rename(place)
        self.sources.append(
            Source(_shown(words), outcome["seconds"], outcome["cpu_seconds"], place.name,
                   hashlib.sha256(outcome["output"].encode()).hexdigest())
        )  # fmt: skip
        return outcome

    def _digest(self, words):
        """Of a command: of the bytes of files and data sets that it names, and of its other words."""
        digest = hashlib.sha256()
        for word in words:
            paths = [Path(word), self.folder / f"{word}.csv.gz"]
            found = next((path for path in paths if path.is_file()), None)
            digest.update(_file_digest(found, found.stat().st_mtime_ns) if found else _sha256(word.encode()))
        return digest.hexdigest()[:32]

    def _run(self, words):
        golden = os.environ.get("PITH_GOLDEN", ROOT.parent / "shared/golden")
        environment = {**os.environ, "PITH_DATA": str(self.folder), "PITH_GOLDEN": str(golden)}
        start, cpu_start = time.monotonic(), _cpu_seconds()
        done = subprocess.run(words, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{shlex.join(words)}: {done.stderr.strip()}")
        return {
            "command": _shown(words),
            "seconds": time.monotonic() - start,
            "cpu_seconds": _cpu_seconds() - cpu_start,
            "output": done.stdout,
        }


def _sha256(content):
    return hashlib.sha256(content).digest()


@functools.cache
def _file_digest(path, modified):
    """Of a file that was last modified then: the program is read once, not for each command."""
    return _sha256(path.read_bytes())


def _shown(words):
    """A command for a reader: files and folders by their names alone."""
    return shlex.join([Path(word).name if Path(word).is_absolute() else word for word in words])


def _cpu_seconds():
    """Of all programs run so far: tells more than the clock on a machine that others use."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

