# SPDX-License-Identifier: Apache-2.0
"""Learners and evaluations keep to the memory limit, or end at once with a sufficient one.

Every case runs on one and on eight threads: first with a small limit and then with the limits that
the refusals name, until it succeeds. The results must be the same bytes.
"""

import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import child

THREADS = (1, 8)
LEARN = Path(__file__).resolve().parents[2] / "pith" / "learn"
SETTINGS = {"extra-trees": "extra-trees:trees=10"}  # fewer, to take less time


def learners():
    """The learner of every file of pith/learn, and whether it predicts classes and numbers."""
    found = {"linear-svm:solver=libsvm": (True, False)}
    for path in LEARN.glob("*.cpp"):
        if path.stem.endswith("_test"):
            continue
        learner = path.stem.replace("_", "-")
        # The last such line: a method of the same name is described first.
        text = child.run(["describe", learner]).out
        words = re.findall(r"^Predicts ((?:classes|numbers)\b.*)$", text, re.MULTILINE)[-1]
        found[SETTINGS.get(learner, learner)] = ("classes" in words, "numbers" in words)
    return dict(sorted(found.items()))


def write_table(path, rows, columns, classes, levels=0):
    """Numbers that grow a little with the class, and a categorical column with `levels` levels."""
    draw = random.Random(1).random
    with open(path, "w") as file:
        names = [f"x{i}" for i in range(columns)] + (["text"] if levels else [])
        file.write(",".join([*names, "y"]) + "\n")
        for row in range(rows):
            label = row % classes
            values = [f"{draw() + 0.1 * (label % 7):.3f}" for _ in range(columns)]
            if levels:
                values.append(f"t{row * 7 % levels}")
            file.write(",".join([*values, f"c{label}"]) + "\n")


def cases(folder):
    """Name, arguments and the first limit in MiB."""
    tall, rich, wide = folder / "tall.csv", folder / "rich.csv", folder / "wide.csv"
    write_table(tall, 5000, 5, 2, levels=40)
    write_table(rich, 800, 3, 200)
    write_table(wide, 48, 6000, 2)
    target = ["--target", "y", "--format", "json"]
    some = folder / "some.csv"
    write_table(some, 1500, 5, 2)
    number = ["--target", "x0", "--drop", "y", "--format", "json"]
    for learner, (takes_classes, takes_numbers) in learners().items():
        plan = ["--learners", learner, "--methods", "mim", *target]
        if takes_classes:
            yield f"tall {learner}", ["evaluate", tall, *plan, "-k", "3,6", "--folds", "4"], 16
            yield f"rich {learner}", ["evaluate", rich, *plan, "-k", "3", "--folds", "2"], 16
        plan = ["--learners", learner, "--methods", "correlation", *number]
        if takes_numbers:
            yield f"numbers {learner}", ["evaluate", some, *plan, "-k", "3", "--folds", "4"], 4
    for learner in ("knn", "linear-svm", "naive-bayes"):
        plan = ["--learners", learner, "--methods", "mim,fisher", *target]
        yield f"wide {learner}", ["evaluate", wide, *plan, "-k", "5", "--folds", "3"], 24
    one = ["--methods", "mim", "--learners", "knn", *target]
    yield "leave-one-out", ["evaluate", rich, *one, "-k", "2", "--leave-one-out"], 16
    yield "holdouts", ["evaluate", tall, *one, "-k", "2", "--holdout", "0.3"], 16
    for name, table in (("tall", tall), ("rich", rich), ("wide", wide)):
        stable = ["stability", table, "-m", "mrmr", "-k", "3", "--resamples", "6"]
        yield f"{name} stability", [*stable, *target], 16
        chosen = ["select", table, "-m", "mim", "-k", "auto", "--max-features", "6", *target]
        yield f"{name} k by cv", [*chosen, "--auto", "cv"], 16
        yield f"{name} k by null", [*chosen, "--auto", "null", "--permutations", "19"], 16
    yield "wrapper", ["select", tall, "-m", "wrapper", "-k", "2", "--rows", "1500", *target], 16
    compared = ["compare", tall, wide, "--target", "y", "--methods", "mim,fisher", "-k", "3"]
    yield "compare", [*compared, "--learners", "knn", "--format", "json"], 16


def without_times(text):
    """The document without what no run repeats."""
    return re.sub(r'"seconds":\s*(\{[^{}]*\}|[0-9.e+-]+)|"threads":\s*\d+', "", text)


def fault_of(case):
    """What is wrong with a case; None: nothing."""
    name, arguments, limit = case
    documents = set()
    for threads in THREADS:
        tries = child.climb(arguments, limit, threads, steps=6)
        found = child.verdict(tries)
        if found:
            return f"{name} on {threads} threads: {found}"
        documents.add(without_times(tries[-1][1].out))
    if len(documents) > 1:
        return f"{name}: the documents of one and eight threads differ"
    return None


def main():
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        all_cases = list(cases(Path(folder)))
        faults = [found for found in pool.map(fault_of, all_cases) if found]
    for found in faults:
        print(found)
    print(f"{len(all_cases) - len(faults)} of {len(all_cases)} cases keep to the limit")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
