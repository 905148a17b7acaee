# SPDX-License-Identifier: Apache-2.0
"""The tables of the comparison: which, and how large ones are sampled."""

import csv
import gzip
import random
from pathlib import Path

# Every feature is a number.
NUMERIC = """
arrhythmia breast_w coil20 colon connect4 covtype15k dermatology glass higgs7500 ionosphere iris
isolet landsat letter lung_disc lymphoma_missing madelon meats_nir methylation_christensen
multifeat musk2 optdigits orl pendigits segment semeion sonar spambase srbct tox171 usps usps241
vehicle warpPIE10P waveform wdbc wine yale
""".split()

# Some features are categories.
MIXED = """
adult audiology credit_a credit_g heart_c hepatitis horse_colic kddcup99_10pct krvskp mushroom
promoter sick soybean splice vowel
""".split()

SMALLEST_CLASS = 5  # a class with fewer rows has none in some training or test set
SEED = 1
ALL_ROWS = 10**9


def names() -> list[str]:
    return sorted(NUMERIC + MIXED, key=str.lower)


def is_numeric(name: str) -> bool:
    return name in NUMERIC


def half(name: str) -> int:
    """0: chosen on; 1: confirmed on. Alternate in alphabetical order, within each group."""
    group = sorted(NUMERIC if is_numeric(name) else MIXED, key=str.lower)
    return group.index(name) % 2


def counts(features: int) -> list[int]:
    """The numbers of features to select: with all features there is no choice."""
    return [k for k in (5, 10, 20) if k < features] or [2]


def sample(rows: list[list[str]], limit: int) -> list[list[str]]:
    """A stratified sample of about `limit` rows in their order; small classes are left out."""
    members: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        members.setdefault(row[-1], []).append(index)
    share = min(1.0, limit / len(rows))
    chosen: list[int] = []
    for label in sorted(members):
        own = members[label]
        count = round(share * len(own))
        if count < SMALLEST_CLASS:
            continue
        generator = random.Random(f"{SEED}/{label}")
        chosen += own if share == 1 else generator.sample(own, count)
    return [rows[index] for index in sorted(chosen)]


def prepare(name: str, data: Path, folder: Path, limit: int) -> tuple[Path, int]:
    """Writes the table that is evaluated, once, and returns its path and number of features."""
    path = folder / f"{name}.csv"
    if not path.exists():
        with gzip.open(data / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        rows = sample(rows, limit)
        # A column without any value is no feature.
        kept = [j for j in range(len(header)) if any(row[j] not in ("", "?") for row in rows)]
        partial = path.with_suffix(".part")
        with partial.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([header[j] for j in kept])
            writer.writerows([row[j] for j in kept] for row in rows)
        partial.rename(path)
    with path.open(encoding="utf-8", newline="") as file:
        return path, len(next(csv.reader(file))) - 1
