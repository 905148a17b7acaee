# SPDX-License-Identifier: Apache-2.0
"""How the time of every method grows with rows, features and k, measured over a factor of 16.

    python bench/growth.py [METHOD ...] [--write]

Measures the package `pith` in this process, on one thread: the least CPU seconds of three calls of
pith.select(). The table has ten levels per feature for methods that take categories, normal numbers
otherwise, and two classes; a tenth of the features is informative. Each size starts where a call
takes 10 ms, or with CELLS values; the exponent is log(t(16 s) / t(s)) / log 16. What would take
longer than --limit is measured over a factor of 4 instead and marked with an asterisk. --write
writes docs/methods/growth.md.
"""

import argparse
import math
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import pith

PAGE = Path(__file__).resolve().parent.parent / "docs" / "methods" / "growth.md"
LEAST = 0.01  # seconds of the first size
CELLS = 2_000_000  # of the first table


@dataclass(frozen=True)
class Shape:
    rows: int = 200
    features: int = 48
    k: int = 4


def table(method, shape):
    random = np.random.default_rng(1)
    y = random.integers(0, 2, shape.rows)
    if method.traits["takes"] == "codes":
        x = random.integers(0, 10, (shape.rows, shape.features), dtype=np.int8)
        x[:, ::10] = np.where(random.random(x[:, ::10].shape) < 0.3, 5 * y[:, None], x[:, ::10])
    else:
        x = random.standard_normal((shape.rows, shape.features), dtype=np.float32)
        x[:, ::10] += y[:, None]
    return np.asfortranarray(x), y


def seconds(method, shape, turns=3):
    x, y = table(method, shape)
    least = math.inf
    for _ in range(turns):
        start = time.process_time()
        pith.select(x, y, method=method.id, k=shape.k, threads=1)
        least = min(least, time.process_time() - start)
        if least > 5:
            break
    return least


def exponent(method, axis, limit):
    shape = Shape()
    if axis == "k":  # so that 16 k features are a small part
        shape = replace(shape, features=512)

    def scaled(factor):
        return replace(shape, **{axis: factor * getattr(shape, axis)})

    first = seconds(method, shape)
    while axis != "k" and first < LEAST and 2 * shape.rows * shape.features <= CELLS:
        shape = scaled(2)
        first = seconds(method, shape)
    while axis == "k" and first < LEAST and 2 * shape.rows * shape.features <= 8 * CELLS:
        shape = replace(shape, rows=2 * shape.rows)
        first = seconds(method, shape)
    fourth = seconds(method, scaled(4))
    if fourth * fourth / first > limit:
        return f"{math.log(fourth / first, 4):.1f}*"
    return f"{math.log(seconds(method, scaled(16)) / first, 16):.1f}"


def row(method, limit):
    cells = []
    for axis in ("rows", "features", "k"):
        try:
            cells.append(exponent(method, axis, limit))
        except (ValueError, MemoryError) as error:
            print(f"{method.id}, {axis}: {error}", file=sys.stderr)
            cells.append("")
    return f"| `{method.id}` | {' | '.join(cells)} | {method.cost} |"


def page(rows):
    return "\n".join(
        [
            "# Growth",
            "",
            "How the time of a selection grows with the size of the table: with the exponent *a*, "
            "16 times as many",
            "rows, features or selected features take 16^*a* times as long. Measured by "
            "`bench/growth.py` on one",
            "thread, over a factor of 16 (of 4 where an asterisk says so), from sizes at which a "
            "call takes about",
            "10 ms; the last column is what the description of the method promises. An exponent "
            "below the promise is",
            "the effect of parts that do not grow, one above it that of caches, or of more steps "
            "or passes where the",
            "promise is for one.",
            "",
            "| method | rows | features | k | promised |",
            "|---|--:|--:|--:|---|",
            *rows,
            "",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("methods", nargs="*", metavar="METHOD")
    parser.add_argument(
        "--limit", type=float, default=60, metavar="SECONDS", help="of the largest table (60)"
    )
    parser.add_argument("--write", action="store_true", help="write docs/methods/growth.md")
    options = parser.parse_args()
    rows = []
    for method in pith.methods():
        if not options.methods or method.id in options.methods:
            rows.append(row(method, options.limit))
            print(rows[-1], flush=True)
    if options.write:
        PAGE.write_text(page(rows))


if __name__ == "__main__":
    main()
