#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that results have the same bits whatever the processor can do.

    tests/instruction_sets/run.py RESTRICTED [--emulator 'qemu-x86_64 -cpu Nehalem'] [--only ID,...]

RESTRICTED is a pith that uses only the instruction sets that PITH_TARGETS names. It runs every
method and every learner over several tables with what older processors have; the C library is told
to do without the same instructions. All JSON documents must have the digits of a run with all of
them, but for timings. Without FMA, the methods that docs/concepts/reproducibility.md excepts may
differ, and of learners the intervals. An emulator takes the place of these processors.

The exit code is 0 if all runs agree that should, and 1 if some differ or a method never succeeds.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import same_results as same  # noqa: E402

# Highway's bits of instruction sets (hwy/detect_targets.h).
AVX3 = (1 << 6) | (1 << 7) | (1 << 8)
AVX2 = 1 << 9
SSE4 = 1 << 11
SSSE3 = 1 << 12


@dataclass(frozen=True)
class Processor:
    """What a processor has of Highway's instruction sets, and lacks for the C library."""

    name: str
    has_fma: bool
    command: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)


def restricted(name: str, targets: int, lacks: str) -> Processor:
    without = ",".join(f"-{feature}" for feature in lacks.split())
    variables = {"PITH_TARGETS": str(targets), "GLIBC_TUNABLES": f"glibc.cpu.hwcaps={without}"}
    return Processor(name, has_fma="FMA" not in lacks.split(), variables=variables)


NEW = "AVX512F AVX512VL AVX512BW AVX512DQ"
OLDER = (
    restricted("AVX2 and FMA", AVX2 | SSE4 | SSSE3, NEW),
    restricted("SSE4", SSE4 | SSSE3, f"{NEW} AVX2 AVX FMA FMA4"),
    restricted("SSSE3", SSSE3, f"{NEW} AVX2 AVX FMA FMA4 SSE4_1 SSE4_2"),
    restricted("none", 0, f"{NEW} AVX2 AVX FMA FMA4 SSE4_1 SSE4_2 SSSE3"),
)


def method_runs(method: dict) -> Iterator[same.Run]:
    name = method["id"]
    mixed = same.imputed(same.MIXED)
    if method["traits"]["takes"] in ("numbers", "numeric"):
        mixed = same.imputed(same.MIXED_NUMERIC)
    for table in (same.WINE, same.WEIGHTED, same.WIDE, same.DUPLICATED, same.TWO_CLASSES, mixed):
        yield same.Run(name, same.select(table, "--method", name, "-k", "5", "--threads", "1"))


def learner_runs() -> Iterator[same.Run]:
    options = ("--methods", "mim", "-k", "3,8", "--folds", "3", "--threads", "1", "-f", "json")
    for learner in same.LEARNERS:
        for table in (same.WINE, same.TWO_CLASSES, same.MANY_CLASSES):
            arguments = ("evaluate", *table.arguments, "--learner", learner, *options)
            yield same.Run(f"{learner} (learner)", arguments)


def excepted() -> set[str]:
    """The methods and learners that need FMA for the same bits, as the page says."""
    page = (same.ROOT / "docs/concepts/reproducibility.md").read_text(encoding="utf-8")
    part = page.split("## Methods that need FMA")[1].split("\n## ")[0]
    methods, learners = part.split("Of the learners")
    names = re.findall(r"`([a-z0-9-]+)`", methods)
    return {*names, *(f"{name} (learner)" for name in re.findall(r"`([a-z0-9-]+)`", learners))}


def execute(program: str, processor: Processor, run: same.Run, folder: Path):
    return subprocess.run(
        [*processor.command, program, *run.arguments],
        cwd=folder,
        env={**same.environment(), "OPENBLAS_NUM_THREADS": "1", **processor.variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=600,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Check that all instruction sets agree.")
    parser.add_argument("program", metavar="RESTRICTED")
    parser.add_argument("--emulator", help="a command that runs a program as without FMA")
    parser.add_argument("--only", metavar="ID,...", help="these methods, and no learners")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    processors = OLDER
    if arguments.emulator:
        command = tuple(shlex.split(arguments.emulator))
        processors = (Processor(arguments.emulator, has_fma=False, command=command),)
    methods = same.chosen_methods(same.read_methods(program), arguments.only)
    runs = [run for method in methods for run in method_runs(method)]
    if not arguments.only:
        runs += learner_runs()
    with tempfile.TemporaryDirectory(prefix="instruction_sets_") as name:
        folder = Path(name)
        same.write_inputs(folder)
        return 0 if check(program, processors, runs, folder) else 1


def compare(program: str, processors: tuple[Processor, ...], run: same.Run, folder: Path):
    """Whether the run succeeds, and what differs."""
    first = execute(program, Processor("this", has_fma=True), run, folder)
    found = []
    exceptions = excepted()
    for processor in processors:
        if not processor.has_fma and run.subject in exceptions:
            continue
        other = execute(program, processor, run, folder)
        difference = same.difference_of(run, first, other)
        is_interval = re.search(r"\.(lower|upper|p_value|p)\b", difference or "")
        if difference and not (is_interval and not processor.has_fma):
            found.append(f"{processor.name}: {difference}")
    return first.returncode == 0, found


def check(
    program: str, processors: tuple[Processor, ...], runs: list[same.Run], folder: Path
) -> bool:
    """Prints what differs, by run and processor. Returns whether nothing does."""
    workers = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(workers) as pool:
        results = list(pool.map(lambda run: compare(program, processors, run, folder), runs))
    failed = set()
    for run, (_, found) in zip(runs, results):
        if found:
            failed.add(run.subject)
            print(f"pith {shlex.join(run.arguments)}")
        for line in found:
            print(f"    {line}")
    proven = {run.subject for run, (is_good, _) in zip(runs, results) if is_good}
    unproven = sorted({run.subject for run in runs} - proven)
    if unproven:
        print(f"no run succeeded: {', '.join(unproven)}")
    total = len({run.subject for run in runs})
    print(f"{len(runs)} runs on {len(processors)} kinds of processor")
    print(f"{len(failed)} of {total} methods and learners differ where they should not")
    return not failed and not unproven


if __name__ == "__main__":
    sys.exit(main())
