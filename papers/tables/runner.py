# SPDX-License-Identifier: Apache-2.0
"""Runs pith and the programs of the papers, and finds the data sets."""

import json
import os
import resource
import shlex
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD_HELP = (
    "cmake --preset release -DPITH_BENCHMARKS=ON && cmake --build --preset release"
)


class Missing(Exception):
    """A data set or a program that is not there; says what to do about it."""


class Runner:
    """PITH is the program, PITH_DATA the folder of data sets; both have defaults."""

    def __init__(self, threads=2):
        self.program = Path(os.environ.get("PITH", ROOT / "build/release/bin/pith"))
        self.folder = Path(os.environ.get("PITH_DATA", ROOT.parent / "shared/data"))
        self.threads = threads

    def has_data(self):
        return self.folder.is_dir()

    def data(self, name):
        """The path of a data set: data("colon") is .../colon.csv.gz."""
        path = self.folder / f"{name}.csv.gz"
        if not path.is_file():
            raise Missing(f"{name}.csv.gz is not in {self.folder}; PITH_DATA names the folder")
        return path

    def json(self, args):
        """What `pith ARGS --format json` says, and the seconds it took."""
        if not self.program.is_file():
            raise Missing(f"{self.program} is not there; PITH names it; to build it: {BUILD_HELP}")
        fixed = ["--threads", self.threads, "--quiet", "--format", "json"]
        text, seconds = self._run([self.program, *args, *fixed])
        return json.loads(text), seconds

    def text(self, name, args):
        """What a program of the papers prints, and the seconds it took."""
        program = ROOT / "build/release/papers" / name
        if not program.is_file():
            raise Missing(f"{name} is not built: {BUILD_HELP}")
        return self._run([program, *args])

    @staticmethod
    def cpu_seconds():
        """Of all programs run so far: tells more than the clock on a machine that others use."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def command(self, args):
        """The command that json(args) runs, for a reader to copy: data sets by their names alone."""
        words = [str(word) for word in args]
        short = [Path(word).name if word.endswith(".csv.gz") else word for word in words]
        return shlex.join(["pith", *short])

    def _run(self, words):
        golden = os.environ.get("PITH_GOLDEN", ROOT.parent / "shared/golden")
        environment = {**os.environ, "PITH_DATA": str(self.folder), "PITH_GOLDEN": str(golden)}
        start = time.monotonic()
        done = subprocess.run(
            [str(word) for word in words], env=environment, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise RuntimeError(f"{shlex.join(map(str, words))}: {done.stderr.strip()}")
        return done.stdout, time.monotonic() - start
