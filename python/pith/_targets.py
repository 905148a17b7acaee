# SPDX-License-Identifier: Apache-2.0
"""y of any kind as one column, or several."""

from __future__ import annotations

import difflib
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pith._columns import (
    Codes,
    Column,
    Days,
    Numbers,
    is_pandas_frame,
    is_pandas_series,
    is_sparse,
    loaded,
    read_array,
    read_objects,
    read_series,
)
from pith._frames import library


def split_named_targets(X: Any, y: Any) -> tuple[Any, Any]:
    """X without the columns that a list y names, and a frame of these columns."""
    is_list = isinstance(y, (list, tuple)) and all(isinstance(name, str) for name in y)
    has_names = is_pandas_frame(X) or library(X) in ("polars", "pyarrow")
    if not (is_list and has_names and 0 < len(y) != X.shape[0]):
        return X, y
    wanted = list(dict.fromkeys(y))
    if is_pandas_frame(X):
        names = [str(label) for label in X.columns]
    else:
        names = list(X.columns if library(X) == "polars" else X.schema.names)
    if not set(wanted) & set(names):
        return X, y  # classes, of too few or too many rows
    for name in wanted:
        if name not in names:
            raise ValueError(f"X has no column {name!r} for y{hint(name, names)}")
    if is_pandas_frame(X):
        places = [names.index(name) for name in wanted]
        rest = [place for place in range(len(names)) if place not in places]
        return X.iloc[:, rest], X.iloc[:, places]
    return X.select([name for name in names if name not in wanted]), X.select(wanted)


def several_targets(y: Any) -> dict[str, Any]:
    """The columns of a y that has several, by name; nothing for a y of one column."""
    if is_pandas_frame(y) or library(y) in ("polars", "pyarrow"):
        if len(getattr(y, "shape", ())) != 2 or y.shape[1] < 2:
            return {}
        if is_pandas_frame(y):
            labels = [str(label) for label in y.columns]
            for label in labels:
                if labels.count(label) > 1:
                    raise ValueError(f"y has several columns {label!r}; rename them")
            return {label: y.iloc[:, place] for place, label in enumerate(labels)}
        labels = list(y.columns if library(y) == "polars" else y.schema.names)
        return {label: y[label] for label in labels}
    if y is None or isinstance(y, str) or is_sparse(y):
        return {}
    values = y if isinstance(y, np.ndarray) else _array_of_rows(y)
    if values is None or values.ndim < 2 or (values.ndim == 2 and values.shape[1] < 2):
        return {}
    if values.ndim > 2:
        raise ValueError(
            "y should be an array of one or two dimensions, got an array of shape "
            f"{values.shape} instead."
        )
    return {f"y{place}": values[:, place] for place in range(values.shape[1])}


def _array_of_rows(y: Any) -> NDArray[Any] | None:
    """A list of rows as an array; None for anything else."""
    if not isinstance(y, (list, tuple)) or not y or not isinstance(y[0], (list, tuple, np.ndarray)):
        return None
    lengths = {len(row) if isinstance(row, (list, tuple, np.ndarray)) else -1 for row in y}
    if len(lengths) != 1:
        return None
    values = np.array(y, dtype=object)
    # Strings among numbers must not make strings of them.
    return values if any(isinstance(each, str) for each in values.flat) else np.asarray(y)


def read_target(y: Any) -> Column:
    if is_pandas_frame(y) and y.shape[1] == 1:
        _warn_about_column_vector()
        y = y.iloc[:, 0]
    if is_pandas_series(y):
        column = read_series(_numbers_of_categories(y), "y")
    else:
        column = _read_target_array(y)
    if isinstance(column, Numbers) and column.values.dtype.kind == "b":
        codes = column.values.astype(np.int32)
        if column.missing is not None:
            codes[column.missing] = -1
        return Codes(codes, ["False", "True"])
    return column


def _warn_about_column_vector() -> None:
    """Issues the warning of scikit-learn, at the line of the user."""
    from sklearn.exceptions import DataConversionWarning

    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("pith."):
        level, frame = level + 1, frame.f_back
    warnings.warn(
        "A column-vector y was passed when a 1d array was expected: pass y.iloc[:, 0] or "
        "y.ravel().",
        DataConversionWarning,
        stacklevel=level,
    )


def has_integer_categories(y: Any) -> bool:
    """Whether y is a categorical of pandas whose categories are integers."""
    if is_pandas_frame(y) and y.shape[1] == 1:
        y = y.iloc[:, 0]
    categories = getattr(getattr(y, "dtype", None), "categories", None)
    return getattr(getattr(categories, "dtype", None), "kind", "O") in "iu"


def _numbers_of_categories(series: Any) -> Any:
    """Integer categories as integers, so that class 2 comes before class 10."""
    if not has_integer_categories(series):
        return series
    pandas: Any = loaded("pandas")
    return pandas.Series(np.asarray(series), name=series.name)


def _column_or_1d(y: Any) -> Any:
    from sklearn.utils.validation import column_or_1d  # when needed: the import takes long

    return column_or_1d(y)


def _read_target_array(y: Any) -> Column:
    if isinstance(y, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(y)
        y = np.array(y.data, dtype=object)
        y[mask] = None
    if isinstance(y, (list, tuple)):
        # NumPy would convert NaN among strings to a string.
        objects = np.asarray(y, dtype=object)
        is_text = objects.ndim == 1 and any(isinstance(value, str) for value in objects)
        y = objects if is_text else y
    is_plain = type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biufUO"
    values = y if is_plain else _column_or_1d(y)
    if np.asarray(y).ndim > 1:
        _warn_about_column_vector()
    if values.dtype.kind == "O":
        return read_objects(values, "y")
    return read_array(values, "y")


def reject_missing(column: Column, missing: str, what: str = "") -> None:
    if isinstance(column, Codes):
        absent = column.codes < 0
    elif isinstance(column, Days):
        absent = column.ticks == np.iinfo(np.int64).min
    else:
        absent = np.isnan(column.values)
        absent = absent if column.missing is None else absent | column.missing
        if np.isinf(column.values).any():
            from sklearn.utils import assert_all_finite  # when needed: the import takes long

            assert_all_finite(column.values, allow_nan=True, input_name="y")
    count = int(absent.sum())
    if count and missing != "drop":
        raise ValueError(
            f"Input y contains NaN: {count} of {len(absent)} values{what} are missing, the first "
            f"in row {int(absent.argmax())} (counted from 0); use missing='drop' to drop these rows"
        )


def hint(name: str, names: Sequence[str]) -> str:
    near = difflib.get_close_matches(name, names, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
