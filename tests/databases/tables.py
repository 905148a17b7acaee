# SPDX-License-Identifier: Apache-2.0
"""Eight tables as CSV files: numbers, categories, texts, dates, truth values and missing values."""

import csv
import random
import shutil

from sources import ROOT


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def informative(rng, rows, columns, classes=2):
    """Numbers, of which every third depends on the class."""
    for _ in range(rows):
        label = rng.randrange(classes)
        yield label, [
            round(rng.gauss(label if i % 3 == 0 else 0, 1), 6) for i in range(columns)
        ]


def numbered(columns):
    return [f"f{i}" for i in range(columns)]


def make(folder):
    """The paths of the eight tables, by their names."""
    rng = random.Random(21)
    paths = {}

    def add(name, header, rows):
        paths[name] = folder / f"{name}.csv"
        write(paths[name], header, rows)

    paths["wine"] = folder / "wine.csv"
    shutil.copy(ROOT / "examples" / "wine.csv", paths["wine"])
    add("small", [*numbered(5), "y"],
        [[*values, label] for label, values in informative(rng, 60, 5)])
    add("wide", [*numbered(300), "y"],
        [[*values, f"class {label}"] for label, values in informative(rng, 90, 300, 3)])
    add("long", [*numbered(6), "y"],
        [[*values, label] for label, values in informative(rng, 9000, 6)])
    add("counts", [*numbered(8), "y"],
        [[*(rng.randrange(4) + (label if i % 2 else 0) for i in range(8)), label]
         for label in (rng.randrange(3) for _ in range(400))])
    towns = ["Ulm", "Köln", "Jena", "São Paulo"]
    add("words", ["town", "size", "grade", "y"],
        [[towns[(label + rng.randrange(2)) % 4], rng.randrange(100), rng.choice("abc"),
          ["kept", "sold"][label]] for label in (rng.randrange(2) for _ in range(500))])
    add("days", ["day", "value", "y"],
        [[f"20{10 + label:02d}-{rng.randrange(1, 13):02d}-{rng.randrange(1, 29):02d}",
          round(rng.random() + label / 3, 5), "ab"[label]]
         for label in (rng.randrange(2) for _ in range(300))])
    # Nulls at the beginning, and more of them than SQLite's driver looks at.
    add("gaps", ["late", *numbered(4), "y"],
        [["" if i < 5000 else round(rng.gauss(label, 1), 4), *values, label]
         for i, (label, values) in enumerate(informative(rng, 6000, 4))])
    return paths
