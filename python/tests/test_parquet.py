# SPDX-License-Identifier: Apache-2.0
"""Parquet files of other programs hold the same values for pith, one by one.

The program writes what it read as CSV, where every number has all its digits.
"""

from __future__ import annotations

import csv
import datetime
import decimal
import json
import math
import os
import random
import subprocess
import sysconfig
from pathlib import Path

import pytest

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

PROGRAM = Path(os.environ.get("PITH", Path(sysconfig.get_path("scripts")) / "pith"))
EPOCH = datetime.datetime(1970, 1, 1)

pytestmark = pytest.mark.skipif(
    not PROGRAM.is_file(), reason=f"the package is not installed by pip: {PROGRAM} does not exist"
)


def table(rows, rate, seed=0):
    """Columns of every type, with nulls at this rate in all but the last."""
    rng = random.Random(seed)
    integers = [rng.randrange(-100, 100) for _ in range(rows)]
    start = datetime.datetime(2001, 5, 6, 7, 8, 9, 123000)
    times = [start + datetime.timedelta(seconds=1_000_003 * i) for i in integers]

    def column(values, kind):
        return pa.array([None if rng.random() < rate else v for v in values], type=kind)

    columns = {
        "f64": column([rng.gauss(0, 1) for _ in range(rows)], pa.float64()),
        "f32": column([rng.gauss(0, 1) for _ in range(rows)], pa.float32()),
        "f16": column([i / 8 for i in integers], pa.float16()),
        "nan": column([math.nan if i % 5 == 0 else i / 7 for i in integers], pa.float64()),
        "i8": column(integers, pa.int8()),
        "i16": column(integers, pa.int16()),
        "i32": column(integers, pa.int32()),
        "i64": column([rng.randrange(-(2**53), 2**53) for _ in range(rows)], pa.int64()),
        "u8": column([abs(i) for i in integers], pa.uint8()),
        "u16": column([abs(i) for i in integers], pa.uint16()),
        "u32": column([2**32 - 1 - abs(i) for i in integers], pa.uint32()),
        "u64": column([abs(i) for i in integers], pa.uint64()),
        "truth": column([i > 0 for i in integers], pa.bool_()),
        "runs": column([i // 50 % 2 == 0 for i in range(rows)], pa.bool_()),
        "text": column([f"text {i}" for i in integers], pa.string()),
        "many": column([f"é{i // 2}" for i in range(rows)], pa.large_string()),
        "bytes": column([f"b{i}".encode() for i in integers], pa.binary()),
        "four": column([b"w%03d" % abs(i) for i in integers], pa.binary(4)),
        "day": column([t.date() for t in times], pa.date32()),
        "ms": column(times, pa.timestamp("ms")),
        "us": column(times, pa.timestamp("us")),
        "ns": column(times, pa.timestamp("ns")),
        "zone": column(times, pa.timestamp("us", "Europe/Berlin")),
        "time": column([t.time() for t in times], pa.time64("us")),
        "dec9": column([decimal.Decimal(i) / 100 for i in integers], pa.decimal128(9, 2)),
        "dec18": column(
            [decimal.Decimal(i * 10**9) / 1000 for i in integers], pa.decimal128(18, 3)
        ),
        "dec38": column([decimal.Decimal(i * 10**20) / 8 for i in integers], pa.decimal128(38, 3)),
        "class": pa.array([f"c{i % 3}" for i in range(rows)]),
    }
    return pa.table(columns)


def days(value):
    if isinstance(value, datetime.time):
        value = datetime.datetime.combine(EPOCH, value)
    elif not isinstance(value, datetime.datetime):
        value = datetime.datetime.combine(value, datetime.time())
    if value.tzinfo is not None:
        value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    since = value - EPOCH
    return since.days + (since.seconds * 10**6 + since.microseconds) / 86_400_000_000


def wanted(value):
    """What pith must have read, in the form of got()."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, datetime.time):
        return days(value)
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat() if not isinstance(value, datetime.datetime) else days(value)
    if isinstance(value, bytes):
        return value.decode()
    return value if isinstance(value, str) else float(value)


def got(text, value):
    """The text of a cell, read as what is wanted there."""
    if text == "" or isinstance(value, str):
        return text
    if "T" in text:
        return days(datetime.datetime.fromisoformat(text))
    return float(text)


def run(*arguments):
    done = subprocess.run([str(PROGRAM), *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def select(path, result):
    """Selects all columns of a file, some of whose rows have no missing value."""
    run(
        "select",
        path,
        "-m",
        "random",
        "-k",
        "all",
        "-t",
        "class",
        "--missing",
        "drop",
        "-o",
        result,
    )


@pytest.fixture(scope="module")
def selection(tmp_path_factory):
    """A selection of all columns, to be applied to other files."""
    folder = tmp_path_factory.mktemp("selection")
    pq.write_table(table(50, 0), folder / "all.parquet")
    select(folder / "all.parquet", folder / "all.json")
    return folder / "all.json"


def check(path, expected, selection):
    """Compares what pith reads from the file with a table, value by value."""
    out = path.with_suffix(".csv")
    names = [name for name in expected.column_names if name != "nothing"]
    if set(names) != set(table(2, 0).column_names):
        full = path.with_name("full.parquet")
        pq.write_table(table(50, 0).select(names), full)
        selection = path.with_name("some.json")
        select(full, selection)
    run("apply", selection, path, "-o", out)
    with open(out, encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    assert len(lines) == expected.num_rows
    assert set(header) == set(names)
    for place, name in enumerate(header):
        for row, value in enumerate(map(wanted, expected.column(name).to_pylist())):
            assert got(lines[row][place], value) == value, (name, row)


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("has_dictionary", [True, False])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "zstd", "lz4"])
@pytest.mark.parametrize("rate", [0, 0.001, 0.05, 0.5, 0.95])
def test_codecs_and_pages(tmp_path, selection, rate, codec, has_dictionary, version):
    values = table(300, rate)
    path = tmp_path / "a.parquet"
    pq.write_table(
        values,
        path,
        compression=codec,
        use_dictionary=has_dictionary,
        data_page_version=version,
        row_group_size=110,
        data_page_size=200,
    )
    check(path, values, selection)


def encodings(values, which):
    """One of the encodings that each type may have."""
    chosen = {}
    for field in values.schema:
        kind = field.type
        if pa.types.is_integer(kind) or pa.types.is_temporal(kind):
            possible = ["DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"]
        elif pa.types.is_floating(kind):
            possible = ["BYTE_STREAM_SPLIT"]
        elif pa.types.is_boolean(kind):
            possible = ["RLE", "PLAIN"]
        elif pa.types.is_decimal(kind) or pa.types.is_fixed_size_binary(kind):
            possible = ["BYTE_STREAM_SPLIT", "DELTA_BYTE_ARRAY"]
        else:
            possible = ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"]
        chosen[field.name] = possible[which % len(possible)]
    return chosen


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("rate", [0, 0.05, 0.5, 0.95])
def test_encodings(tmp_path, selection, rate, which, version):
    values = table(700, rate)
    path = tmp_path / "a.parquet"
    pq.write_table(
        values,
        path,
        use_dictionary=False,
        column_encoding=encodings(values, which),
        data_page_version=version,
        row_group_size=400,
        data_page_size=500,
    )
    check(path, values, selection)


@pytest.mark.parametrize("groups", [1, 2, 7, 50])
def test_row_groups(tmp_path, selection, groups):
    values = table(250, 0.1, seed=groups)
    path = tmp_path / "a.parquet"
    pq.write_table(values, path, row_group_size=250 // groups)
    check(path, values, selection)


def test_a_dictionary_that_is_given_up_midway(tmp_path, selection):
    values = table(3000, 0.1)
    path = tmp_path / "a.parquet"
    pq.write_table(values, path, dictionary_pagesize_limit=500, data_page_size=500)
    check(path, values, selection)


def test_columns_that_must_have_values(tmp_path, selection):
    values = table(300, 0)
    values = values.cast(pa.schema([field.with_nullable(False) for field in values.schema]))
    path = tmp_path / "a.parquet"
    for options in (
        {},
        {"use_dictionary": False},
        {"use_dictionary": False, "compression": "none"},
    ):
        pq.write_table(values, path, **options)
        check(path, values, selection)


def test_files_of_polars(tmp_path, selection):
    polars = pytest.importorskip("polars")
    values = table(600, 0.2).drop_columns(["f16", "four", "bytes"])
    path = tmp_path / "a.parquet"
    for codec in ("uncompressed", "snappy", "zstd", "gzip", "lz4"):
        polars.from_arrow(values).write_parquet(path, compression=codec, row_group_size=250)
        check(path, values, selection)


def test_files_of_pandas_and_fastparquet(tmp_path, selection):
    pytest.importorskip("pandas")
    values = table(600, 0).drop_columns(["f16", "four", "bytes", "time", "day"])
    path = tmp_path / "a.parquet"
    values.to_pandas().to_parquet(path, engine="pyarrow")
    check(path, values, selection)
    pytest.importorskip("fastparquet")
    values = values.drop_columns(["dec9", "dec18", "dec38"])
    for codec in (None, "SNAPPY", "GZIP", "ZSTD"):
        values.to_pandas().to_parquet(path, engine="fastparquet", compression=codec)
        check(path, values, selection)


def test_files_of_duckdb(tmp_path, selection):
    duckdb = pytest.importorskip("duckdb")
    values = table(600, 0.2).drop_columns(["f16", "four"])
    path = tmp_path / "a.parquet"
    for version in ("v1", "v2"):
        for codec in ("uncompressed", "snappy", "zstd", "gzip", "lz4_raw"):
            with duckdb.connect() as connection:
                connection.register("given", values)
                connection.execute(
                    f"copy given to '{path}' (format parquet, compression {codec}, "
                    f"parquet_version {version})"
                )
            check(path, values, selection)


def schema_of(path):
    done = subprocess.run(
        [str(PROGRAM), "inspect", str(path), "--schema", "--format", "json"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return {column["name"]: column for column in json.loads(done.stdout)["columns"]}


def cells_of(path):
    """The columns that pith reads, by name, as the texts of a CSV file."""
    out = path.with_suffix(path.suffix + ".csv")
    result = path.with_suffix(path.suffix + ".json")
    run("select", path, "-m", "random", "-k", "all", "-t", "class", "-o", result)
    run("apply", result, path, "-o", out)
    with open(out, encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    return {name: [line[place] for line in lines] for place, name in enumerate(header)}


def special(rows=30):
    """Columns that Parquet has no type for."""
    ticks = [i * 86_400 // 4 for i in range(rows)]
    columns = {}
    for unit, factor in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        columns[unit] = pa.array([t * factor for t in ticks], type=pa.duration(unit))
    columns["digits"] = pa.array([str(i % 3) for i in range(rows)]).dictionary_encode()
    columns["numbers"] = pa.array([i % 3 * 5 for i in range(rows)]).dictionary_encode()
    columns["class"] = pa.array([i % 2 == 0 for i in range(rows)])
    return pa.table(columns)


def test_durations_and_categories_are_as_in_an_arrow_file(tmp_path):
    for name, columns in (("all", special()), ("some", special().select(["digits", "class"]))):
        parquet, arrow = tmp_path / f"{name}.parquet", tmp_path / f"{name}.arrow"
        pq.write_table(columns, parquet)
        with pa.ipc.new_file(str(arrow), columns.schema) as file:
            file.write_table(columns)
        kinds = {column: each["kind"] for column, each in schema_of(parquet).items()}
        assert kinds == {column: each["kind"] for column, each in schema_of(arrow).items()}
        assert cells_of(parquet) == cells_of(arrow)
    read = cells_of(tmp_path / "all.parquet")
    for unit in ("s", "ms", "us", "ns"):
        assert list(map(float, read[unit])) == [i / 4 for i in range(30)]
    assert schema_of(tmp_path / "all.parquet")["numbers"]["kind"] == "category"


def test_time_zones_are_named(tmp_path):
    times = pa.array([0, 1, 2], type=pa.timestamp("us", "Europe/Berlin"))
    pq.write_table(pa.table({"t": times}), tmp_path / "t.parquet")
    assert schema_of(tmp_path / "t.parquet")["t"]["type"] == "timestamp[us, Europe/Berlin]"


def error_of(path):
    done = subprocess.run(
        [str(PROGRAM), "select", str(path), "-m", "random", "-k", "1", "-t", "class"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2, done.stdout
    return done.stderr


@pytest.mark.parametrize("has_dictionary", [True, False])
@pytest.mark.parametrize("precision", [18, 30])
def test_decimals_without_fraction_are_exact_or_rejected(tmp_path, precision, has_dictionary):
    values = [decimal.Decimal(i) for i in range(10)]
    values[4] = None
    for large in (2**53, 2**53 + 1):
        values[7] = decimal.Decimal(large)
        columns = pa.table(
            {
                "d": pa.array(values, type=pa.decimal128(precision, 0)),
                "x": [i * 7 % 5 for i in range(10)],
                "class": [i % 2 == 0 for i in range(10)],
            }
        )
        path = tmp_path / f"{large}.parquet"
        pq.write_table(columns, path, use_dictionary=has_dictionary)
        if large == 2**53:
            run("inspect", path)
        else:
            assert "column 'd', row 7 (counted from 0): the integer does not fit" in error_of(path)


def test_columns_without_values_may_have_any_type(tmp_path):
    rows = 12
    for kind in (
        pa.list_(pa.int64()),
        pa.struct([("a", pa.int32())]),
        pa.map_(pa.string(), pa.int8()),
    ):
        columns = pa.table(
            {
                "nothing": pa.nulls(rows, type=kind),
                "x": [i * 7 % 5 for i in range(rows)],
                "class": [i % 2 == 0 for i in range(rows)],
            }
        )
        pq.write_table(columns, tmp_path / "t.parquet", row_group_size=5)
        run("select", tmp_path / "t.parquet", "-m", "random", "-k", "1", "-t", "class")


def test_infinite_dates_are_errors(tmp_path):
    for kind, ticks in (
        (pa.date32(), 2**31 - 1),
        (pa.date32(), -(2**31) + 1),
        (pa.timestamp("us"), 2**63 - 1),
    ):
        storage = pa.int32() if kind == pa.date32() else pa.int64()
        days_ = pa.array([1, 2, ticks, 4], type=storage).cast(kind)
        columns = pa.table({"t": days_, "class": ["a", "b", "a", "b"]})
        pq.write_table(columns, tmp_path / "t.parquet")
        assert "column 't', row 2 (counted from 0): the value is infinite" in error_of(
            tmp_path / "t.parquet"
        )
