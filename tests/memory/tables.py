# SPDX-License-Identifier: Apache-2.0
"""Tables for the memory battery: wide, tall, rich in levels and hostile ones, in every format."""

import array
import gzip
import random
import struct
import zipfile
import zlib

from child import run


def cycle(pieces, count):
    """`count` pieces, over and over the same few."""
    return [pieces[i % len(pieces)] for i in range(count)]


def digits(count, seed=1):
    source = random.Random(seed)
    return [f"{source.random():.4f}" for _ in range(count)]


def saved(path, source):
    """Another table as pith writes it, with all columns."""
    kept = ["--method", "random", "-k", "all", "--allow-ids", "--quiet", "--format", "names"]
    ended = run(["select", source, *kept, "--save", path, "-o", "/dev/null"])
    if ended.code != 0:
        raise RuntimeError(ended.error)


def wide_csv(path, columns, rows, delimiter=",", names=True):
    """Numbers, then a target of two classes."""
    some = digits(997)
    with open(path, "w") as out:
        names = (f"g{i}" for i in range(columns)) if names else ("" for _ in range(columns))
        out.write(delimiter.join(names) + delimiter + "class\n")
        for row in range(rows):
            shift = row * 31 % len(some)
            values = cycle(some[shift:] + some[:shift], columns)
            out.write(delimiter.join(values) + delimiter + "ab"[row % 2] + "\n")


def tall_csv(path, columns, rows):
    some = digits(9973)
    with open(path, "w") as out:
        out.write(",".join(f"x{i}" for i in range(columns)) + ",class\n")
        for first in range(0, rows, 10000):
            lines = []
            for row in range(first, min(rows, first + 10000)):
                at = row * 7 % (len(some) - columns)
                lines.append(",".join(some[at : at + columns]) + "," + "ab"[row % 2])
            out.write("\n".join(lines) + "\n")


def packed(path, source):
    with open(source, "rb") as text, gzip.open(path, "wb", 1) as out:
        while piece := text.read(1 << 20):
            out.write(piece)


def long_window(path, source, log):
    """zstd with raw blocks and a window of 2 ** log bytes."""
    block = 1 << 17
    with open(source, "rb") as text, open(path, "wb") as out:
        out.write(b"\x28\xb5\x2f\xfd\x00" + bytes([(log - 10) << 3]))
        piece = text.read(block)
        while True:
            following = text.read(block)
            is_last = not following
            out.write((len(piece) << 3 | is_last).to_bytes(3, "little") + piece)
            if is_last:
                return
            piece = following


def texts_csv(path, columns, rows, distinct):
    """Columns of texts with so many levels each."""
    with open(path, "w") as out:
        out.write(",".join(f"t{i}" for i in range(columns)) + ",class\n")
        for row in range(rows):
            texts = (f"level {(row * 7919 + i) % distinct} of t{i}" for i in range(columns))
            out.write(",".join(texts) + "," + "ab"[row % 2] + "\n")


def blank_lines(path, count):
    with gzip.open(path, "wb", 9) as out:
        for _ in range(count >> 20):
            out.write(b"\n" * (1 << 20))
        out.write(b"a,b,class\n" + b"1,2,x\n2,1,y\n" * 20)


def comment_lines(path, count):
    with gzip.open(path, "wb", 9) as out:
        for _ in range(count >> 20):
            out.write(b"# nothing here.\n" * (1 << 16))
        out.write(b"a,b,class\n" + b"1,2,x\n2,1,y\n" * 20)


def quoted_fields(path, rows, size):
    """Few huge fields in quotes, with line ends and quotes inside."""
    with open(path, "w") as out:
        out.write("text,x,class\n")
        for row in range(rows):
            field = f"{row}" + 'ab\n""' * (size // 5)
            out.write(f'"{field}",{row % 7},{"ab"[row % 2]}\n')


def one_line(path, size):
    """A line of long names, and short rows."""
    field = "x" * 500_000
    with open(path, "w") as out:
        count = size // len(field)
        out.write(",".join([field] * count) + "\n")
        out.write(
            "".join(
                ",".join([f"{row}.5"] * (count - 1) + ["ab"[row % 2]]) + "\n" for row in range(9)
            )
        )


def nominal_lists(path, attributes, values, rows=4):
    with open(path, "w") as out:
        out.write("@relation r\n")
        out.writelines(
            f"@attribute a{i} {{{','.join(f'v{j}' for j in range(values))}}}\n"
            for i in range(attributes)
        )
        out.write("@attribute class {a,b}\n@data\n")
        out.writelines(
            ",".join([f"v{row % 3}"] * attributes) + "," + "ab"[row % 2] + "\n"
            for row in range(rows)
        )


def wide_arff(path, columns, rows, kind="numeric"):
    some = digits(997)
    with open(path, "w") as out:
        out.write("@relation r\n")
        out.write("".join(f"@attribute g{i} {kind}\n" for i in range(columns)))
        out.write("@attribute class {a,b}\n@data\n")
        out.writelines(
            ",".join(cycle(some[row:], columns)) + "," + "ab"[row % 2] + "\n" for row in range(rows)
        )


def libsvm(path, lines):
    with open(path, "w") as out:
        out.write("".join(line + "\n" for line in lines))


def dense_libsvm(path, columns, rows):
    some = digits(997)
    with open(path, "w") as out:
        for row in range(rows):
            values = " ".join(f"{i + 1}:{some[(row + i) % 997]}" for i in range(columns))
            out.write(f"{row % 2} {values}\n")


def npy_header(kind, shape, is_fortran=False):
    text = f"{{'descr': '{kind}', 'fortran_order': {is_fortran}, 'shape': {shape}, }}"
    text = text.ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()


def npy_bytes(kind, rows, columns, is_fortran=False):
    """Random elements; floating-point numbers are finite."""
    size = int(kind[2:])
    count = rows * columns
    if kind[1] == "f":
        numbers = array.array(
            "d" if size == 8 else "f", [0.5 * (i * 37 % 101) for i in range(10007)]
        )
        block = numbers.tobytes()
    else:
        block = random.Random(5).randbytes(10007 * size)
        if kind[1] in "iu" and size == 8:
            block = array.array("q", [i * 7919 % 1000 for i in range(10007)]).tobytes()
    data = block * (count // 10007 + 1)
    return npy_header(kind, (rows, columns), is_fortran) + data[: count * size]


def classes_npy(rows):
    return npy_header("<i8", (rows,)) + struct.pack("<qq", 0, 1) * (rows // 2)


def npy(path, kind, rows, columns, is_fortran=False):
    with open(path, "wb") as out:
        out.write(npy_bytes(kind, rows, columns, is_fortran))


def text_npz(path, rows, letters):
    """Two features, and a target of distinct texts."""
    texts = [f"text {row // 2}".ljust(letters, "x")[:letters] for row in range(rows)]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("X.npy", npy_bytes("<f8", rows, 2))
        header = npy_header(f"<U{letters}", (rows,))
        archive.writestr("y.npy", header + "".join(texts).encode("utf-32-le"))


def npz(path, rows, columns, kind="<f8", compression=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", compression, compresslevel=1) as archive:
        archive.writestr("X.npy", npy_bytes(kind, rows, columns))
        archive.writestr("y.npy", classes_npy(rows))


def many_entries(path, count):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("X.npy", npy_bytes("<f8", 20, 4))
        archive.writestr("y.npy", classes_npy(20))
        for i in range(count):
            archive.writestr(f"note {i}", "")


def mat_matrix(name, rows, columns, data=None):
    """An array of doubles as an element of MAT 5; `data` is what is really there."""

    def element(kind, content):
        return struct.pack("<II", kind, len(content)) + content + b"\0" * (-len(content) % 8)

    if data is None:
        data = array.array("d", [0.25 * (i * 37 % 101) for i in range(rows * columns)]).tobytes()
    parts = element(6, struct.pack("<II", 6, 0)) + element(5, struct.pack("<ii", rows, columns))
    parts += element(1, name.encode()) + element(9, data)
    return struct.pack("<II", 14, len(parts)) + parts


MAT_HEADER = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"


def mat(path, rows, columns, is_packed=False):
    classes = array.array("d", [i % 2 for i in range(rows)]).tobytes()
    with open(path, "wb") as out:
        out.write(MAT_HEADER)
        for part in mat_matrix("X", rows, columns), mat_matrix("y", rows, 1, classes):
            if is_packed:
                part = zlib.compress(part, 1)
                part = struct.pack("<II", 15, len(part)) + part
            out.write(part)


def empty_mat(path, rows, columns):
    """Declares numbers that are not there."""
    part = zlib.compress(mat_matrix("X", rows, columns, b""))
    with open(path, "wb") as out:
        out.write(MAT_HEADER + struct.pack("<II", 15, len(part)) + part)


def cells_mat(path, count):
    """Declares cells that are not there."""
    parts = struct.pack("<IIII", 6, 8, 1, 0) + struct.pack("<IIii", 5, 8, 1, count)
    parts += struct.pack("<II8s", 1, 1, b"c")
    with open(path, "wb") as out:
        out.write(MAT_HEADER + struct.pack("<II", 14, len(parts)) + parts)


def old_mat(path, rows, columns, letters):
    """MAT 4 with so few bytes that nothing of what it declares is there."""
    with open(path, "wb") as out:
        out.write(struct.pack("<IIIII", 0, rows, columns, 0, letters) + b"X\0".ljust(99, b"\0"))


def shared_names(path, fields, letters):
    """An Arrow stream whose schema has many fields, which are all the same one with a long name."""
    vtables = struct.pack("<6H", 12, 12, 8, 10, 4, 0)  # message: version, kind, header
    vtables += struct.pack("<4H", 8, 8, 0, 4)  # schema: fields
    vtables += struct.pack("<6H", 12, 16, 4, 0, 12, 8)  # field: name, kind of type, type
    vtables += struct.pack("<4H", 8, 12, 4, 8)  # integer: bits, sign
    start = 4 + len(vtables)
    schema, vector = start + 12, start + 20
    field = vector + 4 + 4 * fields
    kind, name = field + 16, field + 28
    data = struct.pack("<I", start) + vtables
    data += struct.pack("<iIHBx", start - 4, schema - (start + 4), 4, 1)
    data += struct.pack("<iII", schema - 16, vector - (schema + 4), fields)
    data += b"".join(struct.pack("<I", field - (vector + 4 + 4 * i)) for i in range(fields))
    data += struct.pack("<iIIBxxx", field - 24, name - (field + 4), kind - (field + 8), 2)
    data += struct.pack("<iiBxxx", kind - 36, 32, 1)
    data += struct.pack("<I", letters) + b"x" * letters + b"\0" * 4
    with open(path, "wb") as out:
        out.write(struct.pack("<iI", -1, len(data)) + data + struct.pack("<iI", -1, 0))


def many_rows(path, claimed):
    """A Parquet file of 77 rows whose footer claims so many: integers of Thrift, in zigzag."""

    def number(value):
        value *= 2
        digits = bytearray()
        while value >= 128:
            digits.append(value & 127 | 128)
            value >>= 7
        return b"\x16" + bytes([*digits, value])

    table = path.with_suffix(".csv")
    table.write_text("a,y\n" + "".join(f"{row % 5},{'np'[row % 2]}\n" for row in range(77)))
    saved(path, table)
    data = path.read_bytes()
    size = struct.unpack("<I", data[-8:-4])[0]
    footer = data[-8 - size : -8]
    changed = footer.replace(number(77), number(claimed))
    if changed == footer:
        raise RuntimeError("the footer does not say how many rows there are")
    path.write_bytes(data[: -8 - size] + changed + struct.pack("<I", len(changed)) + b"PAR1")
