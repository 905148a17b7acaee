# SPDX-License-Identifier: Apache-2.0
"""Dates, truth values and texts are the same in a file and in every container."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pith

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

PROGRAM = os.environ.get("PITH", "")
needs_program = pytest.mark.skipif(not Path(PROGRAM).is_file(), reason="PITH names no program")
ROWS = 60
CLASSES = ["a", "b"] * (ROWS // 2)


def facts(X: Any, **options: Any) -> dict[str, dict[str, Any]]:
    found = pith.inspect(X, CLASSES[: len(X)] if hasattr(X, "__len__") else CLASSES, **options)
    return {column["name"]: column for column in found.columns}


def of_program(command: str, frame: Any, path: Path, *options: str) -> dict[str, Any]:
    frame.assign(y=CLASSES).to_csv(path, index=False)
    run = subprocess.run(
        [PROGRAM, command, str(path), "--format", "json", *options], capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    return document


# Dates -----------------------------------------------------------------------------------------

DAYS = [datetime.date(2020, 2, 27) + datetime.timedelta(days=int(d)) for d in range(0, 300, 5)]
TIMES = [
    datetime.datetime(1969, 12, 30, 7, 3, 1) + datetime.timedelta(seconds=99_991 * i)
    for i in range(ROWS)
]
BERLIN = datetime.timezone(datetime.timedelta(hours=1))
IN_BERLIN = [time.replace(tzinfo=datetime.timezone.utc).astimezone(BERLIN) for time in TIMES]


def gaps(values: list[Any]) -> list[Any]:
    return [None if row % 7 == 3 else value for row, value in enumerate(values)]


def one(values: Any) -> Any:
    return pd.DataFrame({"when": values})


DATES: dict[str, Any] = {
    "pandas, nanoseconds": lambda: one(pd.to_datetime(pd.Series(gaps(DAYS))).astype("M8[ns]")),
    "pandas, seconds": lambda: one(pd.to_datetime(pd.Series(gaps(DAYS))).astype("M8[s]")),
    "pandas, in UTC": lambda: one(pd.to_datetime(pd.Series(gaps(DAYS))).dt.tz_localize("UTC")),
    "pandas, objects": lambda: one(pd.Series(gaps(DAYS), dtype=object)),
    "pandas, date32": lambda: one(pd.Series(gaps(DAYS), dtype=pd.ArrowDtype(pa.date32()))),
    "pandas, text": lambda: one([day and day.isoformat() for day in gaps(DAYS)]),
    "polars": lambda: pl.DataFrame({"when": gaps(DAYS)}),
    "polars, milliseconds": lambda: pl.DataFrame({"when": gaps(DAYS)}).cast(pl.Datetime("ms")),
    "polars, text": lambda: pl.DataFrame({"when": gaps(DAYS)}).cast(pl.String),
    "arrow, date32": lambda: pa.table({"when": pa.array(gaps(DAYS), pa.date32())}),
    "arrow, date64": lambda: pa.table({"when": pa.array(gaps(DAYS), pa.date64())}),
    "arrow, in UTC": lambda: pa.table(
        {"when": pa.array(gaps(DAYS)).cast(pa.timestamp("s", "UTC"))}
    ),
    "arrow, text": lambda: pa.table({"when": pa.array(gaps(DAYS)).cast(pa.string())}),
    "numpy": lambda: np.array(gaps(DAYS), dtype="M8[D]")[:, None],
    "numpy, hours": lambda: np.array(gaps(DAYS), dtype="M8[h]")[:, None],
}
SHIFTED = {
    "pandas": lambda: one(pd.Series(gaps(TIMES)).astype("M8[us]")),
    "pandas, nanoseconds": lambda: one(pd.Series(gaps(TIMES)).astype("M8[ns]")),
    "pandas, with a zone": lambda: one(
        pd.Series(gaps(TIMES)).astype("M8[us]").dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")
    ),
    "pandas, objects with a zone": lambda: one(pd.Series(gaps(IN_BERLIN), dtype=object)),
    "pandas, text": lambda: one([time and str(time) for time in gaps(TIMES)]),
    "polars": lambda: pl.DataFrame({"when": gaps(TIMES)}),
    "polars, with a zone": lambda: pl.DataFrame({"when": gaps(IN_BERLIN)}),
    "polars, text": lambda: pl.DataFrame({"when": [t and t.isoformat() for t in gaps(TIMES)]}),
    "arrow": lambda: pa.table({"when": gaps(TIMES)}),
    "arrow, seconds": lambda: pa.table({"when": pa.array(gaps(TIMES), pa.timestamp("s"))}),
    "numpy": lambda: np.array(gaps(TIMES), dtype="M8[ms]")[:, None],
}


def extent(X: Any) -> tuple[Any, ...]:
    (column,) = (each for name, each in facts(X).items() if name in ("when", "x0"))
    return tuple(column[key] for key in ("kind", "min", "mean", "max", "missing"))


@needs_program
@pytest.mark.parametrize(
    ("values", "name"), [(DAYS, name) for name in DATES] + [(TIMES, name) for name in SHIFTED]
)
def test_dates_are_days_as_in_a_file(values: list[Any], name: str, tmp_path: Path) -> None:
    text = [None if value is None else str(value) for value in gaps(values)]
    document = of_program("inspect", pd.DataFrame({"when": text}), tmp_path / "table.csv")
    column = document["columns"][0]
    expected = tuple(column[key] for key in ("kind", "min", "mean", "max", "missing"))
    assert expected[0] == "date" and expected[4] == sum(value is None for value in gaps(values))
    make = DATES[name] if values is DAYS else SHIFTED[name]
    assert extent(make()) == expected


def test_days_count_from_1970() -> None:
    column = facts(pl.DataFrame({"when": [datetime.date(1970, 1, 2), datetime.date(1969, 12, 31)]}))
    assert (column["when"]["min"], column["when"]["max"]) == (-1, 1)
    noon = np.array(["1970-01-01T12", "1970-01-02"], dtype="M8[m]")[:, None]
    assert facts(noon)["x0"]["min"] == 0.5


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "25s"])
def test_every_unit_of_numpy_is_read(unit: str) -> None:
    values = np.array(["1971-01-07", "1970-01-01", "NaT"], dtype="M8[D]").astype(f"M8[{unit}]")
    expected = (values[0].astype("M8[D]") - np.datetime64("1970-01-01")).astype(int)
    column = facts(values[:, None])["x0"]
    assert (column["max"], column["min"], column["missing"]) == (expected, 0, 1)
    swapped = values.astype(values.dtype.newbyteorder())
    assert facts(swapped[:, None])["x0"]["max"] == expected


def test_durations_are_numbers_of_days() -> None:
    hours = [datetime.timedelta(hours=12), None, datetime.timedelta(days=-2)]
    for frame in (
        one(pd.Series(hours, dtype="m8[ns]")),
        one(pd.Series(hours, dtype=object)),
        one(pd.Series(hours, dtype=pd.ArrowDtype(pa.duration("ms")))),
        pl.DataFrame({"when": hours}),
        pa.table({"when": hours}),
    ):
        assert extent(frame) == ("number", -2, -0.75, 0.5, 1)


def test_dates_as_a_target_are_numbers_of_days() -> None:
    X = np.arange(50.0)[:, None] % 7
    y = np.datetime64("2020-01-01") + np.arange(50) % 25
    days = y.astype("M8[D]").astype(float)
    for dates in (y, pd.Series(y), y - np.datetime64("2020-01-01")):
        found = pith.select(X, dates, "omp", 1)
        assert found.task == "regress"
        assert found.scores == pytest.approx(pith.select(X, days, "omp", 1).scores)
    assert pith.select(X, y, "omp", 1).scores == pith.select(X, days, "omp", 1).scores
    found = pith.select(X, y, "mim", 1, target_bins="width:2")
    assert found.scores == pith.select(X, days, "mim", 1, target_bins="width:2").scores
    assert len(found.data["classes"]) == 2


# Truth values ----------------------------------------------------------------------------------

TRUTHS = [bool(row % 3) for row in range(ROWS)]
BOOLEANS: dict[str, Any] = {
    "pandas": lambda: pd.DataFrame({"x0": TRUTHS}),
    "pandas, nullable": lambda: pd.DataFrame({"x0": TRUTHS}).astype("boolean"),
    "pandas, objects": lambda: pd.DataFrame({"x0": TRUTHS}).astype(object),
    "pandas, arrow": lambda: pd.DataFrame({"x0": TRUTHS}).astype("bool[pyarrow]"),
    "pandas, text": lambda: pd.DataFrame({"x0": [str(truth).upper() for truth in TRUTHS]}),
    "polars": lambda: pl.DataFrame({"x0": TRUTHS}),
    "arrow": lambda: pa.table({"x0": TRUTHS}),
    "arrow, dictionary": lambda: pa.table({"x0": pa.array(TRUTHS).dictionary_encode()}),
    "numpy": lambda: np.array(TRUTHS)[:, None],
}


@pytest.mark.parametrize("name", BOOLEANS)
def test_truth_values_are_categories(name: str) -> None:
    column = facts(BOOLEANS[name]())["x0"]
    assert (column["kind"], column["levels"], column["missing"]) == ("category", 2, 0)


@pytest.mark.parametrize(
    "method", ["gc-mi", "fisher", "relieff", "mrmr", "jmi", "inf-fs", "vmi-naive"]
)
def test_methods_take_truth_values_for_0_and_1(method: str) -> None:
    random = np.random.default_rng(4)
    y = random.integers(0, 2, 200)
    X = random.random((200, 7)) < (0.3 + 0.4 * y[:, None] * np.linspace(0, 1, 7))
    found = pith.select(X, y, method, 4)
    numbers = pith.select(X.astype(np.uint8), y, method, 4)
    assert found.names == numbers.names
    assert found.scores.tolist() == numbers.scores.tolist()
    by_columns = pith.select(np.asfortranarray(X), y, method, 4)
    assert by_columns == found


def test_truth_values_of_a_wide_matrix_arrive() -> None:
    random = np.random.default_rng(5)
    X = random.random((50, 150)) < 0.5
    X[:, 7] = np.arange(50) % 2 == 0
    frame = pd.DataFrame(X[::1])
    y = np.arange(50) % 2
    assert pith.select(X, y, "mim", 1).indices.tolist() == [7]
    assert pith.select(frame, y, "mim", 1).indices.tolist() == [7]
    assert pith.select(X[::-1], y[::-1], "mim", 150).names == pith.select(X, y, "mim", 150).names


# Texts -----------------------------------------------------------------------------------------


def messy() -> dict[str, list[Any]]:
    """Columns of text, as a careless export has them."""
    random = np.random.default_rng(11)
    level = np.arange(ROWS) % 2 + random.normal(size=ROWS)
    lead = [f"{value:.3f}" for value in level]
    lead[17] = "<LOD"
    price = [f"${1000 + 400 * value:,.2f}" for value in random.normal(size=ROWS)]
    when = [str(DAYS[row]) for row in random.permutation(ROWS)]
    when[5] = "unknown"
    return {
        "lead": lead,
        "price": price,
        "seen": when,
        "smokes": ["TRUE" if row % 5 else "FALSE" for row in range(ROWS)],
        "town": [["Ulm", "Bonn", "NA"][row % 3] for row in range(ROWS)],
        "share": [f"{row % 40} %" for row in range(ROWS)],
        "count": [str(row % 4) for row in range(ROWS)],
        "sparse": ["" if row % 4 else "x" for row in range(ROWS)],
    }


TEXTS: dict[str, Any] = {
    "pandas": lambda columns: pd.DataFrame(columns),
    "pandas, objects": lambda columns: pd.DataFrame(columns, dtype=object),
    "pandas, arrow": lambda columns: pd.DataFrame(columns, dtype="string[pyarrow]"),
    "polars": lambda columns: pl.DataFrame(columns),
    "arrow": lambda columns: pa.table(columns),
    "arrow, large": lambda columns: pa.table(
        {name: pa.array(values, pa.large_string()) for name, values in columns.items()}
    ),
}


def without_places(document: dict[str, Any]) -> Any:
    """Columns and notes, without the lines of a file and the rows of a frame."""
    columns = [
        {**column, "stray": [{**each, "line": None} for each in column.get("stray", [])]}
        for column in document["columns"]
    ]
    notes = [
        note.replace("(line 19)", "(row 17)").replace("(line 7)", "(row 5)")
        for note in document["notes"]
    ]
    return columns, notes


@needs_program
@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_what_they_are_in_a_file(name: str, tmp_path: Path) -> None:
    X = TEXTS[name](messy())
    document = of_program("inspect", pd.DataFrame(messy()), tmp_path / "table.csv")
    kinds = {column["name"]: column["kind"] for column in document["columns"]}
    assert kinds["lead"] == kinds["price"] == "number" and kinds["seen"] == "date"
    found = pith.inspect(X, pd.Series(CLASSES, name="y"))
    assert without_places(json.loads(found.to_json())) == without_places(document)


@needs_program
@pytest.mark.parametrize("method", ["mrmr", "jmi", "relieff"])
def test_texts_are_selected_as_in_a_file(method: str, tmp_path: Path) -> None:
    document = of_program(
        "select", pd.DataFrame(messy()), tmp_path / "table.csv", "-m", method, "--missing", "impute"
    )
    for name, make in TEXTS.items():
        found = pith.select(make(messy()), CLASSES, method, missing="impute").to_dict()
        assert found["selected"] == document["selected"], name


def test_declared_categories_stay_what_they_are() -> None:
    columns = {"a": ["1", "2", "NA", "1"], "b": ["TRUE", "FALSE", "TRUE", ""]}
    y = [0, 1, 0, 1]
    for X in (
        pd.DataFrame(columns).astype("category"),
        pl.DataFrame(columns).cast(pl.Categorical),
        pa.table({name: pa.array(each).dictionary_encode() for name, each in columns.items()}),
    ):
        found = {each["name"]: each for each in pith.inspect(X, y).columns}
        assert (found["a"]["kind"], found["a"]["levels"], found["a"]["missing"]) == (
            "category",
            3,
            0,
        )
        assert (found["b"]["kind"], found["b"]["levels"], found["b"]["missing"]) == (
            "category",
            3,
            0,
        )
        found = {each["name"]: each for each in pith.inspect(X, y, na="NA").columns}
        assert (found["a"]["levels"], found["a"]["missing"]) == (2, 1)
        assert (found["b"]["levels"], found["b"]["missing"]) == (3, 0)
    text = pd.DataFrame(columns)
    found = {each["name"]: each for each in pith.inspect(text, y, categorical=["a"]).columns}
    assert (found["a"]["kind"], found["a"]["levels"], found["a"]["missing"]) == ("category", 2, 1)


def test_tokens_are_missing_as_the_user_says() -> None:
    columns = {"a": ["1", "-", "NA", "4"] * 5, "n": [1, -999, 3, 4] * 5}
    y = [0, 1] * 10

    def missing(**options: Any) -> list[int]:
        return [c["missing"] for c in pith.inspect(pd.DataFrame(columns), y, **options).columns[:2]]

    assert missing() == [5, 0]
    assert missing(na="-") == [10, 0]
    assert missing(na=["-", "-999"]) == [10, 5]
    assert missing(default_na=False) == [0, 0]
    assert missing(na=["NA"], default_na=False) == [5, 0]
    kinds = pith.inspect(pd.DataFrame(columns), y, na="-").kinds
    assert kinds["a"] == "integer"
    with pytest.raises(TypeError, match="na must be strings"):
        missing(na=[-999])


def test_classes_keep_their_texts() -> None:
    X = np.arange(12.0)[:, None] % 5
    y = ["None", "mild", "NA"] * 4
    assert pith.select(X, y, "mim", 1).data["classes"] == ["NA", "None", "mild"]
    found = pith.select(X, y, "mim", 1, na="NA", missing="drop")
    assert found.data["classes"] == ["None", "mild"]


def test_infinite_texts_name_column_and_row() -> None:
    X = pl.DataFrame({"a": ["1", "inf", "3", "4"]})
    with pytest.raises(ValueError, match="infinity: column 'a', row 1"):
        pith.select(X, [0, 1, 0, 1])


def test_units_finer_than_nanoseconds_are_read() -> None:
    column = facts(np.array(["1970-01-03T12", "NaT"], dtype="M8[ps]")[:, None])["x0"]
    assert (column["max"], column["missing"]) == (2.5, 1)


MESSY = Path(__file__).parents[2] / "tests" / "data" / "messy"
TABLES = sorted(path.stem for path in MESSY.glob("*.csv"))
# Files whose fields or names pandas does not find, with its defaults.
OTHER_LAYOUT = {
    "blanks",
    "decimal_comma",
    "duplicate_names",
    "index",
    "latin1",
    "pipes",
    "preamble",
    "r_table",
    "utf16",
}


@needs_program
@pytest.mark.parametrize("name", [name for name in TABLES if name not in OTHER_LAYOUT])
def test_messy_tables_are_what_they_are_in_a_file(name: str) -> None:
    def essence(columns: list[dict[str, Any]], target: str) -> dict[str, Any]:
        keys = ("kind", "levels", "missing", "min", "max", "constant", "identifier")
        return {
            column["name"]: [column.get(key) for key in keys]
            + [(each["token"], each["count"]) for each in column["stray"]]
            for column in columns
            if column["name"] != target
        }

    path = str(MESSY / f"{name}.csv")
    run = subprocess.run(
        [PROGRAM, "inspect", path, "--format", "json"], capture_output=True, text=True
    )
    document = json.loads(run.stdout)
    target = document["columns"][-1]["name"]
    frame = pd.read_csv(path, dtype=str, keep_default_na=False, skipinitialspace=True)
    expected = essence(document["columns"], target)
    assert expected
    for X in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame)):
        assert essence(pith.inspect(X, target).columns, target) == expected
