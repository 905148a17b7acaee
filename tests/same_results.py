#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that two pith programs give the same results.

    tests/same_results.py BEFORE AFTER [--methods gc-mi,mrmr]

The script runs every method of BEFORE over six kinds of input: wine, a mixed table with missing
values, a table with weights, a wide table, constant and duplicated columns, and tables with two and
with twelve classes. Both programs get the same commands. The exit codes must be equal; where they
are 0, the JSON on standard output must be equal, too: the same keys in the same order, and every
number with the same digits. Only timings, the version, notes and warnings may differ. A key that
one program writes in no run at all is new or gone: it is listed and not compared.

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
    kept: str = "x2"  # a feature for --keep

    @property
    def arguments(self) -> tuple[str, ...]:
        return (self.file, "--target", self.target, *self.options)


WINE = Input("wine.csv", target="class", kept="ash")
MIXED = Input("mixed.csv")
# Some methods reject categorical features, and some reject '--missing level' for numeric ones.
MIXED_NUMERIC = Input("mixed.csv", options=("--features", "x*"))
MIXED_CATEGORICAL = Input("mixed.csv", options=("--features", "c*"), kept="c2")
WEIGHTED = Input("weighted.csv", options=("--weights", "w"))
WIDE = Input("wide.csv")
DUPLICATED = Input("duplicated.csv")
TWO_CLASSES = Input("two_classes.csv")
MANY_CLASSES = Input("many_classes.csv")
COMPLETE = (WINE, WEIGHTED, WIDE, DUPLICATED, TWO_CLASSES, MANY_CLASSES)
WITH_MISSING = (MIXED, MIXED_NUMERIC, MIXED_CATEGORICAL)


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
    """The features of a row: the first six depend on its class, less and less; others are noise."""
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
        copies = [x[0], x[1], x[5], -x[0], 3.0 * x[1] + 1.0, x[2] + x[3], level]
        table.append([*map(text_of, [*x, level, *copies, 7.0, 0.0]), str(label)])
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
    """Selections and stability with one method."""
    name = method["id"]
    traits = method["traits"]
    is_numeric = traits["takes"] in ("numbers", "numeric")
    mixed = imputed(MIXED_NUMERIC if is_numeric else MIXED)

    tables = [*COMPLETE]
    for strategy in traits["missing"]:
        if strategy != "error":
            tables += [with_options(table, "--missing", strategy) for table in WITH_MISSING]
    for table in tables:
        for threads in ("1", "3"):
            yield Run(name, select(table, "--method", name, "-k", "5", "--threads", threads))

    single = ("--method", name, "--threads", "1")
    five = (*single, "-k", "5")
    for table in (WINE, DUPLICATED, mixed):
        yield Run(name, select(table, *five, "--keep", table.kept))
    if not is_numeric:
        for bins in BINS:
            for table in (WINE, WEIGHTED, mixed):
                yield Run(name, select(table, *five, "--bins", bins))
    for parameter in method["parameters"]:
        for value in other_values(parameter):
            for table in (WINE, mixed):
                yield Run(name, select(table, *five, parameter["flag"], value))

    if name in AUTO_METHODS:
        for table in (WINE, TWO_CLASSES, mixed):
            automatic = (*single, "-k", "auto", "--auto")
            yield Run(name, select(table, *automatic, "null", "--permutations", "19"))
            yield Run(name, select(table, *automatic, "cv"))

    resampled = (*five, "--resamples", "5", "--format", "json")
    for table in (WINE, WEIGHTED, mixed):
        yield Run(name, ("stability", *table.arguments, *resampled))
    yield Run(name, ("stability", *WINE.arguments, *resampled, "--bootstrap"))


def other_values(parameter: dict[str, Any]) -> list[str]:
    """The values that a choice or a flag does not have by default."""
    if parameter["type"] == "flag":
        return ["false" if parameter["default"] else "true"]
    return [choice for choice in parameter.get("choices", ()) if choice != parameter["default"]]


def default_runs() -> Iterator[Run]:
    for table in (*COMPLETE, *map(imputed, WITH_MISSING)):
        yield Run("select without --method", select(table, "-k", "5", "--threads", "1"))


def evaluation_runs() -> Iterator[Run]:
    options = ("-k", "1,3", "--folds", "3", "--format", "json")
    for learner in LEARNERS:
        for table in (*COMPLETE, *map(imputed, (MIXED, MIXED_NUMERIC))):
            methods = "jmi,mrmr" if table.file == MIXED.file else "gc-mi,mrmr"
            tried = ("--methods", methods, "--learner", learner)
            for threads in ("1", "3"):
                arguments = (*table.arguments, *tried, *options, "--threads", threads)
                yield Run(f"evaluate with {learner}", ("evaluate", *arguments))


def inspection_runs() -> Iterator[Run]:
    for table in (*COMPLETE, MIXED):
        yield Run("inspect", ("inspect", *table.arguments, "--format", "json"))


# Comparison


@dataclass(frozen=True)
class Outcome:
    """What both programs did with a command. The documents are None unless both exited with 0."""

    run: Run
    code: int  # of the program before
    difference: str | None  # in exit code, time or syntax
    before: Any = None
    after: Any = None


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


def keys_in(document: Any, path: str = "") -> Iterator[str]:
    """The path of every key, e.g. '.selected[].score'."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield f"{path}.{key}"
            yield from keys_in(value, f"{path}.{key}")
    elif isinstance(document, list):
        for item in document:
            yield from keys_in(item, f"{path}[]")


def keys_of_one(before: Iterable[Any], after: Iterable[Any]) -> tuple[frozenset[str], ...]:
    """The keys that only one program writes, in none of its documents the other: (gone, new)."""
    one = frozenset(key for document in before for key in keys_in(document))
    other = frozenset(key for document in after for key in keys_in(document))
    return one - other, other - one


def without(document: Any, keys: frozenset[str], path: str = "") -> Any:
    """The document without these keys."""
    if isinstance(document, dict):
        kept = {key: value for key, value in document.items() if f"{path}.{key}" not in keys}
        return {key: without(value, keys, f"{path}.{key}") for key, value in kept.items()}
    if isinstance(document, list):
        return [without(item, keys, f"{path}[]") for item in document]
    return document


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


def compared(outcomes: list[Outcome]) -> tuple[list[Comparison], frozenset[str], frozenset[str]]:
    """The comparisons, and the keys that only one program writes: (gone, new)."""
    gone, new = keys_of_one((each.before for each in outcomes), (each.after for each in outcomes))
    comparisons = []
    for each in outcomes:
        difference = each.difference
        if difference is None and each.before is not None:
            difference = first_difference(without(each.before, gone), without(each.after, new))
        comparisons.append(Comparison(each.run, each.code, difference))
    return comparisons, gone, new


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


def execute(
    program: str, arguments: Iterable[str], folder: Path
) -> subprocess.CompletedProcess[str]:
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


def runner(before: str, after: str, folder: Path) -> Callable[[Run], Outcome]:
    def run_both(run: Run) -> Outcome:
        try:
            old = execute(before, run.arguments, folder)
            new = execute(after, run.arguments, folder)
        except subprocess.TimeoutExpired as error:
            program = "before" if error.cmd[0] == before else "after"
            message = f"the program {program} took more than {TIMEOUT_SECONDS} s"
            return Outcome(run, -1, message)
        return outcome_of(run, old, new)

    return run_both


def outcome_of(
    run: Run, old: subprocess.CompletedProcess[str], new: subprocess.CompletedProcess[str]
) -> Outcome:
    if old.returncode != new.returncode:
        failed = new if new.returncode != 0 else old
        message = failed.stderr.strip().splitlines()[-1:] or ["no message"]
        codes = described("exit code", old.returncode, new.returncode)
        return Outcome(run, old.returncode, f"{codes} ({message[0]})")
    if old.returncode != 0:
        return Outcome(run, old.returncode, None)
    try:
        return Outcome(run, old.returncode, None, parse(old.stdout), parse(new.stdout))
    except json.JSONDecodeError as error:
        return Outcome(run, old.returncode, f"standard output is not JSON: {error}")


def difference_of(
    run: Run, old: subprocess.CompletedProcess[str], new: subprocess.CompletedProcess[str]
) -> str | None:
    """What differs between two runs of one program, which write the same keys."""
    outcome = outcome_of(run, old, new)
    if outcome.difference is not None or outcome.before is None:
        return outcome.difference
    return first_difference(outcome.before, outcome.after)


# Program


def read_methods(program: str) -> list[dict[str, Any]]:
    """The catalogue of a program. Raises ValueError if it cannot be read."""
    try:
        done = execute(program, ("methods", "--format", "json"), ROOT)
        methods: list[dict[str, Any]] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise ValueError(f"cannot list the methods of {program}: {error}") from error
    return methods


def chosen_methods(methods: list[dict[str, Any]], names: str | None) -> list[dict[str, Any]]:
    """The methods with the given ids. Raises ValueError if an id is unknown."""
    if names is None:
        return methods
    known = {method["id"]: method for method in methods}
    ids = list(dict.fromkeys(names.split(",")))
    unknown = [name for name in ids if name not in known]
    if unknown:
        raise ValueError(f"--methods: BEFORE has no method {', '.join(map(repr, unknown))}")
    return [known[name] for name in ids]


def run_all(runs: list[Run], before: str, after: str, folder: Path) -> list[Outcome]:
    workers = len(os.sched_getaffinity(0))
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(runner(before, after, folder), runs))


def report(comparisons: list[Comparison]) -> bool:
    """Prints the differences and the totals. Returns whether all runs agree and prove something."""
    different = [comparison for comparison in comparisons if comparison.difference is not None]
    for comparison in different:
        print(f"pith {shlex.join(comparison.run.arguments)}\n    {comparison.difference}")

    successes = Counter({comparison.run.subject: 0 for comparison in comparisons})
    successes.update(comparison.run.subject for comparison in comparisons if comparison.code == 0)
    unproven = [subject for subject, count in successes.items() if count < MIN_SUCCESSES]
    for subject in unproven:
        print(f"{subject}: only {successes[subject]} runs exited with 0 (need {MIN_SUCCESSES})")

    least, count = min(successes.items(), key=lambda item: item[1])
    total = sum(successes.values())
    print(f"{total} of {len(comparisons)} runs exited with 0 (fewest: {least}, {count} runs)")
    print(f"{len(comparisons)} runs compared, {len(different)} differ")
    return not different and not unproven


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Check that two pith programs give the same results.",
        epilog="Timings, the version, notes and warnings may differ.",
    )
    parser.add_argument("before", metavar="BEFORE", help="the pith program before a change")
    parser.add_argument("after", metavar="AFTER", help="the pith program after it")
    parser.add_argument(
        "--methods",
        metavar="ID,...",
        help="compare these methods only, without 'pith evaluate' and 'pith inspect'",
    )
    arguments = parser.parse_args()
    before, after = (os.path.abspath(path) for path in (arguments.before, arguments.after))
    try:
        known = read_methods(before)
        read = read_methods(after)
        methods = chosen_methods(known, arguments.methods)
    except ValueError as error:
        parser.error(str(error))

    ids_before = [method["id"] for method in known]
    ids_after = [method["id"] for method in read]
    missing = [name for name in ids_before if name not in ids_after]
    added = [name for name in ids_after if name not in ids_before]
    if added:
        print(f"Only AFTER has {', '.join(added)}: not compared")
    if missing:
        print(f"AFTER does not have {', '.join(missing)}")
        return 1

    os.nice(10)
    folder = Path(tempfile.mkdtemp(prefix="same_results_"))
    is_same = False
    try:
        write_inputs(folder)
        runs = all_runs(methods, is_complete=arguments.methods is None)
        start = time.monotonic()
        outcomes = run_all(runs, before, after, folder)
        print(f"Ran both programs in {time.monotonic() - start:.0f} s", file=sys.stderr)
        comparisons, gone, new = compared(outcomes)
        for program, keys in ("BEFORE", gone), ("AFTER", new):
            if keys:
                print(f"Only {program} writes {', '.join(sorted(keys))}: not compared")
        is_same = report(comparisons)
    finally:
        if is_same:
            shutil.rmtree(folder)
        else:
            print(f"The inputs of these runs are in {folder}", file=sys.stderr)
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
