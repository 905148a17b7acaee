# SPDX-License-Identifier: Apache-2.0
"""The same table gives the same selection, bit for bit, from every form of file."""

from __future__ import annotations

import datetime
import json
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn import datasets
from test_parity import INPUTS, PROGRAM, Input, essence, needs_program, numbers

import pith

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
feather = pytest.importorskip("pyarrow.feather")
parquet = pytest.importorskip("pyarrow.parquet")


def iris() -> Input:
    data = datasets.load_iris()
    return Input(numbers(data.data), [str(data.target_names[i]) for i in data.target])


def cancer() -> Input:
    data = datasets.load_breast_cancer()
    return Input(numbers(data.data), data.target.tolist())


def orders() -> Input:
    """Dates, times, truths, whole numbers and texts, each with missing values."""
    random = np.random.default_rng(11)
    rows = 140
    y = random.integers(0, 2, rows)
    days = np.datetime64("2023-12-01") + (random.integers(0, 60, rows) + 20 * y)
    seconds = random.integers(0, 10**7, rows) * (1 + y)
    times = np.datetime64("2024-02-28T23:00:00", "ms") + seconds.astype("timedelta64[s]")
    columns: dict[str, list[Any]] = {
        "day": days.tolist(),
        "time": times.astype("datetime64[us]").tolist(),
        "gift": (random.random(rows) < 0.3 + 0.4 * y).tolist(),
        "items": (random.integers(1, 60, rows) + 5 * y).tolist(),
        "town": [["Ulm", "Bonn", "Jena", "Köln"][(i + s) % 4] for i, s in zip(y, days.astype(int))],
        "price": np.round(random.exponential(30, rows) + 10 * y, 2).tolist(),
    }
    for column in columns.values():
        for row in random.choice(rows, 7, replace=False):
            column[row] = None
    return Input(columns, [["kept", "returned"][i] for i in y])


TABLES: dict[str, Callable[[], Input]] = {
    **INPUTS,
    **{make.__name__: make for make in (iris, cancer, orders)},
}
METHODS = ["mrmr", "jmi", "relieff"]
NUMERIC_METHODS = ["relieff", "multisurf"]  # of numeric targets and features of any kind


def arrow_table(table: Input) -> Any:
    return pa.table({**table.columns, "y": table.y})


def write_csv(table: Input, folder: Path) -> str:
    columns = {
        name: [value.isoformat() if hasattr(value, "isoformat") else value for value in values]
        for name, values in table.columns.items()
    }
    Input(columns, table.y).write(folder / "t.csv")
    return str(folder / "t.csv")


def write_parquet(table: Input, folder: Path) -> str:
    parquet.write_table(arrow_table(table), folder / "t.parquet", row_group_size=50)
    return str(folder / "t.parquet")


def write_polars(table: Input, folder: Path) -> str:
    pl.DataFrame({**table.columns, "y": table.y}).write_parquet(folder / "p.parquet")
    return str(folder / "p.parquet")


def write_duckdb_parquet(table: Input, folder: Path) -> str:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.from_arrow(arrow_table(table))
    relation.write_parquet(str(folder / "d.parquet"))
    return str(folder / "d.parquet")


def write_lake(table: Input, folder: Path) -> str:
    (folder / "lake").mkdir()
    whole = arrow_table(table)
    for part in range(0, whole.num_rows, 20):
        name = f"part-{part:05}.parquet"
        parquet.write_table(whole.slice(part, 20), folder / "lake" / name, compression="zstd")
    (folder / "lake" / "_SUCCESS").touch()
    return str(folder / "lake")


def write_arrow(table: Input, folder: Path) -> str:
    whole = arrow_table(table)
    with pa.ipc.new_file(folder / "t.arrow", whole.schema) as file:
        file.write_table(whole, max_chunksize=33)
    return str(folder / "t.arrow")


def write_stream(table: Input, folder: Path) -> str:
    whole = arrow_table(table)
    with pa.ipc.new_stream(folder / "s.arrow", whole.schema) as file:
        file.write_table(whole, max_chunksize=33)
    return str(folder / "s.arrow")


def write_feather(table: Input, folder: Path) -> str:
    feather.write_feather(arrow_table(table), folder / "t.feather", compression="lz4")
    return str(folder / "t.feather")


FORMS: dict[str, Callable[[Input, Path], str]] = {
    "parquet": write_parquet,
    "parquet of polars": write_polars,
    "parquet of DuckDB": write_duckdb_parquet,
    "several files": write_lake,
    "arrow": write_arrow,
    "stream": write_stream,
    "feather": write_feather,
}


def selections(read: pith.Table) -> list[dict[str, Any]]:
    """What each method selects; a method that rejects the table says why."""
    found = []
    for method in METHODS if read.task == "classify" else NUMERIC_METHODS:
        result = pith.select(read, method=method, k=5, missing="impute")
        document = essence(json.loads(result.to_json()))
        del document["notes"]
        found.append(document)
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_form_gives_the_bits_of_csv(name: str, tmp_path: Path) -> None:
    table = TABLES[name]()
    expected = selections(pith.read(write_csv(table, tmp_path)))
    for form, write in FORMS.items():
        assert selections(pith.read(write(table, tmp_path))) == expected, form


@pytest.mark.parametrize("name", ["wine", "digits", "genes", "halves", "iris", "cancer"])
def test_arrays_give_the_bits_of_csv(name: str, tmp_path: Path) -> None:
    table = TABLES[name]()
    expected = selections(pith.read(write_csv(table, tmp_path)))
    np.save(tmp_path / "x.npy", np.array(list(table.columns.values()), float).T)
    np.save(tmp_path / "y.npy", np.array(table.y))
    found = selections(pith.read(tmp_path / "x.npy", target=str(tmp_path / "y.npy")))
    for csv, array in zip(expected, found):
        for key in ("index", "score"):
            assert [each[key] for each in csv["selected"]] == [
                each[key] for each in array["selected"]
            ]


def read_query(source: str, query: str) -> pith.Table:
    try:
        return pith.read(source, query=query)
    except OSError as error:
        if "no driver" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.mark.parametrize("name", TABLES)
def test_duckdb_gives_the_bits_of_csv(name: str, tmp_path: Path) -> None:
    table = TABLES[name]()
    expected = selections(pith.read(write_csv(table, tmp_path)))
    duckdb = pytest.importorskip("duckdb")
    with duckdb.connect(str(tmp_path / "t.duckdb")) as connection:
        connection.from_arrow(arrow_table(table)).create("t")
    source = f"duckdb:{tmp_path / 't.duckdb'}"
    assert selections(read_query(source, "SELECT * FROM t")) == expected


def stored(value: Any) -> Any:
    """SQLite has neither dates nor truth values; their texts are read as in a text file."""
    if isinstance(value, bool):
        return str(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


@pytest.mark.parametrize("name", TABLES)
def test_sqlite_gives_the_bits_of_csv(name: str, tmp_path: Path) -> None:
    table = TABLES[name]()
    expected = selections(pith.read(write_csv(table, tmp_path)))
    columns = {**table.columns, "y": table.y}
    with sqlite3.connect(tmp_path / "t.sqlite") as connection:
        connection.execute(f"CREATE TABLE t ({', '.join(columns)})")
        marks = ", ".join("?" for _ in columns)
        rows = [[stored(value) for value in row] for row in zip(*columns.values())]
        connection.executemany(f"INSERT INTO t VALUES ({marks})", rows)
    source = f"sqlite:{tmp_path / 't.sqlite'}"
    assert selections(read_query(source, "SELECT * FROM t")) == expected


# Written files -------------------------------------------------------------------------------


def read_fastparquet(path: str) -> Any:
    return pa.Table.from_pandas(pytest.importorskip("fastparquet").ParquetFile(path).to_pandas())


def read_duckdb(path: str) -> Any:
    return pytest.importorskip("duckdb").sql(f"SELECT * FROM '{path}'").to_arrow_table()


READERS: dict[str, Callable[[str], Any]] = {
    "pyarrow": parquet.read_table,
    "polars": lambda path: pl.read_parquet(path).to_arrow(),
    "pandas": lambda path: pa.Table.from_pandas(pd.read_parquet(path)),
    "fastparquet": read_fastparquet,
    "duckdb": read_duckdb,
}


def plain(value: Any) -> Any:
    """Dates and times as text of microseconds in UTC, of whatever type they are."""
    if value is None or value != value:
        return None
    if isinstance(value, datetime.date):
        return str(np.datetime64(pd.Timestamp(value).tz_localize(None), "us"))
    return value


@needs_program
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", ["orders", "survey", "genes"])
def test_others_read_what_is_saved(name: str, reader: str, tmp_path: Path) -> None:
    table = TABLES[name]()
    csv, saved = write_csv(table, tmp_path), str(tmp_path / "saved.parquet")
    keep = ["--keep", ",".join(table.columns), "--missing", "spread", "--allow-ids"]
    command = [PROGRAM, "select", csv, "-m", "mim", *keep, "-k", str(len(table.columns))]
    subprocess.run([*command, "-q", "--save", saved], check=True, capture_output=True)
    found = READERS[reader](saved)
    assert found.column_names == [*table.columns, "y"]
    for column, expected in {**table.columns, "y": table.y}.items():
        values = [plain(value) for value in found[column].to_pylist()]
        assert values == [plain(value) for value in expected], column


# Several files -------------------------------------------------------------------------------


def test_several_files_are_one_table(tmp_path: Path) -> None:
    table = arrow_table(TABLES["wine"]())
    for part in range(3):
        parquet.write_table(table.slice(60 * part, 60), tmp_path / f"p{part}.parquet")
    whole = tmp_path / "all" / "whole.parquet"
    whole.parent.mkdir()
    parquet.write_table(table, whole)
    expected = selections(pith.read(whole))
    paths = [tmp_path / f"p{part}.parquet" for part in range(3)]
    for given in (paths, [str(path) for path in paths], tmp_path / "p*.parquet", whole.parent):
        read = pith.read(given)
        assert selections(read) == expected
    assert pith.read([whole]).rows == table.num_rows


def test_lists_of_paths_that_are_none_are_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="path is an empty list"):
        pith.read([])
    with pytest.raises(TypeError, match=r"path must be a path or a list of paths \(got 5\)"):
        pith.read(5)  # type: ignore[arg-type]
    (tmp_path / "a.csv").write_text("a,y\n1,0\n2,1\n")
    with pytest.raises(ValueError, match=r"only Parquet and Arrow tables may be in several files"):
        pith.read([tmp_path / "a.csv", tmp_path / "a.csv"])
    with pytest.raises(FileNotFoundError, match=r"a\.parquet: cannot open"):
        pith.read([tmp_path / "a.parquet", tmp_path / "b.parquet"])
