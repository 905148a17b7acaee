# SPDX-License-Identifier: Apache-2.0
"""Writes tables of random numbers as .npz files, without other libraries and in little memory.

    random_tables.py FILE ROWS FEATURES CLASSES
"""

import array
import random
import struct
import sys
import zipfile

BLOCK = 1 << 16


def header(kind, shape, by_columns):
    """The first bytes of a .npy array."""
    text = f"{{'descr': '{kind}', 'fortran_order': {by_columns}, 'shape': {shape!r}, }}"
    text += " " * (63 - (len(text) + 10) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def numbers(source, count):
    """Doubles between 1 and 2: random bits under a fixed exponent."""
    bits = array.array("Q", source.randbytes(8 * count))
    return array.array("Q", [0x3FF << 52 | one >> 12 for one in bits]).tobytes()


def write_table(path, rows, features, classes):
    """Two classes, or numbers (`classes` is 0), depend on the first feature; all else is noise.
    Stored by rows, as NumPy does, where there are more of them than features."""
    source = random.Random(rows * 31 + features * 7 + classes)
    by_columns = rows < features
    first = array.array("d")
    with zipfile.ZipFile(path, "w") as file:
        with file.open("X.npy", "w", force_zip64=True) as out:
            out.write(header("<f8", (rows, features), by_columns))
            step = 1 if by_columns else features
            block = rows if by_columns else features * max(1, BLOCK // features)
            left = rows * features
            while left > 0:
                some = numbers(source, min(left, block))
                if len(first) < rows:
                    first += array.array("d", some)[::step]
                out.write(some)
                left -= block
                block = max(block, BLOCK // features * features if not by_columns else BLOCK)
        with file.open("y.npy", "w") as out:
            if classes == 0:
                labels = array.array("d", [value + source.random() for value in first[:rows]])
            elif classes == 2:
                labels = array.array("i", [int(value > 1.5) for value in first[:rows]])
            else:
                labels = array.array("i", [row % classes for row in range(rows)])
            out.write(header("<f8" if classes == 0 else "<i4", (rows,), False))
            out.write(labels.tobytes())


if __name__ == "__main__":
    write_table(sys.argv[1], *map(int, sys.argv[2:]))
