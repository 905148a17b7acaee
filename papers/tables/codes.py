#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a table as small integers, for learners that are to see bins as numbers.

codes.py INPUT OUTPUT width|frequency: CSV with gzip; the class in the last column stays as it is.
"""

import bisect
import csv
import gzip
import io
import sys

BINS = 5


def write_codes(source, target, rule):
    """Values in five bins, where there are more; letters in the order of the alphabet."""
    with gzip.open(source, "rt", newline="") as file:
        head, *rows = csv.reader(file)
    *features, target_column = zip(*rows)
    columns = [_codes(column, rule) for column in features]
    # Without a time in the head, so that the same codes are the same bytes.
    with (
        open(target, "wb") as raw,
        gzip.GzipFile("", "wb", 1, raw, mtime=0) as packed,
        io.TextIOWrapper(packed, newline="") as file,
    ):
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(zip(*columns, target_column))


def _codes(column, rule):
    try:
        values = [float(text) for text in column]
    except ValueError:
        return _places(column)
    if len(set(values)) <= BINS:
        return _places(values)
    return _by_width(values) if rule == "width" else _by_frequency(values)


def _places(values):
    place = {value: index for index, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]


def _by_width(values):
    least, most = min(values), max(values)
    return [min(int((value - least) / (most - least) * BINS), BINS - 1) for value in values]


def _by_frequency(values):
    """Cuts at order statistics; a value is coded by the number of cuts below it."""
    order = sorted(values)
    cuts = sorted({order[round(len(order) * k / BINS) - 1] for k in range(1, BINS)})
    return [bisect.bisect_left(cuts, value) for value in values]


if __name__ == "__main__":
    write_codes(*sys.argv[1:4])
