# SPDX-License-Identifier: Apache-2.0
"""Writes the small Parquet files of the tests, by pyarrow.

    python3 tests/data/parquet/make.py [FOLDER]

Every file holds the table of `values()`, or a part of it, in another form.
"""

import datetime
import decimal
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

HERE = Path(__file__).resolve().parent
ROWS = 12


def values():
    """Twelve rows of every type; rows 3 and 7 are null, except in the columns x and class."""
    rows = range(ROWS)
    day = datetime.date(2024, 3, 31)

    def nullable(values, kind):
        return pa.array([None if i in (3, 7) else v for i, v in enumerate(values)], type=kind)

    return pa.table(
        {
            "x": pa.array([i / 4 - 1 for i in rows]),
            "real": nullable([1.5 * i for i in rows], pa.float64()),
            "single": nullable([0.5 * i for i in rows], pa.float32()),
            "half": nullable([float(i) for i in rows], pa.float16()),
            "byte": nullable([i - 6 for i in rows], pa.int8()),
            "short": nullable([1000 * i for i in rows], pa.uint16()),
            "whole": nullable([100000 * i for i in rows], pa.int32()),
            "long": nullable([10**12 * i for i in rows], pa.int64()),
            "truth": nullable([i % 3 == 0 for i in rows], pa.bool_()),
            "text": nullable([["red", "green", "blue", ""][i % 4] for i in rows], pa.string()),
            "money": nullable([decimal.Decimal(i) / 100 for i in rows], pa.decimal128(20, 2)),
            "day": nullable([day + datetime.timedelta(i) for i in rows], pa.date32()),
            "time": nullable(
                [datetime.datetime(2024, 3, 31, i, 30) for i in rows], pa.timestamp("us", "UTC")
            ),
            "nothing": pa.nulls(ROWS),
            "class": pa.array(["yes" if i % 2 else "no" for i in rows]),
        }
    )


def write(folder, name, table, **options):
    pq.write_table(table, folder / name, store_schema=False, write_statistics=False, **options)


def encodings(table, number, text):
    """Each column in the encoding of its type, without dictionaries."""
    chosen = {}
    for field in table.schema:
        kind = field.type
        if pa.types.is_integer(kind) or pa.types.is_temporal(kind):
            chosen[field.name] = number
        elif pa.types.is_floating(kind):
            chosen[field.name] = "BYTE_STREAM_SPLIT"
        elif pa.types.is_string(kind):
            chosen[field.name] = text
        elif pa.types.is_boolean(kind):
            chosen[field.name] = "RLE"
    return {"use_dictionary": False, "column_encoding": chosen}


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    table = values()
    for codec in ("none", "snappy", "gzip", "zstd", "lz4"):
        write(folder, f"{codec}.parquet", table, compression=codec, row_group_size=5)
    write(folder, "plain.parquet", table, compression="none", use_dictionary=False)
    write(
        folder,
        "plain_v2.parquet",
        table,
        compression="snappy",
        use_dictionary=False,
        data_page_version="2.0",
    )
    write(
        folder,
        "delta.parquet",
        table,
        compression="none",
        **encodings(table, "DELTA_BINARY_PACKED", "DELTA_LENGTH_BYTE_ARRAY"),
    )
    write(
        folder,
        "prefix_v2.parquet",
        table,
        compression="none",
        data_page_version="2.0",
        **encodings(table, "BYTE_STREAM_SPLIT", "DELTA_BYTE_ARRAY"),
    )
    required = table.select(["x", "class"])
    required = required.cast(pa.schema([f.with_nullable(False) for f in required.schema]))
    write(folder, "required.parquet", required, compression="none")
    nested = required.append_column("list", pa.array([[1, i] for i in range(ROWS)]))
    nested = nested.append_column("pair", pa.array([{"a": i, "b": "x"} for i in range(ROWS)]))
    write(folder, "nested.parquet", nested, compression="none")
    write(folder, "brotli.parquet", required, compression="brotli")
    write(
        folder,
        "int96.parquet",
        table.select(["x", "time", "class"]),
        compression="none",
        use_deprecated_int96_timestamps=True,
    )
    with pq.ParquetWriter(folder / "empty_group.parquet", required.schema) as file:
        for part in (required, required.slice(0, 0), required):
            file.write_table(part)
    index = required.append_column("__index_level_0__", pa.array([i % 3 for i in range(ROWS)]))
    write(folder, "index.parquet", index, compression="none")


if __name__ == "__main__":
    main()
