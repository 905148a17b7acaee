# SPDX-License-Identifier: Apache-2.0
"""A selection reduces other rows to its features, in the container that they came in."""

from __future__ import annotations

import datetime
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import pith

pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
pa = pytest.importorskip("pyarrow")

PROGRAM = os.environ.get("PITH", "")
needs_program = pytest.mark.skipif(not Path(PROGRAM).is_file(), reason="PITH names no program")
ROWS = 80


def rows(seed: int) -> dict[str, list[Any]]:
    """Columns of every kind, with gaps, whose values depend on the seed."""
    random = np.random.default_rng(seed)
    y = np.arange(ROWS) % 2
    day = datetime.date(2024, 1, 1)
    columns: dict[str, list[Any]] = {
        "noise": random.normal(size=ROWS).tolist(),
        "size": (y + random.normal(size=ROWS) * 0.5).tolist(),
        "seen": [day + datetime.timedelta(days=int(40 * k + random.integers(60))) for k in y],
        "town": [["Ulm", "Bonn"][k ^ int(random.random() < 0.2)] for k in y],
        "smokes": [bool(k ^ int(random.random() < 0.1)) for k in y],
    }
    for name in ("size", "seen", "town"):
        columns[name][int(random.integers(ROWS))] = None
    return columns


Y = ["no", "yes"] * (ROWS // 2)
MAKERS = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "arrow": pa.table,
    "batch": lambda columns: pa.table(columns).to_batches()[0],
}


def listed(X: Any) -> dict[str, list[Any]]:
    """The columns of a frame, with None for what is missing and with dates as text."""
    frame = X if isinstance(X, pd.DataFrame) else X.to_pandas()
    found = {}
    for name in frame:
        values = frame[name].astype(object).where(frame[name].notna(), None).tolist()
        found[name] = [
            str(value)[:10] if isinstance(value, datetime.date) else value for value in values
        ]
    return found


@pytest.mark.parametrize("kind", MAKERS)
def test_columns_keep_their_types_where_nothing_changes(kind: str) -> None:
    make = MAKERS[kind]
    chosen = pith.select(make(rows(1)), Y, "jmi", 4, missing="level")
    assert set(chosen.names) == {"size", "seen", "town", "smokes"}
    X = make(rows(2))
    reduced = chosen.apply(X)
    assert type(reduced) is type(X)
    if kind == "pandas":
        assert reduced.equals(X[chosen.names])
        assert reduced.dtypes.equals(X[chosen.names].dtypes)
    else:
        assert reduced.equals(X.select(chosen.names))


@pytest.mark.parametrize("kind", MAKERS)
def test_gaps_are_filled_with_the_values_of_the_selection(kind: str) -> None:
    make = MAKERS[kind]
    train, test = rows(1), rows(2)
    chosen = pith.select(make(train), Y, "jmi", 4, missing="impute")
    reduced = chosen.apply(make(test))
    assert type(reduced) is type(make(test))
    found, given = listed(reduced), listed(pd.DataFrame(test))
    assert not any(value is None for values in found.values() for value in values)
    gap = test["town"].index(None)
    present = [town for town in train["town"] if town]
    assert found["town"][gap] == max(set(present), key=present.count)
    for name in found:
        there = [row for row in range(ROWS) if test[name][row] is not None]
        assert (
            [found[name][row] for row in there]
            == pytest.approx([given[name][row] for row in there])
            if name == "size"
            else [found[name][row] for row in there] == [given[name][row] for row in there]
        )


def test_the_index_and_the_categories_of_pandas_remain() -> None:
    train = pd.DataFrame(rows(1)).astype({"town": "category"})
    test = pd.DataFrame(rows(2)).astype({"town": "category"})
    test.index = [f"row {row}" for row in range(ROWS)]
    reduced = pith.select(train, Y, "jmi", 4, missing="impute").apply(test)
    assert reduced.index.equals(test.index)
    assert isinstance(reduced["town"].dtype, pd.CategoricalDtype)
    assert reduced["seen"].dtype.kind == "M"


def test_columns_are_found_by_name_among_others() -> None:
    chosen = pith.select(pd.DataFrame(rows(1)), Y, "jmi", 2, missing="level")
    X = pd.DataFrame(rows(2))[["smokes", "town", "seen", "size"]].assign(junk=[[1]] * ROWS)
    assert list(chosen.apply(X).columns) == chosen.names
    lacking = X.drop(columns=chosen.names[0])
    with pytest.raises(
        ValueError, match=f"no column '{chosen.names[0]}', which the selection needs"
    ):
        chosen.apply(lacking)
    with pytest.raises(ValueError, match="no column '.*', which the selection needs"):
        chosen.apply(np.zeros((3, 2)))


def test_arrays_have_columns_by_position(wine) -> None:
    X, y = wine
    chosen = pith.select(X, y, "mrmr", 3)
    assert chosen.apply(X[:5]).tolist() == X[:5, chosen.indices].tolist()
    assert chosen.apply(X[:5].tolist()).tolist() == X[:5, chosen.indices].tolist()
    for make in (sparse.csr_matrix, sparse.csc_array, sparse.coo_matrix):
        reduced = chosen.apply(make(X[:5]))
        assert sparse.issparse(reduced)
        assert reduced.toarray().tolist() == X[:5, chosen.indices].tolist()
    gaps = X[:5].copy()
    gaps[2, chosen.indices[0]] = np.nan
    filled = chosen.apply(gaps, impute=True)
    assert filled[2, 0] == pytest.approx(X[:, chosen.indices[0]].mean())
    assert np.isnan(chosen.apply(gaps)[2, 0])


def test_codes_are_the_bins_that_the_method_saw(wine) -> None:
    X, y = wine
    chosen = pith.select(X, y, "mrmr", 3)
    codes = chosen.apply(X, codes=True)
    assert set(np.unique(codes)) == {0, 1, 2}
    for place, column in enumerate(chosen.indices):
        mean, deviation = X[:, column].mean(), X[:, column].std(ddof=1)
        cuts = [mean - deviation, mean + deviation]
        assert codes[:, place].tolist() == np.searchsorted(cuts, X[:, column]).tolist()


def test_unknown_categories_are_treated_as_asked() -> None:
    train = pd.DataFrame({"town": ["Ulm", "Bonn"] * 20, "size": np.arange(40.0) % 7})
    chosen = pith.select(train, ["a", "b"] * 20, "mim", 1)
    X = pd.DataFrame({"town": ["Jena", "Ulm"]})
    assert chosen.apply(X)["town"].tolist() == ["Jena", "Ulm"]
    assert chosen.apply(X, unknown="missing")["town"].isna().tolist() == [True, False]
    with pytest.raises(ValueError, match="'Jena'.*unknown='missing'"):
        chosen.apply(X, unknown="error")
    with pytest.raises(ValueError, match="unknown must be error, missing or keep"):
        chosen.apply(X, unknown="ignore")


def test_texts_are_read_as_for_the_selection() -> None:
    train = {
        "price": [f"${1000 + 300 * (i % 2) + i}" for i in range(60)],
        "ok": ["TRUE", "false"] * 30,
    }
    X = {"price": ["$1,500", "$900"], "ok": ["FALSE", "true"]}
    y = ["a", "b"] * 30
    for make in (pd.DataFrame, pl.DataFrame, pa.table):
        chosen = pith.select(make(train), y, "jmi", 2)
        found = listed(chosen.apply(make(X)))
        assert found["price"] == [1500, 900]
        assert found["ok"] == [False, True]


def test_a_selection_may_be_a_file(tmp_path: Path) -> None:
    X = pd.DataFrame(rows(1))
    chosen = pith.select(X, Y, "jmi", 3, missing="impute")
    path = tmp_path / "chosen.json"
    path.write_text(chosen.to_json(), encoding="utf-8")
    for given in (path, str(path)):
        assert pith.apply(given, X).equals(chosen.apply(X))
    with pytest.raises(FileNotFoundError):
        pith.apply(tmp_path / "none.json", X)
    path.write_text("{}")
    with pytest.raises(ValueError, match="the selection"):
        pith.apply(path, X)
    with pytest.raises(TypeError, match="selection must be a result of pith.select"):
        pith.apply(7, X)


@needs_program
def test_the_program_writes_the_same_rows(tmp_path: Path) -> None:
    train, test = pd.DataFrame(rows(1)), pd.DataFrame(rows(2))
    train.assign(y=Y).to_csv(tmp_path / "train.csv", index=False)
    test.to_csv(tmp_path / "test.csv", index=False)
    result = str(tmp_path / "result.json")
    command = [PROGRAM, "select", str(tmp_path / "train.csv"), "-m", "jmi", "-k", "4"]
    subprocess.run([*command, "--missing", "impute", "-f", "json", "-o", result], check=True)
    for extra, options in (([], {}), (["--codes"], {"codes": True})):
        written = str(tmp_path / "written.csv")
        subprocess.run(
            [PROGRAM, "apply", result, str(tmp_path / "test.csv"), *extra, "-o", written],
            check=True,
        )
        expected = pd.read_csv(written)
        found = pith.apply(result, test, **options)
        assert list(found.columns) == list(expected.columns)
        for name in expected:
            if expected[name].dtype.kind in "if" and found[name].dtype.kind in "if":
                assert found[name].tolist() == pytest.approx(expected[name].tolist())
            elif name != "seen":  # of which the program may write the time
                assert found[name].astype(str).tolist() == expected[name].astype(str).tolist()
