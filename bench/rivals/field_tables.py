# SPDX-License-Identifier: Apache-2.0
"""The tables of field.py; run as a program, it writes a table of numbers for nearest neighbours.

field_tables.py FILE.npz ROWS FEATURES
"""

import gzip
import random
import shutil
import sys


def numbers_csv(path, rows, columns):
    """Normal random numbers as %.6g, about nine bytes each."""
    source = random.Random(1)
    some = [f"{source.gauss(0, 1):.6g}" for _ in range(100_003)]
    with open(path, "w") as file:
        file.write(",".join(f"x{j}" for j in range(columns)) + "\n")
        for row in range(rows):
            at = row * 7919 % len(some)
            values = some[at : at + columns]
            while len(values) < columns:
                values += some[: columns - len(values)]
            file.write(",".join(values) + "\n")


def mixed_csv(path, rows):
    """Eight columns of texts with 2 to 2,000 levels, six of numbers, four of integers, two with
    missing values."""
    source = random.Random(2)
    levels = [
        [f"{word}_{i}" for i in range(count)]
        for word, count in zip(
            ("no", "grade", "region", "month", "shop", "city", "sku", "agent"),
            (2, 5, 12, 40, 100, 300, 1000, 2000),
            strict=True,
        )
    ]
    numbers = [f"{source.gauss(50, 20):.4f}" for _ in range(50_021)]
    gaps = [number if source.random() > 0.1 else "" for number in numbers]
    kinds = ["t"] * 8 + ["x"] * 6 + ["i"] * 4 + ["g"] * 2
    with open(path, "w") as file:
        file.write(",".join(f"{kind}{i}" for i, kind in enumerate(kinds)) + "\n")
        for _ in range(rows):
            texts = [texts[int(source.random() * len(texts))] for texts in levels]
            at = int(source.random() * (len(numbers) - 8))
            integers = [str(int(source.random() * 10**digits)) for digits in (2, 4, 6, 8)]
            values = texts + numbers[at : at + 6] + integers + gaps[at : at + 2]
            file.write(",".join(values) + "\n")


def csv_files(folder, share):
    """(what it is, file), share: how many times smaller than usual."""
    path = folder / "table.csv"
    for rows, columns in ((20_000 // share, 1_000), (1_000, 20_000 // share)):
        numbers_csv(path, rows, columns)
        yield f"CSV {rows:,} x {columns:,} numbers", path
    rows = 1_000_000 // share
    mixed_csv(path, rows)
    yield f"CSV {rows:,} x 20 mixed", path
    packed = folder / "table.csv.gz"
    with open(path, "rb") as source, gzip.open(packed, "wb", 6) as file:
        shutil.copyfileobj(source, file)
    yield "the same, gzip", packed


def categories_csv(path, rows, features, levels, classes):
    """Every fifth feature is a noisy copy of the target."""
    source = random.Random(3)
    target = [source.randrange(classes) for _ in range(rows)]
    columns = []
    for feature in range(features):
        strength = 0.05 + 0.45 * source.random() if feature % 5 == 0 else 0
        columns.append(
            [y % levels if source.random() < strength else source.randrange(levels) for y in target]
        )
    with open(path, "w") as file:
        file.write(",".join(f"f{i}" for i in range(features)) + ",class\n")
        file.writelines(
            ",".join(map(str, row)) + "\n" for row in zip(*columns, target, strict=True)
        )


def integer_csv(path, source):
    """A table of categories as integers from 0 on, the class last: what every peer can read."""
    with gzip.open(source, "rt") as file:
        head, *rows = (line.rstrip("\n").split(",") for line in file)
    columns = []
    for values in zip(*rows, strict=True):
        codes = {value: code for code, value in enumerate(sorted(set(values)))}
        columns.append([str(codes[value]) for value in values])
    with open(path, "w") as file:
        file.write(",".join(head) + "\n")
        file.writelines(",".join(row) + "\n" for row in zip(*columns, strict=True))


def categories(data, folder, share):
    """(what it is, file): a generated table, and those of the folder that are there."""
    path = folder / "categories.csv"
    rows, features = (100_000, 1_000) if share == 1 else (1_000, 100)
    categories_csv(path, rows, features, 10, 10)
    yield f"{rows:,} x {features:,}, 10 levels, 10 classes", path
    for name in ("colon_disc", "leukemia_disc", "lymphoma_disc", "nci9_disc") if data else ():
        source = data / f"{name}.csv.gz"
        if source.exists():
            integer_csv(path, source)
            yield name, path


def main():
    import numpy

    path, rows, features = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    generator = numpy.random.default_rng(0)
    target = generator.integers(0, 2, rows)
    table = generator.normal(size=(rows, features))
    table[:, :5] += 0.8 * target[:, None]
    numpy.savez(path, X=table, y=target)


if __name__ == "__main__":
    main()
