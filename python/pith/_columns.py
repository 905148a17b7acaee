# SPDX-License-Identifier: Apache-2.0
"""A column of any container as numbers or codes; copied only to convert its type."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Numbers:
    """Values of a type that the core can borrow; NaN is missing, and so are masked values."""

    values: NDArray[Any]
    missing: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True)
class Codes:
    """A categorical column: indices into the levels, -1 where missing.

    Plain text may turn out to be numbers, dates or truth values; declared categories may not.
    """

    codes: NDArray[np.int32]
    levels: list[str]
    is_text: bool = False

    def __len__(self) -> int:
        return len(self.codes)


@dataclass(frozen=True)
class Days:
    """Times since 1970-01-01, or durations, in ticks; the lowest integer (NaT) is missing."""

    ticks: NDArray[np.int64]
    per_day: int
    is_date: bool

    def __len__(self) -> int:
        return len(self.ticks)


Column = Numbers | Codes | Days


def loaded(module: str) -> ModuleType | None:
    """The module if it is imported, without which there are no objects of it."""
    return sys.modules.get(module)


def is_pandas_frame(data: object) -> bool:
    pandas = loaded("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def is_sparse(data: object) -> bool:
    sparse = loaded("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(data))


def is_pandas_series(data: object) -> bool:
    pandas = loaded("pandas")
    return pandas is not None and isinstance(data, pandas.Series)


def is_plain(dtype: np.dtype[Any]) -> bool:
    """Whether the core reads this type without conversion."""
    if not dtype.isnative:
        return False
    return dtype.kind in "biu" or (dtype.kind == "f" and dtype.itemsize in (4, 8))


def plain(values: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in a type that the core reads; the same array if possible."""
    size = values.dtype.itemsize
    if is_plain(values.dtype) and values.flags.aligned:
        # The stride of a field of a structured array may not be a multiple of its size, and that
        # of a broadcast array is 0.
        is_plain_step = all(step % size == 0 and step != 0 for step in values.strides)
        return values if is_plain_step or values.size == 0 else np.array(values, order="F")
    native = values.dtype.newbyteorder("=")
    if is_plain(native):
        return values.astype(native)
    # float16 fits into float32; extended precision loses digits.
    return values.astype(np.float32 if values.dtype.itemsize == 2 else np.float64)


def unsupported_type(what: str, found: str) -> TypeError:
    return TypeError(
        f"{what} holds {found}, which pith does not support; convert the column to numbers, bool, "
        "strings or categories, or drop it"
    )


def is_missing(value: object) -> bool:
    """Whether a Python object is a missing value: None, NaN, NA or NaT."""
    if value is None or (isinstance(value, (float, np.floating)) and np.isnan(value)):
        return True
    return type(value).__name__ in ("NAType", "NaTType")


def _level_texts(levels: Iterable[object], what: str) -> list[str]:
    """Names of levels; an integral number is written as in a file: 2, not 2.0."""
    texts: list[str] = []
    for level in levels:
        is_whole = isinstance(level, (float, np.floating)) and float(level).is_integer()
        texts.append(str(int(level)) if is_whole else str(level))  # type: ignore[call-overload]
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ValueError(f"{what} has several categories with the text {twice!r}; rename them")
    return texts


def _codes_of_text(values: Sequence[object] | NDArray[Any]) -> Codes:
    places: dict[str, int] = {}
    codes = np.empty(len(values), dtype=np.int32)
    for row, value in enumerate(values):
        codes[row] = -1 if is_missing(value) else places.setdefault(str(value), len(places))
    return Codes(codes, list(places), is_text=True)


def _codes_by_pandas(values: NDArray[Any]) -> Codes | None:
    """Strings with missing values as by _codes_of_text, but ten times as fast; else None."""
    pandas: Any = loaded("pandas")
    if pandas is None:
        return None
    kinds = set(map(type, values))
    if str not in kinds or kinds - {str, float, type(None), type(pandas.NA), type(pandas.NaT)}:
        return None
    codes, levels = pandas.factorize(values)
    if any(type(level) is not str for level in levels):  # a number, since NaN is not a level
        return None
    return Codes(codes.astype(np.int32), levels.tolist(), is_text=True)


def read_objects(values: NDArray[Any], what: str) -> Column:
    """Python objects that are all strings, or all numbers; None, NaN and NA are missing."""
    text = _codes_by_pandas(values)
    if text is not None:
        return text
    absent = np.fromiter((is_missing(value) for value in values), dtype=np.bool_, count=len(values))
    there = values[~absent] if absent.any() else values
    kinds = {type(value) for value in there}
    if all(issubclass(kind, str) for kind in kinds):
        if kinds:
            return _codes_of_text(values)
        return Numbers(np.full(len(values), np.nan))
    if any(issubclass(kind, str) for kind in kinds):
        names = sorted(kind.__name__ for kind in kinds)
        raise TypeError(
            f"{what} must be uniformly strings or numbers. Got {names}; convert it, for example "
            "by astype(str)"
        )
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        truths = np.zeros(len(values), dtype=np.bool_)
        truths[~absent] = there.astype(np.bool_)
        return Numbers(truths, absent if absent.any() else None)
    if all(issubclass(kind, (datetime.date, np.datetime64)) for kind in kinds):
        return read_days(_times_in_utc(values, absent), what)
    if all(issubclass(kind, (datetime.timedelta, np.timedelta64)) for kind in kinds):
        return read_days(_filled_times(values, absent, "m8[us]"), what)
    names = sorted(kind.__name__ for kind in kinds)
    if not all(issubclass(kind, (Real, np.bool_)) or kind.__name__ == "Decimal" for kind in kinds):
        raise unsupported_type(what, f"objects ({', '.join(names)})")
    for value in there:
        if isinstance(value, Integral) and not _is_double(int(value)):
            raise ValueError(
                f"{what} has the integer {value}, which float64 cannot represent exactly; drop "
                "the column if it is an identifier, or make it categorical by astype(str)"
            )
    numbers = np.full(len(values), np.nan)
    numbers[~absent] = there.astype(np.float64)
    return Numbers(numbers)


def _times_in_utc(values: NDArray[Any], absent: NDArray[np.bool_]) -> NDArray[Any]:
    """Dates and times of Python, pandas or NumPy; those with a time zone in UTC."""
    in_utc = values.copy()
    for row in np.flatnonzero(~absent):
        zone = getattr(values[row], "tzinfo", None)
        if zone is not None:
            in_utc[row] = values[row].astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return _filled_times(in_utc, absent, "M8[us]")


def _filled_times(values: NDArray[Any], absent: NDArray[np.bool_], dtype: str) -> NDArray[Any]:
    times = np.full(len(values), "NaT", dtype=dtype)
    for row in np.flatnonzero(~absent):
        times[row] = values[row]
    return times


_FINER_UNITS = ("ps", "fs", "as", "generic")  # than the core needs
_PER_DAY = {
    "D": 1,
    "h": 24,
    "m": 1440,
    "s": 86_400,
    "ms": 86_400_000,
    "us": 86_400_000_000,
    "ns": 86_400_000_000_000,
}


def read_days(values: NDArray[Any], what: str) -> Days:
    """Dates and times (datetime64) or durations (timedelta64) of any unit."""
    kind = values.dtype.kind
    unit, step = np.datetime_data(values.dtype)
    if kind == "m" and unit in ("Y", "M"):
        raise unsupported_type(what, "durations in months or years, which vary in length")
    if unit not in _PER_DAY or step != 1:
        unit = "ns" if unit in _FINER_UNITS else "D" if unit not in _PER_DAY else unit
        values = values.astype(f"{kind}8[{unit}]")
    ticks = np.ascontiguousarray(values.astype(values.dtype.newbyteorder("=")).view(np.int64))
    return Days(ticks, _PER_DAY[unit], kind == "M")


def _is_double(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False


def reject_broken_text(texts: Iterable[str], what: str) -> None:
    """Raises for text with unpaired surrogates, which is not valid Unicode."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError(
                f"{what} has text that is not valid Unicode: {text!r}; decode or replace it"
            ) from None


def read_array(values: NDArray[Any], what: str) -> Column:
    """A NumPy array of one dimension."""
    kind = values.dtype.kind
    if kind in "biuf":
        return Numbers(plain(values))
    if kind == "O":
        return read_objects(values, what)
    if kind == "T":  # StringDType
        return read_objects(values.astype(object), what)
    if kind == "U":
        levels, codes = np.unique(values, return_inverse=True)
        return Codes(codes.astype(np.int32), [str(level) for level in levels], is_text=True)
    if kind in "Mm":
        return read_days(values, what)
    if kind == "c":
        raise ValueError(f"Complex data not supported: {what}")
    raise unsupported_type(what, "bytes" if kind == "S" else str(values.dtype))


def _read_categories(categories: Any, codes: NDArray[Any], what: str) -> Codes:
    return Codes(codes.astype(np.int32), _level_texts(categories, what))


def read_series(series: Any, what: str) -> Column:
    """A column of pandas of any dtype."""
    pandas: Any = loaded("pandas")
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return read_array(series.to_numpy(), what)
    if isinstance(dtype, pandas.CategoricalDtype):
        return _read_categories(dtype.categories, series.cat.codes.to_numpy(), what)
    if isinstance(dtype, pandas.StringDtype):
        codes, levels = series.factorize()
        return Codes(codes.astype(np.int32), [str(level) for level in levels], is_text=True)
    if isinstance(dtype, pandas.SparseDtype):
        return read_array(series.sparse.to_dense().to_numpy(), what)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        return read_array(series.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy(), what)
    if getattr(dtype, "kind", "O") in "Mm" and hasattr(dtype, "pyarrow_dtype"):
        return read_array(np.asarray(series.array.__arrow_array__()), what)
    numpy_dtype = getattr(dtype, "numpy_dtype", None)  # of nullable and Arrow dtypes
    if isinstance(numpy_dtype, np.dtype) and numpy_dtype.kind in "biuf":
        values = series.array
        absent = np.asarray(values.isna())
        if not absent.any():
            return Numbers(plain(values.to_numpy(dtype=numpy_dtype)))
        return Numbers(
            plain(series.to_numpy(dtype=numpy_dtype, na_value=numpy_dtype.type(0))), absent
        )
    if getattr(dtype, "kind", "O") in "OU" and not _is_period_or_interval(dtype):
        column = read_objects(series.to_numpy(dtype=object), what)
        is_declared = str(getattr(dtype, "pyarrow_dtype", "")).startswith("dictionary")
        if isinstance(column, Codes) and is_declared:
            return replace(column, is_text=False)
        return column
    raise unsupported_type(what, str(dtype))


def _is_period_or_interval(dtype: object) -> bool:
    pandas: Any = loaded("pandas")
    return isinstance(dtype, (pandas.PeriodDtype, pandas.IntervalDtype))
