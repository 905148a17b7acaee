# SPDX-License-Identifier: Apache-2.0
"""The same table gives the same document, bit for bit, from the command line and from Python, and
from every container. The environment variable PITH names the program."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn import datasets

import pith

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

PROGRAM = os.environ.get("PITH", "")
METHODS = [method.id for method in pith.methods()]
needs_program = pytest.mark.skipif(not Path(PROGRAM).is_file(), reason="PITH names no program")


class Input:
    """A table as lists: what a file and every container are made of."""

    def __init__(self, columns: dict[str, list[Any]], y: list[Any]) -> None:
        self.columns = columns
        self.y = y

    def write(self, path: Path) -> None:
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([*self.columns, "y"])
            for row in zip(*self.columns.values(), self.y, strict=True):
                writer.writerow(["" if field is None else repr_of(field) for field in row])

    def has_text(self) -> bool:
        return any(isinstance(value, str) for column in self.columns.values() for value in column)


def repr_of(field: Any) -> str:
    return field if isinstance(field, str) else repr(field)


def numbers(matrix: np.ndarray) -> dict[str, list[Any]]:
    return {f"x{i}": matrix[:, i].tolist() for i in range(matrix.shape[1])}


def wine() -> Input:
    data = datasets.load_wine()
    return Input(numbers(data.data), data.target.tolist())


def digits() -> Input:
    """Counts with many ties; some columns are constant."""
    data = datasets.load_digits(n_class=3)
    return Input(numbers(data.data[:150, :40].astype(int)), data.target[:150].tolist())


def genes() -> Input:
    """More features than rows, in single precision, with a duplicate and a near duplicate."""
    random = np.random.default_rng(3)
    y = np.arange(48) % 2
    matrix = random.normal(size=(48, 120)).astype(np.float32)
    matrix[:, :8] += y[:, None] * np.linspace(2, 0.5, 8, dtype=np.float32)
    matrix[:, 50] = matrix[:, 0]
    matrix[:, 51] = matrix[:, 1] * np.float32(1.000001)
    return Input(numbers(matrix), [["healthy", "ill"][i] for i in y])


def halves() -> Input:
    """Few distinct values with fractions, and large offsets."""
    random = np.random.default_rng(5)
    y = random.integers(0, 3, 90)
    matrix = np.round(random.normal(size=(90, 12)) + y[:, None] * (np.arange(12) % 3), 1)
    matrix[:, 4] += 1e6
    return Input(numbers(matrix), y.tolist())


def survey() -> Input:
    """Strings, integers and numbers, with missing values."""
    random = np.random.default_rng(7)
    y = random.integers(0, 2, 120)
    shift = random.integers(0, 3, 120)
    columns: dict[str, list[Any]] = {
        "age": (30 + 8 * y + random.normal(size=120) * 9).tolist(),
        "region": [["north", "Süd", "east"][(i + s) % 3] for i, s in zip(y, shift, strict=True)],
        "rooms": (1 + (y + shift) % 4).tolist(),
        "owner": [["yes", "no"][i ^ (s == 0)] for i, s in zip(y, shift, strict=True)],
        "income": (y * 0.7 + random.exponential(size=120)).tolist(),
    }
    for place, column in enumerate(columns.values()):
        for row in random.choice(120, 6, replace=False):
            if place < 4:
                column[row] = None
    return Input(columns, [["a", "b"][i] for i in y])


def progression() -> Input:
    """A numeric target of integers, with ties, a duplicate and a constant."""
    data = datasets.load_diabetes()
    matrix = np.column_stack([data.data, data.data[:, 2], np.ones(len(data.data))])
    return Input(numbers(matrix[:200]), data.target[:200].astype(int).tolist())


def prices() -> Input:
    """A numeric target of fractions, and fewer rows than features in single precision."""
    random = np.random.default_rng(11)
    matrix = random.normal(size=(30, 45)).astype(np.float32)
    y = matrix[:, 3] - 0.5 * matrix[:, 8] ** 2 + 0.1 * random.normal(size=30)
    return Input(numbers(matrix), y.tolist())


def incomes() -> Input:
    """A numeric target of strings, integers and numbers with missing values."""
    table = survey()
    random = np.random.default_rng(19)
    y = [round(value, 2) for value in table.columns.pop("income")]
    y = [value + (region == "north") for value, region in zip(y, table.columns["region"])]
    table.columns["debt"] = (np.array(y) * 2 + random.normal(size=len(y))).tolist()
    return Input(table.columns, y)


NUMERIC_INPUTS = (progression, prices, incomes)
INPUTS: dict[str, Callable[[], Input]] = {
    make.__name__: make for make in (wine, digits, genes, halves, survey, *NUMERIC_INPUTS)
}


def as_numpy(table: Input) -> Any:
    return np.array(list(table.columns.values())).T


def as_numpy_by_columns(table: Input) -> Any:
    return np.asfortranarray(as_numpy(table))


def as_pandas(table: Input) -> Any:
    frame = pd.DataFrame(table.columns)
    for name in frame:
        if frame[name].isna().any() and not isinstance(
            next(filter(None, table.columns[name])), str
        ):
            whole = all(isinstance(value, int | None) for value in table.columns[name])
            frame[name] = frame[name].astype("Int64" if whole else "Float64")
    return frame.astype({name: "category" for name in frame if name == "region"})


def as_polars(table: Input) -> Any:
    frame = pl.DataFrame(table.columns)
    return frame.with_columns(
        pl.col(name).cast(pl.Categorical) for name in frame.columns if name == "owner"
    )


def as_arrow(table: Input) -> Any:
    return pa.table(table.columns)


CONTAINERS: dict[str, Callable[[Input], Any]] = {
    "numpy": as_numpy,
    "numpy by columns": as_numpy_by_columns,
    "pandas": as_pandas,
    "polars": as_polars,
    "arrow": as_arrow,
}


SINGLE: dict[str, Callable[[Input], Any]] = {
    "numpy, float32": lambda table: as_numpy(table).astype(np.float32),
    "polars, float32": lambda table: as_polars(table).cast(pl.Float32),
    "arrow, float32": lambda table: pa.table(
        {name: pa.array(values, pa.float32()) for name, values in table.columns.items()}
    ),
}


def essence(document: dict[str, Any]) -> dict[str, Any]:
    """The document without the source of the table and the time.

    Notes mention options as `(--fill fit)` or as `(fill='fit')`: these parentheses are left out,
    and mentions without them are those of Python.
    """
    kept = {key: document[key] for key in document if key not in ("seconds", "threads")}
    origin = ("source", "sha256")
    data = {k: v for k, v in document["data"].items() if k not in origin}
    notes = [re.sub(r" \((?:[^()]|\(\))*\)", "", note) for note in document["notes"]]
    notes = [re.sub(r"--(\w+) (\w+)", r"\1='\2'", note) for note in notes]
    return {**kept, "data": data, "notes": notes}


def of_program(*arguments: str) -> dict[str, Any]:
    run = subprocess.run([PROGRAM, *arguments, "--format", "json"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return essence(json.loads(run.stdout))


def of_python(result: Any) -> dict[str, Any]:
    return essence(json.loads(result.to_json()))


def containers(name: str, table: Input) -> dict[str, Any]:
    """The table in every container that can hold it."""
    makers = {**CONTAINERS, **SINGLE} if name == "genes" else CONTAINERS
    return {
        kind: make(table)
        for kind, make in makers.items()
        if not (table.has_text() and kind.startswith("numpy"))
    }


def least_methods(name: str, has_text: bool) -> int:
    """How many methods take a table, in the program and in the package."""
    if INPUTS[name] not in NUMERIC_INPUTS:
        return 25 if has_text else len(METHODS)
    takes = ("any",) if has_text else ("numbers", "codes", "any")
    return sum(
        "numbers" in method.traits["targets"] and method.traits["takes"] in takes
        for method in pith.methods()
    )


@needs_program
@pytest.mark.parametrize("name", INPUTS)
def test_every_method_gives_the_bits_of_the_program(name: str, tmp_path: Path) -> None:
    table = INPUTS[name]()
    path = tmp_path / "table.csv"
    table.write(path)
    tables = containers(name, table)
    ran = 0
    for method in METHODS:
        command = [PROGRAM, "select", str(path), "-m", method, "-k", "5", "-f", "json"]
        run = subprocess.run([*command, "--missing", "impute"], capture_output=True, text=True)
        for kind, X in tables.items():
            if run.returncode != 0:
                with pytest.raises(ValueError):
                    pith.select(X, table.y, method, 5, missing="impute")
                continue
            seen = of_python(pith.select(X, table.y, method, 5, missing="impute"))
            assert seen == essence(json.loads(run.stdout)), (method, kind)
            ran += 1
    assert ran >= len(tables) * least_methods(name, table.has_text())


@pytest.fixture(params=["survey", "wine"])
def written(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Input, list[Any]]:
    """A table as a file, as lists, and in every container."""
    table = INPUTS[request.param]()
    table.write(tmp_path / "table.csv")
    return str(tmp_path / "table.csv"), table, list(containers(request.param, table).values())


@needs_program
def test_evaluations_are_those_of_the_program(written: tuple[str, Input, list[Any]]) -> None:
    path, table, tables = written
    how = ["-m", "mrmr,cmim", "-l", "knn,logistic", "-k", "1..3", "--folds", "4"]
    expected = of_program("evaluate", path, *how, "--missing", "impute")
    for X in tables:
        found = pith.evaluate(
            X,
            table.y,
            ["mrmr", "cmim"],
            learner=["knn", "logistic"],
            k=range(1, 4),
            folds=4,
            missing="impute",
        )
        assert of_python(found) == expected


@needs_program
@pytest.mark.parametrize("name", ["progression", "incomes"])
def test_results_for_numbers_are_those_of_the_program(name: str, tmp_path: Path) -> None:
    table = INPUTS[name]()
    path = str(tmp_path / "table.csv")
    table.write(Path(path))
    missing = ["--missing", "impute"]
    folds = ["-k", "1..3", "--folds", "4"]
    expected = {
        "evaluate": of_program("evaluate", path, "-m", "relieff", "-l", "knn", *folds, *missing),
        "stability": of_program(
            "stability", path, "-m", "relieff", "-k", "2", "--resamples", "5", *missing
        ),
        "inspect": of_program("inspect", path),
        "cv": of_program("select", path, "-m", "relieff", "-k", "auto", "--auto", "cv", *missing),
    }
    for kind, X in containers(name, table).items():
        found = {
            "evaluate": pith.evaluate(
                X, table.y, "relieff", learner="knn", k=range(1, 4), folds=4, missing="impute"
            ),
            "stability": pith.stability(X, table.y, "relieff", 2, resamples=5, missing="impute"),
            "inspect": pith.inspect(X, table.y),
            "cv": pith.select(X, table.y, "relieff", "auto", auto="cv", missing="impute"),
        }
        for what, result in found.items():
            assert of_python(result) == expected[what], (kind, what)


@needs_program
def test_stabilities_are_those_of_the_program(written: tuple[str, Input, list[Any]]) -> None:
    path, table, tables = written
    how = ["-m", "jmi", "-k", "3", "--resamples", "10", "--missing", "impute"]
    expected = of_program("stability", path, *how)
    for X in tables:
        found = pith.stability(X, table.y, "jmi", 3, resamples=10, missing="impute")
        assert of_python(found) == expected


@needs_program
def test_inspections_are_those_of_the_program(written: tuple[str, Input, list[Any]]) -> None:
    path, table, tables = written
    expected = of_program("inspect", path)
    for X in tables:
        assert of_python(pith.inspect(X, table.y)) == expected


@needs_program
@pytest.mark.parametrize("how", ["cv", "null"])
def test_numbers_of_features_are_found_as_by_the_program(
    how: str, written: tuple[str, Input, list[Any]]
) -> None:
    path, table, tables = written
    given = [
        "-m",
        "mrmr",
        "-k",
        "auto",
        "--auto",
        how,
        "--max-features",
        "4",
        "--missing",
        "impute",
    ]
    expected = of_program("select", path, *given)
    for X in tables:
        found = pith.select(X, table.y, "mrmr", "auto", auto=how, max_features=4, missing="impute")
        assert of_python(found) == expected


def careless() -> Input:
    """Identifiers, a constant and an empty column beside two features."""
    random = np.random.default_rng(13)
    y = np.arange(100) % 2
    columns: dict[str, list[Any]] = {
        "id": list(range(1, 101)),
        "mail": [f"user{row}@example.org" for row in random.permutation(100)],
        "same": ["always"] * 100,
        "empty": [None] * 100,
        "size": (y + random.normal(size=100)).tolist(),
        "town": [["Ulm", "Bonn", "Jena"][(k + s) % 3] for k, s in zip(y, y * (y > 0), strict=True)],
    }
    return Input(columns, [["a", "b"][i] for i in y])


OPTIONS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "identifiers are set aside": ([], {}),
    "identifiers are allowed": (["--allow-ids"], {"allow_ids": True}),
    "columns are dropped": (["--drop", "mail,s*"], {"drop": ["mail", "s*"]}),
    "a sample of the rows": (["--rows", "60"], {"rows": 60}),
    "tokens are missing": (
        ["--na", "Jena", "--no-default-na"],
        {"na": "Jena", "default_na": False},
    ),
    "chance is subtracted": (["--correction", "chance"], {"correction": "chance"}),
    "entropies are corrected": (["--correction", "miller-madow"], {"correction": "miller-madow"}),
}


@needs_program
@pytest.mark.parametrize("name", OPTIONS)
def test_options_are_those_of_the_program(name: str, tmp_path: Path) -> None:
    table = careless()
    table.write(tmp_path / "table.csv")
    flags, options = OPTIONS[name]
    how = ["-m", "mrmr", "-k", "4", "--missing", "impute"]
    expected = of_program("select", str(tmp_path / "table.csv"), *how, *flags)
    frames = {
        "pandas": pd.DataFrame(table.columns),
        "polars": pl.DataFrame(table.columns),
        "arrow": pa.table(table.columns),
    }
    for kind, X in frames.items():
        found = pith.select(X, table.y, "mrmr", 4, missing="impute", **options)
        assert of_python(found) == expected, kind
    assert found.set_aside == expected["set_aside"]
    reasons = {each["name"]: each["reason"] for each in found.set_aside}
    assert ("id" in reasons) == (name != "identifiers are allowed")
    assert reasons["empty"] == "empty"


@needs_program
@pytest.mark.parametrize("how", ["groups", "time"])
def test_splits_by_a_column_are_those_of_the_program(how: str, tmp_path: Path) -> None:
    table = wine()
    rows = len(table.y)
    order = np.random.default_rng(17).permutation(rows)
    labels = [f"patient {row % 23}" for row in order] if how == "groups" else order.tolist()
    with_labels = Input({**table.columns, "label": labels}, table.y)
    with_labels.write(tmp_path / "table.csv")
    flags = ["-m", "mrmr", "-l", "knn", "-k", "1..3", f"--{how}", "label", "--folds", "4"]
    expected = of_program("evaluate", str(tmp_path / "table.csv"), *flags)
    assert expected["splits"]["how"] == how
    options: dict[str, Any] = {"learner": "knn", "k": range(1, 4), "folds": 4}
    for X in (pd.DataFrame(with_labels.columns), pl.DataFrame(with_labels.columns)):
        found = pith.evaluate(X, table.y, "mrmr", **options, **{how: "label"})
        assert of_python(found) == expected
    beside = pd.Series(labels, name="label")
    found = pith.evaluate(as_numpy(table), table.y, "mrmr", **options, **{how: beside})
    assert of_python(found) == expected
    assert repr(found).startswith("numpy.ndarray")
    if how == "time":
        dates = np.datetime64("2020-01-01") + order
        dated = pith.evaluate(as_numpy(table), table.y, "mrmr", **options, time=dates)
        assert dated.curves == found.curves
    with pytest.raises(ValueError, match="are alternatives"):
        pith.evaluate(as_numpy(table), table.y, "mrmr", holdout=0.5, **{how: labels})
