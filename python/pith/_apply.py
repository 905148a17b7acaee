# SPDX-License-Identifier: Apache-2.0
"""Reduces other rows to the features of a selection, in the container that they came in."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from pith import _core
from pith._columns import is_pandas_frame, is_sparse, loaded
from pith._data import Reading, as_columns
from pith._frames import library, materialised
from pith._messages import FUNCTIONS, translated_errors
from pith._options import boolean, text_option, texts

if TYPE_CHECKING:
    from pith._results import Selection


def apply(
    selection: Selection | str | os.PathLike[str],
    X: Any,
    *,
    impute: bool = False,
    codes: bool = False,
    unknown: Literal["error", "missing", "keep"] | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
) -> Any:
    """Reduce other rows to the features of a selection, prepared as the selection prepared them.

    Parameters
    ----------
    selection : Selection or path
        A result of `pith.select`, or a file that has its JSON.
    X : array, sparse matrix, data frame or Arrow table
        Rows that have the selected columns, found by name, in any order and among others. Columns
        of an array are called x0, x1, ..., as in `pith.select`.
    impute : bool
        Whether to fill missing values with the means and modes of the selection. This is done
        anyway if the selection was made with `missing="impute"`.
    codes : bool
        Whether to return numbers instead of categories, and bins where the method binned: the
        position of the level, or the number of cut points below the value.
    unknown : {"error", "missing", "keep"}, optional
        Categories that the selection does not know: reject them, treat them as missing, or keep
        them. None: "keep", but "error" with `codes`.
    na, default_na, decimal
        As for `pith.select`.

    Returns
    -------
    array, sparse matrix, data frame or Arrow table
        The selected features in the order of selection, in the type of X. Columns in which nothing
        was filled or converted are those of X.
    """
    document = _document(selection)
    reduced = _with_features_only(X, _core.feature_names(document))
    reading = Reading(missing="drop", na=na, default_na=default_na, decimal=decimal)
    data = as_columns(reduced, None, reading)
    options = {
        "impute": boolean("impute", impute),
        "codes": boolean("codes", codes),
        "unknown": None if unknown is None else text_option("unknown", unknown),
        "na": texts("na", na),
        "default_na": default_na,
        "decimal": decimal,
        "spelling": FUNCTIONS,
    }
    with translated_errors():
        columns = _core.apply(document, data.columns, options)
    return _in_container(reduced, list(data.columns.names), columns)


def _document(selection: Any) -> str:
    if hasattr(selection, "to_json"):
        return str(selection.to_json())
    if isinstance(selection, (str, os.PathLike)):
        return Path(selection).read_text(encoding="utf-8")
    raise TypeError(
        f"selection must be a result of pith.select or the path of its JSON (got {selection!r})"
    )


def _with_features_only(X: Any, names: list[str]) -> Any:
    """A frame with the selected columns that it has; the core reports those that it lacks."""
    if isinstance(X, _core.Table):
        raise TypeError("X is a table from pith.read; pith.apply takes frames and arrays")
    X = materialised(X)
    if is_pandas_frame(X):
        labels = [str(label) for label in X.columns]
        places = [labels.index(name) for name in names if name in set(labels)]
        return X.iloc[:, places] if places else X
    if _is_arrow(X) and library(X) not in ("polars", "pyarrow"):
        X = _pyarrow(X).table(X)
    if _is_arrow(X):
        known = X.columns if library(X) == "polars" else X.schema.names
        there = [name for name in names if name in set(known)]
        return X.select(there) if there else X
    return X


def _is_arrow(X: Any) -> bool:
    return hasattr(X, "__arrow_c_stream__") and not is_pandas_frame(X)


def _pyarrow(X: Any) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise TypeError(
            f"X is a {type(X).__name__}, for which pith.apply needs pyarrow; install it, or pass "
            "a pandas or polars frame"
        ) from None
    return pyarrow


def _in_container(X: Any, names: list[str], columns: list[_core.AppliedColumn]) -> Any:
    """The columns in a container of the type of X, which has columns of these names."""
    if is_pandas_frame(X):
        return _as_pandas(X, names, columns)
    if _is_arrow(X):
        return _as_polars(X, columns) if library(X) == "polars" else _as_arrow(X, columns)
    places = [names.index(column.name) for column in columns]
    whole: Any = X if is_sparse(X) or isinstance(X, np.ndarray) else np.asarray(X)
    if is_sparse(whole) and whole.format not in ("csr", "csc"):
        whole = whole.tocsc()
    if not any(column.is_changed for column in columns):
        return whole[:, places]
    if is_sparse(whole):
        dense = np.column_stack([_values(column) for column in columns])
        return type(whole)(dense)
    return np.column_stack(
        [
            _values(column) if column.is_changed else whole[:, place]
            for column, place in zip(columns, places)
        ]
    )


def _values(column: _core.AppliedColumn) -> NDArray[Any]:
    """The values of a changed column: numbers, times, truth values or texts."""
    values: NDArray[Any] = np.asarray(column.values)
    if column.levels is None:
        if not column.is_date:
            return values
        times = np.full(len(values), "NaT", dtype="M8[us]")
        there = ~np.isnan(values)
        times[there] = np.round(values[there] * 86_400e6).astype(np.int64).astype("M8[us]")
        return times
    absent = values < 0
    if set(column.levels) <= {"False", "True"} and not absent.any():
        truths: NDArray[Any] = np.array([level == "True" for level in column.levels])[values]
        return truths
    words: NDArray[Any] = np.array([*column.levels, None], dtype=object)[values]
    return words


def _as_pandas(X: Any, names: list[str], columns: list[_core.AppliedColumn]) -> Any:
    places = [names.index(column.name) for column in columns]
    if not any(column.is_changed for column in columns):
        return X.iloc[:, places]
    pandas: Any = loaded("pandas")
    made = []
    for column, place in zip(columns, places):
        series = X.iloc[:, place]
        if column.is_changed:
            values: Any = _values(column)
            if isinstance(series.dtype, pandas.CategoricalDtype) and column.levels is not None:
                values = pandas.Categorical.from_codes(column.values, column.levels)
            elif values.dtype.kind == "O":
                values = values.tolist()
            series = pandas.Series(values, index=X.index, name=series.name)
        made.append(series)
    return pandas.concat(made, axis=1)


def _as_polars(X: Any, columns: list[_core.AppliedColumn]) -> Any:
    polars: Any = loaded("polars")
    made = [
        polars.Series(column.name, _plain_list(_values(column)))
        if column.is_changed
        else X[column.name]
        for column in columns
    ]
    return polars.DataFrame(made)


def _as_arrow(X: Any, columns: list[_core.AppliedColumn]) -> Any:
    pyarrow: Any = loaded("pyarrow")
    made = [
        pyarrow.array(_plain_list(_values(column)), from_pandas=True)
        if column.is_changed
        else X[column.name]
        for column in columns
    ]
    return type(X).from_arrays(made, names=[column.name for column in columns])


def _plain_list(values: NDArray[Any]) -> Any:
    return values.tolist() if values.dtype.kind == "O" else values
