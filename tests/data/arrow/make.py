"""Writes the Arrow files beside it with pyarrow, for the tests of the reader.

Run it in this folder: python make.py
"""

import datetime
import decimal

import numpy as np
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.ipc as ipc


def types() -> pa.Table:
    """A column of every type that is read; the second row is null, the fourth one of floats NaN."""
    day = datetime.date(2024, 2, 29)
    letters = ["b", None, "", "a longer text than twelve", "b", "ä"]
    columns = {}
    for kind in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        columns[kind] = pa.array([1, None, 3, 100, 5, 6], kind)
    columns["float16"] = pa.array(
        [np.float16(1.5), None, np.float16(-2), np.nan, 0, 1], pa.float16()
    )
    columns["float32"] = pa.array([1.5, None, -2, float("nan"), 0, 1], pa.float32())
    columns["float64"] = pa.array([0.1, None, -2, float("nan"), 0, 1], pa.float64())
    cents = [decimal.Decimal("1.25"), None, *map(decimal.Decimal, ("-2.5", "0", "99.99", "0.01"))]
    for bits, kind in ((32, pa.decimal32), (64, pa.decimal64), (128, pa.decimal128)):
        columns[f"decimal{bits}"] = pa.array(cents, kind(6, 2))
    columns["bool"] = pa.array([True, None, False, True, True, False])
    for kind in (pa.utf8(), pa.large_utf8(), pa.string_view(), pa.binary()):
        columns[str(kind)] = pa.array(letters).cast(kind)
    columns["dictionary"] = pa.array(letters).dictionary_encode()
    columns["dictionary_of_nulls"] = pa.DictionaryArray.from_arrays(
        pa.array([0, None, 2, 1, 0, 2], pa.int8()), pa.array(["x", None, "y"])
    )
    columns["dictionary_of_numbers"] = pa.DictionaryArray.from_arrays(
        pa.array([0, None, 2, 1, 0, 2], pa.uint16()), pa.array([10, 20, 30])
    )
    columns["date32"] = pa.array([day, None, day, day, day, datetime.date(1969, 12, 31)])
    columns["date64"] = columns["date32"].cast(pa.date64())
    for unit in ("s", "ms", "us", "ns"):
        ticks = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
        halves = pa.array([43200 * ticks * k if k else None for k in (1, 0, 2, 3, 4, -1)])
        columns[f"timestamp_{unit}"] = halves.cast(pa.timestamp(unit, "Europe/Berlin"))
        columns[f"duration_{unit}"] = halves.cast(pa.duration(unit))
        quarter = pa.array([21600 * ticks if k else None for k in (1, 0, 1, 1, 1, 1)])
        narrow = unit in ("s", "ms")
        time = pa.time32(unit) if narrow else pa.time64(unit)
        columns[f"time_{unit}"] = quarter.cast(pa.int32() if narrow else pa.int64()).cast(time)
    columns["null"] = pa.nulls(6)
    columns["all_null"] = pa.array([None] * 6, pa.utf8())
    return pa.table(columns)


def write(path: str, table: pa.Table, rows: int, codec: str | None, is_stream: bool) -> None:
    options = ipc.IpcWriteOptions(compression=codec)
    new = ipc.new_stream if is_stream else ipc.new_file
    with new(path, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=rows)


def dictionaries(path: str) -> None:
    """A dictionary that grows by deltas, and one that is replaced."""
    values = [["a", "b"], ["a", "b", "c"], ["a", "b", "c", None, "d"], ["z", "a"]]
    indices = [[1, 0, None], [2, 1, 0], [4, 3, 2], [0, 1, 0]]
    schema = pa.schema([("x", pa.dictionary(pa.int32(), pa.utf8()))])
    options = ipc.IpcWriteOptions(emit_dictionary_deltas=True)
    with ipc.new_stream(path, schema, options=options) as writer:
        for some, places in zip(values, indices, strict=True):
            array = pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), pa.array(some))
            writer.write_batch(pa.record_batch([array], schema=schema))


def nulls() -> pa.Table:
    """Columns of types that cannot be read, which hold nothing."""
    columns = {
        "list": pa.nulls(3, pa.list_(pa.int64())),
        "struct": pa.nulls(3, pa.struct([("p", pa.utf8())])),
        "fixed": pa.nulls(3, pa.binary(2)),
        "dates": pa.nulls(3, pa.dictionary(pa.int8(), pa.date32())),
        "some": pa.array([None, None, [1]]),
        "z": pa.array([1.5, None, 2.5]),
    }
    return pa.table(columns)


def main() -> None:
    table = types()
    write("file.arrow", table, 6, None, is_stream=False)
    write("batches.arrow", table, 4, None, is_stream=False)
    write("lz4.arrow", table, 6, "lz4", is_stream=False)
    write("zstd_stream.arrow", table, 4, "zstd", is_stream=True)
    dictionaries("deltas_stream.arrow")
    nested = pa.table(
        {
            "a": [1.5, 2.5],
            "list": [[1], [2, 3]],
            "struct": [{"p": "x", "q": [1]}, {"p": "y", "q": []}],
            "view": pa.array(["more than twelve letters", "b"], pa.string_view()),
            "union": pa.UnionArray.from_sparse(
                pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["p", "q"])]
            ),
            "runs": pa.RunEndEncodedArray.from_arrays(pa.array([2], pa.int32()), pa.array([7])),
            "fixed": pa.array([b"ab", b"cd"], pa.binary(2)),
            "wide": pa.array([decimal.Decimal(1), decimal.Decimal(2)], pa.decimal256(50, 2)),
            "z": ["p", "q"],
        }
    )
    write("nested.arrow", nested, 2, None, is_stream=False)
    write("nulls.arrow", nulls(), 2, None, is_stream=False)
    feather.write_feather(pa.table({"a": [1.5], "b": ["x"]}), "version1.feather", version=1)


main()
