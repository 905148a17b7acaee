#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that two pith programs give the same results.

    tests/same_results.py BEFORE AFTER [--methods gc-mi,mrmr]

The script runs every method of BEFORE over six kinds of input: wine, a mixed table with missing
values, a table with weights, a wide table, constant and duplicated columns, and tables with two and
with twelve classes. Both programs get the same commands. The exit codes must be equal; where they
are 0, the JSON on standard output must be equal, too: the same keys in the same order, and every
number with the same digits. Only timings, the version, notes and warnings may differ.

The exit code is 0 if all runs agree, 1 if some differ or if a method has too few successful runs to
prove anything, and 2 on bad usage.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent

# Keys that may differ at any depth: timings, the version and free text.
IGNORED_KEYS = frozenset({"seconds", "version", "notes", "warnings"})

# Fewer successful runs of a method, a learner or a command than this are no evidence.
MIN_SUCCESSES = 5

TIMEOUT_SECONDS = 120

BINS = ("sigma", "sigma:n", "width:4", "frequency:4", "ranks:4", "mdl", "mdl:plain")
LEARNERS = ("linear-svm", "rbf-svm", "adaboost", "qda", "knn", "naive-bayes", "logistic")
EVALUATED_METHODS = "gc-mi,mrmr"
# One method or more of each family; -k auto runs a method many times.
AUTO_METHODS = frozenset(
    ("anova-f", "cfs", "gc-e", "gc-mi", "gkl-mi", "inf-fs", "jmi", "mim", "mrmr", "qpfs", "relieff")
)

Row = list[str]


# Inputs


@dataclass(frozen=True)
class Input:
    """A table and the options that select from it."""

    file: str
    target: str = "y"
    options: tuple[str, ...] = ()
    kept: str = "x1"  # a feature for --keep

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.file, "--target", self.target, *self.options)


WINE = Input("wine.csv", target="class", kept="ash")
MIXED = Input("mixed.csv")
# Methods that take numbers only reject the categorical columns of the mixed table.
MIXED_NUMERIC = Input("mixed.csv", options=("--drop", "c*"))
WEIGHTED = Input("weighted.csv", options=("--weights", "w"))
WIDE = Input("wide.csv")
DUPLICATED = Input("duplicated.csv")
TWO_CLASSES = Input("two_classes.csv")
MANY_CLASSES = Input("many_classes.csv")
COMPLETE = (WINE, WEIGHTED, WIDE, DUPLICATED, TWO_CLASSES, MANY_CLASSES)
WITH_MISSING = (MIXED, MIXED_NUMERIC)


def imputed(table: Input) -> Input:
    return with_options(table, "--missing", "impute")


def with_options(table: Input, *options: str) -> Input:
    return Input(table.file, table.target, (*table.options, *options), table.kept)


def write_inputs(folder: Path) -> None:
    """Writes all tables. The content depends on fixed seeds only."""
    shutil.copy(ROOT / "examples" / "wine.csv", folder / WINE.file)
    write_mixed(folder / MIXED.file)
    write_weighted(folder / WEIGHTED.file)
    write_numeric(folder / WIDE.file, seed=4, rows=60, features=500, classes=3)
    write_duplicated(folder / DUPLICATED.file)
    write_numeric(folder / TWO_CLASSES.file, seed=6, rows=140, features=12, classes=2)
    write_numeric(folder / MANY_CLASSES.file, seed=7, rows=240, features=12, classes=12)


def write_csv(path: Path, header: Row, rows: Iterable[Row]) -> None:
    lines = [header, *rows]
    path.write_text("".join(",".join(line) + "\n" for line in lines), encoding="utf-8")


def text_of(value: float) -> str:
    return f"{value:.4f}"


def numbers(chance: random.Random, label: int, count: int) -> list[float]:
    """The features of a row: the first six depend on its class, less and less; the rest is noise."""
    values = [chance.gauss(0.0, 1.0) for _ in range(count)]
    for i in range(min(6, count)):
        values[i] = 1.5 * math.sin(label * (i + 1.0)) / (i + 1.0) + 0.7 * values[i]
    if count > 4:
        values[4] = 0.8 * values[0] + 0.2 * values[4]  # redundant
    return values


def write_numeric(path: Path, *, seed: int, rows: int, features: int, classes: int) -> None:
    chance = random.Random(seed)
    table = []
    for row in range(rows):
        label = row % classes
        values = numbers(chance, label, features)
        table.append([*map(text_of, values), f"class {label}"])
    write_csv(path, [*(f"x{i}" for i in range(features)), "y"], table)


def write_mixed(path: Path) -> None:
    chance = random.Random(2)
    table = []
    for _ in range(160):
        label = chance.choices((0, 1, 2), (5, 3, 2))[0]
        values = [text_of(value) for value in numbers(chance, label, 6)]
        values += [str(chance.randint(0, 3) + label), str(chance.randint(1, 60))]  # integers
        values += [
            chance.choice(("red", "green", "blue")) if chance.random() < 0.6 else f"shade {label}",
            "high" if chance.random() < 0.3 + 0.2 * label else "low",
            chance.choice("abcdefghijkl"),
            f"{'odd' if label % 2 else 'even'} {chance.randint(0, 1)}",
        ]
        table.append(["" if chance.random() < 0.05 else value for value in values] + [f"k{label}"])
    names = [f"x{i}" for i in range(8)] + [f"c{i}" for i in range(4)]
    write_csv(path, [*names, "y"], table)


def write_weighted(path: Path) -> None:
    chance = random.Random(3)
    table = []
    for row in range(120):
        label = chance.randrange(3)
        weight = 0.0 if row % 17 == 5 else chance.choice((0.25, 0.5, 1.0, 1.0, 2.0, 3.7))
        values = [*numbers(chance, label, 10), weight]
        table.append([*map(text_of, values), str(label)])
    write_csv(path, [*(f"x{i}" for i in range(10)), "w", "y"], table)


def write_duplicated(path: Path) -> None:
    """Constants, copies, and columns that are a linear function of another or of two others."""
    chance = random.Random(5)
    table = []
    for _ in range(90):
        label = chance.randrange(3)
        x = [round(value, 4) for value in numbers(chance, label, 6)]
        level = float(chance.randint(0, 2) + label)
        values = [*x, x[0], x[1], x[5], -x[0], 3.0 * x[1] + 1.0, x[2] + x[3], level, level, 7.0, 0.0]
        table.append([*map(text_of, values), str(label)])
    write_csv(path, [*(f"x{i}" for i in range(16)), "y"], table)


# Runs


@dataclass(frozen=True)
class Run:
    """A command for both programs, and what it is evidence for."""

    subject: str
    arguments: tuple[str, ...]


def all_runs(methods: list[dict[str, Any]], *, is_complete: bool) -> list[Run]:
    """The runs of the given methods and, if complete, those that do not depend on them."""
    runs = [run for method in methods for run in method_runs(method)]
    if is_complete:
        runs += default_runs()
        runs += evaluation_runs()
        runs += inspection_runs()
    return runs


def select(table: Input, *options: str) -> tuple[str, ...]:
    return ("select", *table.arguments, *options, "--format", "json")


def method_runs(method: dict[str, Any]) -> Iterator[Run]:
    name = method["id"]
    selection = ("--method", name, "-k", "5")
    strategies = [strategy for strategy in method["traits"]["missing"] if strategy != "error"]
    tables = [*COMPLETE]
    for table in WITH_MISSING:
        tables += [with_options(table, "--missing", strategy) for strategy in strategies]

    for table in tables:
        for threads in ("1", "3"):
            yield Run(name, select(table, *selection, "--threads", threads))

    selection = (*selection, "--threads", "1")
    for table in (WINE, DUPLICATED, imputed(MIXED), imputed(MIXED_NUMERIC)):
        yield Run(name, select(table, *selection, "--keep", table.kept))
    if method["traits"]["takes"] not in ("numbers", "numeric"):
        for bins in BINS:
            for table in (WINE, WEIGHTED, imputed(MIXED)):
                yield Run(name, select(table, *selection, "--bins", bins))
    for parameter in method["parameters"]:
        for value in other_values(parameter):
            for table in (WINE, imputed(MIXED_NUMERIC)):
                yield Run(name, select(table, *selection, parameter["flag"], value))

    if name in AUTO_METHODS:
        automatic = ("--method", name, "-k", "auto", "--threads", "1", "--auto")
        for table in (WINE, TWO_CLASSES, imputed(MIXED), imputed(MIXED_NUMERIC)):
            null = (*automatic, "null", "--permutations", "19")
            yield Run(name, select(table, *null))
            yield Run(name, select(table, *automatic, "cv"))

    for table in (WINE, WEIGHTED, DUPLICATED, imputed(MIXED), imputed(MIXED_NUMERIC)):
        for draw in ((), ("--bootstrap",)):
            options = (*selection, "--resamples", "5", *draw, "--format", "json")
            yield Run(name, ("stability", *table.arguments, *options))


def other_values(parameter: dict[str, Any]) -> list[str]:
    """The values that a choice or a flag does not have by default."""
    if parameter["type"] == "flag":
        return ["false" if parameter["default"] else "true"]
    return [choice for choice in parameter.get("choices", ()) if choice != parameter["default"]]


def default_runs() -> Iterator[Run]:
    for table in (*COMPLETE, *map(imputed, WITH_MISSING)):
        yield Run("select without --method", select(table, "-k", "5", "--threads", "1"))


def evaluation_runs() -> Iterator[Run]:
    options = ("--methods", EVALUATED_METHODS, "-k", "1,3", "--folds", "3", "--format", "json")
    for learner in LEARNERS:
        for table in (*COMPLETE, *map(imputed, WITH_MISSING)):
            for threads in ("1", "3"):
                arguments = (*table.arguments, "--learner", learner, "--threads", threads, *options)
                yield Run(f"evaluate with {learner}", ("evaluate", *arguments))


def inspection_runs() -> Iterator[Run]:
    for table in (*COMPLETE, MIXED):
        yield Run("inspect", ("inspect", *table.arguments, "--format", "json"))


# Comparison


@dataclass(frozen=True)
class Comparison:
    run: Run
    code: int  # of the program before
    difference: str | None


class Number(str):
    """A number as it is printed, which is not equal to a string with the same characters."""


def parse(text: str) -> Any:
    """The document without the keys that may differ. Numbers keep all of their digits."""

    def kept(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: value for key, value in pairs if key not in IGNORED_KEYS}

    return json.loads(
        text,
        object_pairs_hook=kept,
        parse_float=Number,
        parse_int=Number,
        parse_constant=Number,
    )


def first_difference(before: Any, after: Any, path: str = "") -> str | None:
    """Where two documents differ first, with both values; None if they are equal."""
    if type(before) is type(after):
        if isinstance(before, dict):
            if list(before) != list(after):
                return described(f"keys of {path or '.'}", list(before), list(after))
            return first([(before[key], after[key], f"{path}.{key}") for key in before])
        if isinstance(before, list) and len(before) == len(after):
            items = enumerate(zip(before, after))
            return first([(one, other, f"{path}[{i}]") for i, (one, other) in items])
        if before == after:
            return None
    return described(path or ".", before, after)


def first(pairs: list[tuple[Any, Any, str]]) -> str | None:
    found = (first_difference(*pair) for pair in pairs)
    return next((difference for difference in found if difference is not None), None)


def described(where: str, before: Any, after: Any) -> str:
    return f"{where}: before {shown(before)}, after {shown(after)}"


def shown(value: Any, limit: int = 160) -> str:
    text = str(value) if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= limit else f"{text[:limit]}... ({len(text)} characters)"


def environment() -> dict[str, str]:
    """The variables of this process without those that change what pith does."""
    changed = ("OMP_", "CLICOLOR", "NO_COLOR", "LC_", "LANG")
    kept = {name: os.environ[name] for name in os.environ if not name.startswith(changed)}
    return {**kept, "LC_ALL": "C.UTF-8"}


def execute(program: str, arguments: Iterable[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        errors="backslashreplace",
        timeout=TIMEOUT_SECONDS,
    )


def comparer(before: str, after: str, folder: Path) -> Callable[[Run], Comparison]:
    def compare(run: Run) -> Comparison:
        try:
            old = execute(before, run.arguments, folder)
            new = execute(after, run.arguments, folder)
        except subprocess.TimeoutExpired as error:
            program = "before" if error.cmd[0] == before else "after"
            message = f"the program {program} took more than {TIMEOUT_SECONDS} s"
            return Comparison(run, -1, message)
        return Comparison(run, old.returncode, difference_of(old, new))

    return compare


def difference_of(
    old: subprocess.CompletedProcess[str], new: subprocess.CompletedProcess[str]
) -> str | None:
    if old.returncode != new.returncode:
        failed = new if new.returncode != 0 else old
        message = failed.stderr.strip().splitlines()[-1:] or ["no message"]
        return f"{described('exit code', old.returncode, new.returncode)} ({message[0]})"
    if old.returncode != 0:
        return None
    try:
        return first_difference(parse(old.stdout), parse(new.stdout))
    except json.JSONDecodeError as error:
        return f"standard output is not JSON: {error}"


# Program


def read_methods(program: str) -> list[dict[str, Any]]:
    try:
        done = execute(program, ("methods", "--format", "json"), ROOT)
        methods: list[dict[str, Any]] = json.loads(done.stdout)
    except (OSError, json.JSONDecodeError) as error:
        sys.exit_code = 2
        raise SystemExit(f"same_results.py: cannot list the methods of {program}: {error}") from None
    return methods
