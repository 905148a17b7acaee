# SPDX-License-Identifier: Apache-2.0
"""Roles of columns: features, target and weights, and what these may be."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import DataConversionWarning

import pith
from pith._data import as_table

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")


def test_kinds_are_named_by_name_pattern_position_or_mask(mixed):
    X, y = mixed

    def kind_of_rooms(**options):
        return pith.inspect(X, y, **options).kinds["rooms"]

    for given in ("rooms", ["rooms"], ["roo*"], [1], [-4], np.array([1]), X.columns == "rooms"):
        assert kind_of_rooms(categorical=given) == "category"
    assert kind_of_rooms() == "integer"
    assert kind_of_rooms(numeric=["rooms"]) == "number"


def test_patterns_that_match_nothing_are_rejected(mixed):
    X, y = mixed
    with pytest.raises(
        ValueError,
        match="categorical has 'romms', which is not a feature of X; did you mean 'rooms'",
    ):
        pith.select(X, y, categorical=["romms"])
    with pytest.raises(ValueError, match="position 5, but X has 5 features"):
        pith.select(X, y, categorical=[5])
    with pytest.raises(ValueError, match="mask of 2 values, but X has 5 features"):
        pith.select(X, y, categorical=[True, False])
    with pytest.raises(ValueError, match="pattern 'rm\\*' matches no column"):
        pith.select(X, y, categorical="rm*")
    with pytest.raises(TypeError, match="categorical has 1.5"):
        pith.select(X, y, categorical=[1.5])


# y ---------------------------------------------------------------------------------------------


def classes(y, X=None):
    return as_table(np.arange(12.0).reshape(6, 2) ** 2 if X is None else X, y).classes


TARGETS = {
    "numbers": ([0, 1, 2, 2, 1, 0], ["0", "1", "2"]),
    "whole floats": (np.array([2.0, 10, 2, 10, 2, 2]), ["2", "10"]),
    "text": (["b", "a", "b", "a", "b", "b"], ["a", "b"]),
    "text array": (np.array(["b", "a", "b", "a", "b", "b"]), ["a", "b"]),
    "objects": (np.array(["b", "a", "b", "a", "b", "b"], dtype=object), ["a", "b"]),
    "truths": ([True, False, True, False, True, True], ["False", "True"]),
    "truth objects": (np.array([True, False] * 3, dtype=object), ["False", "True"]),
    "number objects": (np.array([2, 10, 2, 10, 2, 2], dtype=object), ["2", "10"]),
    "series": (pandas.Series(["b", "a", "b", "a", "b", "b"]), ["a", "b"]),
    "series of numbers": (pandas.Series([2, 10, 2, 10, 2, 2]), ["2", "10"]),
    "nullable": (pandas.Series([2, 10, 2, 10, 2, 2], dtype="Int64"), ["2", "10"]),
    "nullable truths": (pandas.Series([True, False] * 3, dtype="boolean"), ["False", "True"]),
    "categories": (pandas.Series(list("bababb"), dtype="category"), ["a", "b"]),
    "a categorical": (pandas.Categorical(list("bababb")), ["a", "b"]),
    "an index": (pandas.Index(list("bababb")), ["a", "b"]),
    "unused categories": (
        pandas.Series(pandas.Categorical(list("bababb"), categories=list("cba"))),
        ["a", "b"],
    ),
    "whole categories": (pandas.Series([2, 10, 2, 10, 2, 2], dtype="category"), ["2", "10"]),
    "fractions as categories": (pandas.Series([0.5, 1.5] * 3, dtype="category"), ["0.5", "1.5"]),
    "polars": (polars.Series(list("bababb")), ["a", "b"]),
    "polars categories": (polars.Series(list("bababb"), dtype=polars.Categorical), ["a", "b"]),
    "polars numbers": (polars.Series([2, 10, 2, 10, 2, 2]), ["2", "10"]),
    "polars truths": (polars.Series([True, False] * 3), ["False", "True"]),
    "arrow": (pyarrow.array(list("bababb")), ["a", "b"]),
    "arrow dictionary": (pyarrow.array(list("bababb")).dictionary_encode(), ["a", "b"]),
    "arrow chunks": (pyarrow.chunked_array([[2, 10, 2], [10, 2, 2]]), ["2", "10"]),
    "tuple": ((2, 10, 2, 10, 2, 2), ["2", "10"]),
}


@pytest.mark.parametrize("name", TARGETS)
def test_targets_of_every_kind_have_their_classes(name):
    y, expected = TARGETS[name]
    assert classes(y) == expected


def test_target_of_one_column_is_taken_with_a_warning():
    y = np.array([0, 1, 0, 1, 1, 1])
    for column in (y.reshape(-1, 1), [[value] for value in y], pandas.DataFrame({"y": y})):
        with pytest.warns(DataConversionWarning, match="column-vector y was passed"):
            assert classes(column) == ["0", "1"]


def test_warnings_point_at_the_line_of_the_user(wine):
    X, y = wine
    for column in (y.reshape(-1, 1), pandas.DataFrame({"y": y})):
        for run in (
            lambda: pith.select(X, column, "mim", 1),
            lambda: pith.inspect(X, column),
            lambda: pith.MIM(k=1).fit(X, column),
        ):
            with pytest.warns(DataConversionWarning) as caught:
                run()
            assert [each.filename for each in caught] == [__file__]


def test_target_may_be_the_name_of_a_column(mixed):
    X, y = mixed
    expected = pith.select(X, y, method="jmi", k=3)
    whole = X.copy()
    whole.insert(2, "price", y)
    for frame in (whole, polars.from_pandas(whole), pyarrow.Table.from_pandas(whole)):
        found = pith.select(frame, "price", method="jmi", k=3)
        assert found.names == expected.names
        assert found.indices.tolist() == expected.indices.tolist()
        assert found.scores.tolist() == expected.scores.tolist()
        assert found.data["target"] == "price"


def test_target_by_name_has_the_classes_of_the_column(mixed):
    X, _ = mixed
    for frame in (X, polars.from_pandas(X), pyarrow.Table.from_pandas(X)):
        table = as_table(frame, "garden")
        assert table.classes == ["False", "True"]
        assert table.target == "garden"
        assert table.names == ["size", "rooms", "town", "heating"]


class ForeignFrame:
    """A frame with a stream, and with methods that do not do what those of polars do."""

    def __init__(self, table):
        self._table = table
        self.columns = table.column_names

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)

    def __getitem__(self, name):
        raise AssertionError(f"asked for {name!r}")

    def drop(self, labels):
        raise KeyError(f"{labels} not found among the rows")

    def select(self, text):
        raise TypeError(f"{text!r} is no text of a query")


def test_columns_of_foreign_frames_are_taken_by_name(mixed):
    X, y = mixed
    weights = np.arange(len(y)) % 3 + 1.0
    expected = pith.select(X, y, "jmi", 3, sample_weight=weights)
    frame = ForeignFrame(pyarrow.Table.from_pandas(X.assign(price=y, w=weights)))
    found = pith.select(frame, "price", "jmi", 3, sample_weight="w")
    assert found.names == expected.names
    assert found.scores.tolist() == expected.scores.tolist()
    with pytest.raises(ValueError, match="X has no column 'prize' for y; did you mean 'price'"):
        pith.select(frame, "prize", "jmi", 3)


def test_streams_that_are_read_once_have_names_too(mixed):
    X, y = mixed
    table = pyarrow.Table.from_pandas(X.assign(price=y))
    found = pith.select(table.to_reader(max_chunksize=50), "price", method="jmi", k=3)
    assert found.names == pith.select(X, y, method="jmi", k=3).names


def test_target_keeps_the_name_of_its_series(mixed):
    X, y = mixed
    assert as_table(X, y).target == "price"
    assert as_table(X, y.to_numpy()).target == "y"
    assert as_table(X, polars.Series("p", y.to_list())).target == "p"
    assert as_table(X.rename(columns={"size": "y"}), y.to_numpy()).target == "y_"
    assert as_table(X, y.rename("size")).target == "y"


def test_rows_without_a_target_are_dropped_when_asked_for(wine):
    X, y = wine
    gaps = y.astype(float)
    gaps[[4, 90]] = np.nan
    found = pith.select(X, gaps, k=3, missing="drop")
    assert "dropped 2 rows without a target" in found.notes
    assert found.names == pith.select(np.delete(X, [4, 90], 0), np.delete(y, [4, 90]), k=3).names
    words = np.where(np.isnan(gaps), None, y.astype(str))
    assert pith.select(X, words, k=3, missing="drop").names == found.names


# Weights ---------------------------------------------------------------------------------------


def test_weights_count_as_repetition(wine):
    X, y = wine
    weights = np.arange(len(y)) % 3
    repeated = np.repeat(np.arange(len(y)), weights)
    weighted = pith.select(X, y, "mrmr", 5, sample_weight=weights)
    assert weighted.names == pith.select(X[repeated], y[repeated], "mrmr", 5).names
    for given in (weights.tolist(), pandas.Series(weights), polars.Series(weights)):
        assert pith.select(X, y, "mrmr", 5, sample_weight=given) == weighted


def test_weights_may_be_the_name_of_a_column_or_one_number(wine_frame):
    X, y = wine_frame
    weights = np.arange(len(y)) % 3 + 1.0
    expected = pith.select(X, y, "mrmr", 5, sample_weight=weights)
    whole = X.assign(w=weights, cultivar=y)
    for frame in (whole, polars.from_pandas(whole)):
        found = pith.select(frame, "cultivar", "mrmr", 5, sample_weight="w")
        assert found.names == expected.names
        assert found.data["features"] == 13
    assert (
        pith.select(X, y, "mrmr", 5, sample_weight=2.0).names == pith.select(X, y, "mrmr", 5).names
    )
