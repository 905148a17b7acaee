# SPDX-License-Identifier: Apache-2.0
"""Frames that are not in memory yet are accepted as X, and read once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pith

pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")
dataset = pytest.importorskip("pyarrow.dataset")
parquet = pytest.importorskip("pyarrow.parquet")


def reader(table: Any, _: Path) -> Any:
    return pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=50))


def files(table: Any, folder: Path) -> Any:
    for part in range(0, table.num_rows, 50):
        parquet.write_table(table.slice(part, 50), folder / f"{part:05}.parquet")
    return dataset.dataset(folder)


def scanner(table: Any, folder: Path) -> Any:
    return files(table, folder).scanner()


def lazy(table: Any, _: Path) -> Any:
    return pl.from_arrow(table).lazy()


def relation(table: Any, _: Path) -> Any:
    duckdb = pytest.importorskip("duckdb")
    return duckdb.from_arrow(table)


LAZY: dict[str, Callable[[Any, Path], Any]] = {
    make.__name__: make for make in (reader, files, scanner, lazy, relation)
}


@pytest.fixture
def table(wine_frame: Any) -> Any:
    X, y = wine_frame
    return pa.Table.from_pandas(X.assign(y=y), preserve_index=False)


@pytest.fixture(params=LAZY)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Any], Any]:
    folder = tmp_path / "files"
    folder.mkdir()
    return lambda table: LAZY[request.param](table, folder)


def essence(selection: pith.Selection) -> Any:
    return selection.names, selection.scores.tolist()


def test_the_target_may_be_a_column(make: Callable[[Any], Any], table: Any) -> None:
    expected = pith.select(table, "y", "mrmr", 5)
    assert essence(pith.select(make(table), "y", "mrmr", 5)) == essence(expected)


def test_the_target_may_be_an_array(make: Callable[[Any], Any], table: Any) -> None:
    y = table["y"].to_numpy()
    features = table.drop_columns(["y"])
    expected = pith.select(features, y, "mrmr", 5)
    assert essence(pith.select(make(features), y, "mrmr", 5)) == essence(expected)


def test_columns_of_any_type_may_be_dropped(make: Callable[[Any], Any], table: Any) -> None:
    expected = pith.select(table, "y", "mrmr", 5)
    lists = pa.array([[1.0, 2.0]] * table.num_rows)
    wide = table.append_column("lists", lists)
    assert essence(pith.select(make(wide), "y", "mrmr", 5, drop="lists")) == essence(expected)
    with pytest.raises(TypeError, match="lists"):
        pith.select(pa.table(wide), "y", "mrmr", 5)


def test_selectors_know_the_names(make: Callable[[Any], Any], table: Any) -> None:
    y = table["y"].to_numpy()
    features = table.drop_columns(["y"])
    fitted = pith.MRMR(k=3).fit(make(features), y)
    expected = pith.MRMR(k=3).fit(features.to_pandas(), y)
    assert fitted.get_feature_names_out().tolist() == expected.get_feature_names_out().tolist()


def test_selectors_transform_them(make: Callable[[Any], Any], table: Any) -> None:
    y = table["y"].to_numpy()
    features = table.drop_columns(["y"])
    fitted = pith.MRMR(k=3).fit(features.to_pandas(), y)
    expected = fitted.transform(features.to_pandas())
    assert np.array_equal(fitted.transform(make(features)), expected)


def test_other_functions_take_them(make: Callable[[Any], Any], table: Any) -> None:
    for call in (
        lambda X: pith.inspect(X, "y"),
        lambda X: pith.evaluate(X, "y", "mrmr", k=2, folds=3),
        lambda X: pith.stability(X, "y", "mrmr", 2, resamples=5),
    ):
        expected, found = (json.loads(call(X).to_json()) for X in (table, make(table)))
        for document in (expected, found):
            del document["data"]["source"]
            document.pop("seconds", None)
        assert found == expected


def test_apply_takes_them(make: Callable[[Any], Any], table: Any) -> None:
    selection = pith.select(table, "y", "mrmr", 3)
    reduced = pith.apply(selection, make(table))
    names = reduced.columns if isinstance(reduced, pl.DataFrame) else reduced.column_names
    assert list(names) == selection.names
    assert np.array_equal(reduced[names[0]].to_numpy(), table[names[0]].to_numpy())


def test_a_reader_that_was_read_has_no_rows(table: Any, tmp_path: Path) -> None:
    batches = reader(table, tmp_path)
    pith.select(batches, "y", "mrmr", 2)
    with pytest.raises(ValueError, match=r"0 sample\(s\)"):
        pith.select(batches, "y", "mrmr", 2)
