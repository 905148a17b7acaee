# SPDX-License-Identifier: Apache-2.0
"""X, y and sample_weight of any kind as columns of the core, without copies where possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from itertools import groupby
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pith import _core
from pith._columns import (
    Codes,
    Column,
    Days,
    Numbers,
    is_pandas_frame,
    is_pandas_series,
    is_plain,
    is_sparse,
    loaded,
    read_array,
    read_days,
    read_series,
    reject_broken_text,
)
from pith._frames import library, materialised
from pith._matrix import add_sparse, checked_matrix
from pith._messages import CLASSES, FILES, FUNCTIONS, Names, translated_errors
from pith._options import boolean, choice, rule_text, text_option, texts
from pith._targets import (
    has_integer_categories,
    hint,
    read_target,
    reject_missing,
    several_targets,
    split_named_targets,
)

_PATTERN = re.compile(r"[*?\[]")


@dataclass(frozen=True)
class Reading:
    """How X and y are read: arguments of the functions and parameters of the classes."""

    sample_weight: Any = None
    categorical: Any = ()
    numeric: Any = ()
    task: str = "auto"
    target_bins: str | None = None
    missing: str = "error"
    drop: Any = ()
    na: Any = ()
    default_na: bool = True
    decimal: str | None = None
    estimator_name: str | None = None

    @property
    def names(self) -> Names:
        """What options are called in messages."""
        return FUNCTIONS if self.estimator_name is None else CLASSES


@dataclass(frozen=True)
class Data:
    """Columns of the core, and their roles."""

    columns: _core.Columns
    roles: dict[str, Any]  # options of _core.assign


def as_table(X: Any, y: Any, reading: Reading = Reading()) -> _core.Table:  # noqa: B008, frozen
    """The table of the core. Raises the errors of scikit-learn for invalid input.

    X may be a table from pith.read.
    """
    if isinstance(X, _core.Table):
        _reject_roles_beside_a_table(y, reading)
        return X
    return assigned(as_columns(X, y, reading))


def assigned(data: Data) -> _core.Table:
    """The table of columns whose roles are known."""
    with translated_errors():
        return _core.assign(data.columns, data.roles)


def as_columns(X: Any, y: Any, reading: Reading) -> Data:
    """The columns of X, followed by y and the weights."""
    sample_weight, estimator_name = reading.sample_weight, reading.estimator_name
    if isinstance(y, str) and isinstance(sample_weight, str) and y == sample_weight:
        raise ValueError(f"column {y!r} cannot be both y and sample_weight")
    source = f"{library(X)}.{type(X).__name__}"
    X = materialised(X)
    columns = _core.Columns(reading.names)
    wanted_name = y if isinstance(y, str) else getattr(y, "name", None)
    X, y = split_named_targets(X, y)
    several = several_targets(y)
    if is_pandas_frame(X):
        places, y, sample_weight = _split_pandas(X, y, sample_weight)
        labels = [str(label) for label in X.columns]
        gone = dropped_names(reading.drop, [labels[place] for place in places])
        places = [place for place in places if labels[place] not in gone]
        names = _add_pandas(columns, X, places, estimator_name)
    else:
        X, y, sample_weight = _split_arrow(X, y, sample_weight)
        X, left = _without_dropped(X, reading.drop)
        names = _add_features(columns, X, estimator_name)
        others = [part for part in (y, sample_weight) if isinstance(part, str)]
        gone = dropped_names(left, [name for name in names if name not in others])
        columns.drop(sorted(gone))
        names = [name for name in names if name not in gone]
    target = None if several else _named_column(y, "y", X, names)
    weights = _named_column(sample_weight, "sample_weight", X, names)
    features = [name for name in names if name not in (target, weights)]
    _reject_empty(columns.rows, len(features), estimator_name)
    targets = [] if target is None else [target]
    if y is not None and target is None:
        wanted = several or {_free_name(wanted_name, "y", names): y}
        for name, values in wanted.items():
            taken = [*names, *targets]
            what = f" of column {name!r}" if several else ""
            targets.append(
                _add_target(
                    columns,
                    values,
                    _free_name(name, (several and name) or "y", taken),
                    reading,
                    what,
                )
            )
        declared = [n for n, v in zip(targets, wanted.values()) if has_integer_categories(v)]
    else:
        declared = [target] if target is not None and has_integer_categories(y) else []
    if sample_weight is not None and weights is None:
        weights = _add_weights(columns, sample_weight, [*names, *targets])
    roles = {
        "target": targets[0] if targets else None,
        "more_targets": targets[1:],
        "weights": weights,
        "task": choice("task", reading.task),
        "target_bins": rule_text("target_bins", reading.target_bins),
        "categorical": _patterns(reading.categorical, features, "categorical") + declared,
        "numeric": _patterns(reading.numeric, features, "numeric"),
        "drop_rows_without_target": reading.missing == "drop",
        "na": texts("na", reading.na),
        "default_na": boolean("default_na", reading.default_na),
        "decimal": None if reading.decimal is None else text_option("decimal", reading.decimal),
        "source": source,
        "spelling": reading.names,
    }
    return Data(columns, roles)


def names_for(X: Any) -> Names:
    """What options are called in messages: the roles of a file are arguments of pith.read."""
    return FILES if isinstance(X, _core.Table) and X.is_from_file else FUNCTIONS


def _reject_roles_beside_a_table(y: Any, reading: Reading) -> None:
    given = {
        "y": y is not None,
        "sample_weight": reading.sample_weight is not None,
        "categorical": _names_columns(reading.categorical),
        "numeric": _names_columns(reading.numeric),
        "task": reading.task != "auto",
        "target_bins": reading.target_bins is not None,
        "drop": _names_columns(reading.drop),
        "na": _names_columns(reading.na),
        "default_na": not reading.default_na,
        "decimal": reading.decimal is not None,
    }
    for name, is_given in given.items():
        if is_given:
            raise ValueError(
                f"{name} cannot be combined with a table from pith.read, whose columns have their "
                "roles already; pass it to pith.read"
            )


def _names_columns(given: Any) -> bool:
    return given is not None and not (isinstance(given, Sized) and len(given) == 0)


def _reject_empty(rows: int, features: int, estimator_name: str | None) -> None:
    by = f" by {estimator_name}" if estimator_name else ""
    for count, what in ((rows, "sample(s)"), (features, "feature(s)")):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {what} (shape=({rows}, {features})) while a minimum of 1 is "
                f"required{by}."
            )


# X -------------------------------------------------------------------------------------------


def _add_features(columns: _core.Columns, X: Any, estimator_name: str | None) -> list[str]:
    if hasattr(X, "__arrow_c_stream__") and not is_pandas_series(X):
        return _add_arrow(columns, X, estimator_name)
    if hasattr(X, "__dataframe__"):
        # Conversion to an array would silently lose the names.
        raise TypeError(
            f"X is a {type(X).__module__}.{type(X).__name__} without __arrow_c_stream__; update "
            "its package (polars from 1.3, pyarrow from 14), or convert X to pandas"
        )
    if isinstance(X, str):
        raise ValueError(
            f"X is the string {X!r}; read a file with pith.read, and pass its table as X"
        )
    if isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind in "Mm":
        return _add_times(columns, X, estimator_name)
    matrix = checked_matrix(X, estimator_name)
    names = [f"x{index}" for index in range(matrix.shape[1])]
    with translated_errors():
        if is_sparse(matrix):
            add_sparse(columns, matrix, names)
        else:
            columns.add_matrix(matrix, names)
    return names


def _add_times(columns: _core.Columns, X: NDArray[Any], estimator_name: str | None) -> list[str]:
    _reject_empty(X.shape[0], X.shape[1], estimator_name)
    names = [f"x{index}" for index in range(X.shape[1])]
    for name, values in zip(names, X.T):
        _add_column(columns, name, read_days(values, "X"))
    return names


def _reject_duplicate_names(names: Sequence[str]) -> None:
    reject_broken_text(names, "a column name of X")
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"X has several columns called {name!r}; column names must be unique")
        seen.add(name)


def _add_arrow(columns: _core.Columns, X: Any, estimator_name: str | None) -> list[str]:
    shape = getattr(X, "shape", (1, 1))  # a stream of unknown length has none
    if len(shape) == 1:
        raise ValueError(
            f"Expected 2D array, got 1D array instead: X is a {type(X).__name__}; pass a data "
            "frame, or X.to_frame()"
        )
    _reject_empty(shape[0], shape[1], estimator_name)
    declared = getattr(X, "column_names", None)  # of Arrow tables, which may have duplicate names
    if isinstance(declared, (list, tuple)):
        _reject_duplicate_names(declared)
    with translated_errors():
        columns.add_stream(X)
    return list(columns.names)


def _split_arrow(X: Any, y: Any, sample_weight: Any) -> tuple[Any, Any, Any]:
    """A frame without the columns that y and sample_weight name, and these columns.

    polars and Arrow select columns without a copy. For other objects with a stream, the core
    finds the columns by name, since their method `select` may do something else.
    """
    named = [part for part in (y, sample_weight) if isinstance(part, str)]
    if not (named and library(X) in ("polars", "pyarrow") and hasattr(X, "select")):
        return X, y, sample_weight
    names = list(X.columns if library(X) == "polars" else X.schema.names)
    if len(set(names)) < len(names) or not set(named) <= set(names):
        return X, y, sample_weight  # which will be rejected
    y, sample_weight = (X[part] if isinstance(part, str) else part for part in (y, sample_weight))
    return X.select([name for name in names if name not in named]), y, sample_weight


def _without_dropped(X: Any, drop: Any) -> tuple[Any, Any]:
    """A frame without the columns that `drop` names, and what is left to drop.

    Columns of polars and Arrow need not be read, so that they may have any type.
    """
    if not (_names_columns(drop) and library(X) in ("polars", "pyarrow") and hasattr(X, "select")):
        return X, drop
    names = list(X.columns if library(X) == "polars" else X.schema.names)
    if len(set(names)) < len(names):
        return X, drop  # which will be rejected
    gone = dropped_names(drop, names)
    return X.select([name for name in names if name not in gone]), ()


def dropped_names(drop: Any, names: list[str]) -> set[str]:
    """The features that names, patterns, positions or a mask drop."""
    known, gone = set(names), set[str]()
    for each in _patterns(drop, names, "drop"):
        found = [each] if each in known else [n for n in names if _core.glob_matches(each, n)]
        if not found:
            raise ValueError(f"drop has {each!r}, which no feature of X matches")
        gone.update(found)
    if names and len(gone) == len(known):
        raise ValueError("drop names every feature of X; none is left to select from")
    return gone


def _split_pandas(X: Any, y: Any, sample_weight: Any) -> tuple[list[int], Any, Any]:
    """Positions of the features in a frame, and the columns that y and sample_weight name."""
    names = [str(label) for label in X.columns]
    _reject_duplicate_names(names)
    given = {"y": y, "sample_weight": sample_weight}
    taken: set[int] = set()
    for argument, part in given.items():
        name = _named_column(part, argument, X, names)
        if name is not None:
            taken.add(names.index(name))
            given[argument] = X.iloc[:, names.index(name)]
    places = [place for place in range(len(names)) if place not in taken]
    return places, given["y"], given["sample_weight"]


def _add_pandas(
    columns: _core.Columns, X: Any, places: list[int], estimator_name: str | None
) -> list[str]:
    labels = list(X.columns)
    names = [str(labels[place]) for place in places]
    _reject_empty(X.shape[0], len(places), estimator_name)
    dtypes = list(X.dtypes)
    if all(_is_sparse_of_zeros(dtypes[place]) for place in places):
        with translated_errors():
            add_sparse(columns, X.iloc[:, places].sparse.to_coo().tocsc(), names)
        return names
    # Adjacent columns of one dtype, none of y or weights between them.
    runs = groupby(enumerate(places), key=lambda pair: (pair[1] - pair[0], dtypes[pair[1]]))
    for (_, dtype), run in runs:
        members = [place for _, place in run]
        _add_run(columns, X, range(members[0], members[-1] + 1), dtype)
    return names


def _is_sparse_of_zeros(dtype: Any) -> bool:
    pandas: Any = loaded("pandas")
    return isinstance(dtype, pandas.SparseDtype) and dtype.fill_value == 0


def _add_run(columns: _core.Columns, frame: Any, places: range, dtype: Any) -> None:
    """Adjacent columns of one dtype: without a copy if pandas has them in one block."""
    names = [str(label) for label in frame.columns[places.start : places.stop]]
    if isinstance(dtype, np.dtype) and is_plain(dtype) and len(places) > 1:
        block = _one_block(frame, places)
        if block is not None:
            with translated_errors():
                columns.add_matrix(block, names)
            return
    for place, name in zip(places, names):
        column = read_series(frame.iloc[:, place], f"column {name!r} of X")
        _add_column(columns, name, column)


def _one_block(frame: Any, places: range) -> NDArray[Any] | None:
    first = frame.iloc[:, places.start].to_numpy()
    last = frame.iloc[:, places.stop - 1].to_numpy()
    # Different bases mean several blocks, which pandas would copy into one.
    if first.base is None or first.base is not last.base:
        return None
    block = frame.iloc[:, places.start : places.stop].to_numpy()
    return block if np.may_share_memory(block, first) else None


def _add_column(columns: _core.Columns, name: str, column: Column) -> None:
    with translated_errors():
        if isinstance(column, Codes):
            reject_broken_text(column.levels, f"column {name!r}")
            columns.add_codes(name, column.codes, column.levels, column.is_text)
        elif isinstance(column, Days):
            columns.add_days(name, column.ticks, column.per_day, column.is_date)
        else:
            columns.add_numbers(name, column.values, column.missing)


# y and the weights ---------------------------------------------------------------------------


def _named_column(part: Any, argument: str, X: Any, names: list[str]) -> str | None:
    """The column of X that an argument names; None if the argument is not a name."""
    is_label = isinstance(part, str) or (isinstance(part, Integral) and argument == "y")
    if not is_label:
        return None
    has_names = is_pandas_frame(X) or hasattr(X, "__arrow_c_stream__")
    if not has_names:
        raise ValueError(
            f"{argument}={part!r} names a column, but X is a {type(X).__name__} without names; "
            f"pass {argument} as an array, or X as a data frame"
        )
    if str(part) not in names:
        raise ValueError(f"X has no column {part!r} for {argument}{hint(str(part), names)}")
    return str(part)


def _free_name(wanted: object, otherwise: str, taken: Iterable[str]) -> str:
    """A name for a column that X does not have."""
    all_taken = set(taken)
    name = wanted if isinstance(wanted, str) and wanted else otherwise
    name = otherwise if name in all_taken else name
    while name in all_taken:
        name += "_"
    return name


def _add_target(columns: _core.Columns, y: Any, name: str, reading: Reading, what: str = "") -> str:
    column = read_target(y)
    _reject_other_length(column, columns)
    reject_missing(column, reading.missing, what)
    _add_column(columns, name, column)
    return name


def _reject_other_length(column: Column, columns: _core.Columns) -> None:
    if len(column) != columns.rows:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"[{columns.rows}, {len(column)}]"
        )


def _add_weights(columns: _core.Columns, sample_weight: Any, taken: Iterable[str]) -> str:
    from sklearn.utils.validation import check_array  # when needed: the import takes long

    is_one = isinstance(sample_weight, Real)
    weights = check_array(
        np.full(columns.rows, float(sample_weight)) if is_one else sample_weight,
        ensure_2d=False,
        dtype=[np.float64, np.float32],
        input_name="sample_weight",
    )
    if weights.ndim != 1:
        raise ValueError(f"Sample weights must be 1D array or scalar, got {weights.ndim}D array.")
    if len(weights) != columns.rows:
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected ({columns.rows},)!")
    if not weights.any():  # as scikit-learn words it
        raise ValueError("Sample weights must contain at least one non-zero number.")
    name = _free_name(None, "sample_weight", taken)
    _add_column(columns, name, Numbers(weights))
    return name


def add_row_labels(data: Data, labels: Any, argument: str) -> str:
    """Adds a column with the fold, group or time of each row, and returns its name."""
    from sklearn.utils.validation import column_or_1d  # when needed: the import takes long

    values = labels if is_pandas_series(labels) else column_or_1d(labels)
    column = (
        read_series(values, argument) if is_pandas_series(values) else read_array(values, argument)
    )
    _reject_other_length(column, data.columns)
    name = _free_name(getattr(labels, "name", None), argument, data.columns.names)
    _add_column(data.columns, name, column)
    return name


# Names ---------------------------------------------------------------------------------------


def _patterns(given: Any, features: list[str], argument: str) -> list[str]:
    """Names, patterns, positions or a mask as names and patterns."""
    if given is None:
        return []
    if isinstance(given, str):
        return [given]
    return feature_names(given, features, argument)


def feature_names(given: Iterable[Any], features: Sequence[str], argument: str) -> list[str]:
    """Positions and masks as names; names and patterns are unchanged."""
    try:
        values = list(given)
    except TypeError:
        raise TypeError(
            f"{argument} must be a list of names or positions of features (got {given!r})"
        ) from None
    if values and all(isinstance(value, (bool, np.bool_)) for value in values):
        if len(values) != len(features):
            raise ValueError(
                f"{argument} is a mask of {len(values)} values, but X has {len(features)} features"
            )
        return [name for name, is_meant in zip(features, values) if is_meant]
    known = set(features)
    names: list[str] = []
    for value in values:
        if isinstance(value, str):
            if value not in known and not _PATTERN.search(value):
                raise ValueError(
                    f"{argument} has {value!r}, which is not a feature of X{hint(value, features)}"
                )
            names.append(value)
        elif isinstance(value, (bool, np.bool_)):
            raise TypeError(
                f"{argument} has {value!r} among names or positions; a mask must be all bool"
            )
        elif isinstance(value, Integral) and -len(features) <= int(value) < len(features):
            names.append(features[int(value)])
        elif isinstance(value, Integral):
            raise ValueError(
                f"{argument} has position {value}, but X has {len(features)} features (counted "
                "from 0)"
            )
        else:
            raise TypeError(
                f"{argument} has {value!r}; pass names of features, or positions counted from 0"
            )
    return names
