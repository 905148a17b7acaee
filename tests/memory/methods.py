# SPDX-License-Identifier: Apache-2.0
"""Runs every method on wide, tall and class-rich tables, and on those with a numeric target, in a
child process with a memory limit.

The largest resident set must stay below the limit + 10 % + 32 MB. A child may refuse (exit code 3),
within twenty times what reading the table takes, and its message must name a limit; with that limit
it is run again, and must succeed after at most two raises (the reader names one limit, the method
another), unless this is more memory than a machine may have. A child that has not ended after some
seconds of processor time is stopped: the bound must hold until then.

    methods.py [--full] [--report] [--jobs N] [--shape NAME] [METHOD ...]

PITH names the program.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from child import MEBIBYTE, PITH, allowed, run

MOST_RAISES = 2
# A refusal that names more MiB is not put to the test: this machine may not have them.
LARGEST_LIMIT = {False: 2048, True: 6144}


@dataclass(frozen=True)
class Shape:
    name: str
    rows: int
    features: int
    classes: int  # 0: the target is numeric
    limits: tuple  # in MiB; the first is tight

    @property
    def file(self):
        return f"{self.name}.npz"

    @property
    def target(self):
        return "classes" if self.classes else "numbers"

    @property
    def task(self):
        """Without it, integers with thousands of distinct values are numbers."""
        return "classify" if self.classes else "regress"


QUICK = (
    Shape("wide", 60, 60_000, 2, (40,)),
    Shape("tall", 200_000, 16, 2, (36,)),
    Shape("classes", 16_000, 8, 8_000, (30,)),
    Shape("wide-numbers", 60, 20_000, 0, (20,)),
    Shape("tall-numbers", 60_000, 16, 0, (20,)),
)
FULL = (
    Shape("wide", 100, 200_000, 2, (200, 240)),
    Shape("tall", 1_000_000, 20, 2, (200, 240)),
    Shape("classes", 24_000, 8, 12_000, (30, 100)),
    Shape("wide-numbers", 100, 200_000, 0, (200, 240)),
    Shape("tall-numbers", 1_000_000, 20, 0, (200, 240)),
)


@dataclass(frozen=True)
class Case:
    method: str
    shape: Shape
    limit: int
    threads: int
    k: str

    def __str__(self):
        return (
            f"{self.method} {self.shape.name} --memory {self.limit}M"
            f" --threads {self.threads} -k {self.k}"
        )


def cases_of(method, targets, shapes, is_full):
    """In the quick battery, each shape has one number of threads and one k."""
    found = []
    for place, shape in enumerate(shapes):
        if targets and shape.target not in targets:
            continue
        for limit in shape.limits:
            for threads in (1, 8) if is_full else (8,):
                ks = ("5", "all") if is_full else (("5", "all")[(place + len(method)) % 2],)
                found += [Case(method, shape, limit, threads, k) for k in ks]
    return found


def reading_seconds(folder, shape):
    """Of the processor, for reading a table and next to nothing else, beside whatever else runs."""
    arguments = ["select", folder / shape.file, "-m", "random", "-k", "1", "-q", "--task", shape.task]
    return run(arguments, threads=8).cpu


def judge(case, outcome):
    """What is wrong with an outcome, or an empty text."""
    if outcome.peak > allowed(case.limit):
        excess = (outcome.peak - allowed(case.limit)) >> 20
        return f"peak {outcome.peak >> 20} MiB, {excess} MiB too much"
    if outcome.code == 0 or outcome.was_stopped:
        return ""
    if outcome.code != 3:
        return f"exit {outcome.code}: {outcome.error[-300:]}"
    if outcome.named_limit is None or outcome.named_limit <= case.limit:
        return f"the refusal names no larger limit: {outcome.error[-300:]}"
    return ""


def run_case(folder, case, seconds, most):
    """All runs of a case: (case, outcome, what is wrong), one for each raise of the limit."""
    runs = []
    while True:
        arguments = ["select", folder / case.shape.file, "-m", case.method, "-k", case.k, "-q"]
        arguments += ["--task", case.shape.task]
        outcome = run(arguments, case.limit, case.threads, timeout=600, cpu=seconds)
        wrong = judge(case, outcome)
        if not wrong and outcome.code == 3 and outcome.cpu > seconds / 2:
            reading = reading_seconds(folder, case.shape)
            if outcome.cpu > 20 * reading:
                wrong = (
                    f"refused only after {outcome.cpu:.1f} s, reading takes {reading:.1f} s:"
                    f" {outcome.error[-200:]}"
                )
        is_last = len(runs) == MOST_RAISES and (outcome.named_limit or 0) <= most
        if outcome.code == 3 and not wrong and is_last:
            wrong = f"refused after {MOST_RAISES} raises: {outcome.error[-200:]}"
        runs.append((case, outcome, wrong))
        if wrong or outcome.code != 3 or outcome.named_limit > most:
            return runs
        case = Case(case.method, case.shape, outcome.named_limit, case.threads, case.k)


def row_of(case, outcome, wrong):
    if outcome.code == 3:
        named = f"refuses, names {outcome.named_limit}M"
    else:
        named = "stopped" if outcome.was_stopped else f"exit {outcome.code}"
    return (
        f"{case!s:62} {outcome.peak / MEBIBYTE:6.0f} MiB {outcome.cpu:6.2f} s  {named}"
        f"{'  WRONG: ' + wrong if wrong else ''}"
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("methods", nargs="*")
    parser.add_argument("--full", action="store_true", help="large tables, all combinations")
    parser.add_argument("--report", action="store_true", help="a line for each run")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--shape", action="append")
    parser.add_argument("--folder", type=Path, help="where the tables are kept")
    asked = parser.parse_args()
    listed = subprocess.run(
        [PITH, "methods", "--format", "json"], capture_output=True, text=True, check=True
    ).stdout
    listed = {m["id"]: m["traits"].get("targets") for m in json.loads(listed)}
    all_shapes = FULL if asked.full else QUICK
    shapes = [s for s in all_shapes if not asked.shape or s.name in asked.shape]
    seconds = 60 if asked.full else 4
    most = LARGEST_LIMIT[asked.full]
    with tempfile.TemporaryDirectory() as own:
        folder = asked.folder or Path(own)
        folder.mkdir(exist_ok=True)
        for shape in shapes:
            if not (folder / shape.file).exists():
                # In a child: this process must stay small.
                size = map(str, (shape.rows, shape.features, shape.classes))
                maker = Path(__file__).parent / "random_tables.py"
                subprocess.run([sys.executable, maker, folder / shape.file, *size], check=True)
        wanted = asked.methods or listed
        cases = [c for m in wanted for c in cases_of(m, listed[m], shapes, asked.full)]
        wrongs = 0
        total = 0
        with ThreadPoolExecutor(asked.jobs) as pool:
            for runs in pool.map(lambda c: run_case(folder, c, seconds, most), cases):
                for case, outcome, wrong in runs:
                    total += 1
                    wrongs += bool(wrong)
                    if wrong or asked.report:
                        print(row_of(case, outcome, wrong), flush=True)
    print(f"{len(cases)} cases, {total} runs, {wrongs} wrong")
    return 1 if wrongs or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
