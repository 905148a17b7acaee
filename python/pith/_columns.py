# SPDX-License-Identifier: Apache-2.0
"""One column of any container as numbers or codes, copied only where the core needs other types."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Numbers:
    """Values of a type that the core borrows; NaN is missing, and so is what the mask marks."""

    values: NDArray[Any]
    missing: NDArray[np.bool_] | None = None

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True)
class Codes:
    """Categories: positions among the levels, -1 where missing."""

    codes: NDArray[np.int32]
    levels: list[str]

    def __len__(self) -> int:
        return len(self.codes)


Column = Numbers | Codes


def loaded(module: str) -> ModuleType | None:
    """The module if the user has imported it: an object of it cannot be there otherwise."""
    return sys.modules.get(module)


def is_pandas_frame(data: object) -> bool:
    pandas = loaded("pandas")
    return pandas is not None and isinstance(data, pandas.DataFrame)


def is_pandas_series(data: object) -> bool:
    pandas = loaded("pandas")
    return pandas is not None and isinstance(data, pandas.Series)


def is_plain(dtype: np.dtype[Any]) -> bool:
    """Whether the core reads this type as it lies in memory."""
    if not dtype.isnative:
        return False
    return dtype.kind in "biu" or (dtype.kind == "f" and dtype.itemsize in (4, 8))


def plain(values: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in a type that the core reads, the same array if possible."""
    size = values.dtype.itemsize
    if is_plain(values.dtype) and values.flags.aligned:
        # A field of a structured array may lie at distances that are no multiple of its size, and
        # what is broadcast at none.
        is_plain_step = all(step % size == 0 and step != 0 for step in values.strides)
        return values if is_plain_step or values.size == 0 else np.array(values, order="F")
    native = values.dtype.newbyteorder("=")
    if is_plain(native):
        return values.astype(native)
    # Half precision fits into single; what is longer than double has to lose digits.
    return values.astype(np.float32 if values.dtype.itemsize == 2 else np.float64)


def wrong_type(what: str, found: str) -> TypeError:
    return TypeError(
        f"{what} holds {found}; pith takes numbers, bool, text and categories: convert the column "
        "or leave it out"
    )


def is_missing(value: object) -> bool:
    """Whether a Python object stands for no value: None, NaN, NA or NaT."""
    if value is None or (isinstance(value, (float, np.floating)) and np.isnan(value)):
        return True
    return type(value).__name__ in ("NAType", "NaTType")


def _level_texts(levels: Iterable[object], what: str) -> list[str]:
    """Names of categories; a number is named as in a file: 2, not 2.0."""
    texts: list[str] = []
    for level in levels:
        is_whole = isinstance(level, (float, np.floating)) and float(level).is_integer()
        texts.append(str(int(level)) if is_whole else str(level))  # type: ignore[call-overload]
    if len(set(texts)) < len(texts):
        twice = next(text for text in texts if texts.count(text) > 1)
        raise ValueError(f"{what} has several categories that read {twice!r}; rename them")
    return texts


def _codes_of_text(values: Sequence[object] | NDArray[Any]) -> Codes:
    places: dict[str, int] = {}
    codes = np.empty(len(values), dtype=np.int32)
    for row, value in enumerate(values):
        codes[row] = -1 if is_missing(value) else places.setdefault(str(value), len(places))
    return Codes(codes, list(places))


def _codes_by_pandas(values: NDArray[Any]) -> Codes | None:
    """Text with gaps as _codes_of_text has it, in a tenth of the time; None for all else."""
    pandas: Any = loaded("pandas")
    if pandas is None:
        return None
    kinds = set(map(type, values))
    if str not in kinds or kinds - {str, float, type(None), type(pandas.NA), type(pandas.NaT)}:
        return None
    codes, levels = pandas.factorize(values)
    if any(type(level) is not str for level in levels):  # a number, for NaN is no level
        return None
    return Codes(codes.astype(np.int32), levels.tolist())


def read_objects(values: NDArray[Any], what: str) -> Column:
    """Python objects that are all text, or all numbers; None, NaN and NA are missing."""
    text = _codes_by_pandas(values)
    if text is not None:
        return text
    gaps = np.fromiter((is_missing(value) for value in values), dtype=np.bool_, count=len(values))
    there = values[~gaps] if gaps.any() else values
    kinds = {type(value) for value in there}
    if all(issubclass(kind, str) for kind in kinds):
        if kinds:
            return _codes_of_text(values)
        return Numbers(np.full(len(values), np.nan))
    if any(issubclass(kind, str) for kind in kinds):
        names = sorted(kind.__name__ for kind in kinds)
        raise TypeError(
            f"{what} must be uniformly strings or numbers. Got {names}; convert all of it to one "
            "of them, for example by astype(str)"
        )
    if all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        truths = np.zeros(len(values), dtype=np.bool_)
        truths[~gaps] = there.astype(np.bool_)
        return Numbers(truths, gaps if gaps.any() else None)
    names = sorted(kind.__name__ for kind in kinds)
    if not all(issubclass(kind, (Real, np.bool_)) or kind.__name__ == "Decimal" for kind in kinds):
        raise wrong_type(what, f"objects ({', '.join(names)})")
    for value in there:
        if isinstance(value, Integral) and not _is_double(int(value)):
            raise ValueError(
                f"{what} has the integer {value}, with more digits than a number can hold; leave "
                "it out if it is an identifier, or make categories of it by astype(str)"
            )
    numbers = np.full(len(values), np.nan)
    numbers[~gaps] = there.astype(np.float64)
    return Numbers(numbers)


def _is_double(value: int) -> bool:
    try:
        return int(float(value)) == value
    except OverflowError:
        return False


def refuse_broken_text(texts: Iterable[str], what: str) -> None:
    """Text with half a character, as some files leave it, is no Unicode that others could read."""
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError(
                f"{what} has text that is no valid Unicode: {text!r}; read it anew, or replace it"
            ) from None


def read_array(values: NDArray[Any], what: str) -> Column:
    """One dimension of a NumPy array."""
    kind = values.dtype.kind
    if kind in "biuf":
        return Numbers(plain(values))
    if kind == "O":
        return read_objects(values, what)
    if kind == "T":  # NumPy's strings of any length
        return read_objects(values.astype(object), what)
    if kind == "U":
        levels, codes = np.unique(values, return_inverse=True)
        return Codes(codes.astype(np.int32), [str(level) for level in levels])
    if kind == "c":
        raise ValueError(f"Complex data not supported: {what}")
    found = {"M": "dates", "m": "time spans", "S": "bytes"}.get(kind, str(values.dtype))
    raise wrong_type(what, found)


def _read_categories(categories: Any, codes: NDArray[Any], what: str) -> Codes:
    return Codes(codes.astype(np.int32), _level_texts(categories, what))


def read_series(series: Any, what: str) -> Column:
    """One column of pandas, of whatever dtype."""
    pandas: Any = loaded("pandas")
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return read_array(series.to_numpy(), what)
    if isinstance(dtype, pandas.CategoricalDtype):
        return _read_categories(dtype.categories, series.cat.codes.to_numpy(), what)
    if isinstance(dtype, pandas.StringDtype):
        codes, levels = series.factorize()
        return Codes(codes.astype(np.int32), [str(level) for level in levels])
    if isinstance(dtype, pandas.SparseDtype):
        return read_array(series.sparse.to_dense().to_numpy(), what)
    numpy_dtype = getattr(dtype, "numpy_dtype", None)  # of nullable and of Arrow types
    if isinstance(numpy_dtype, np.dtype) and numpy_dtype.kind in "biuf":
        values = series.array
        gaps = np.asarray(values.isna())
        if not gaps.any():
            return Numbers(plain(values.to_numpy(dtype=numpy_dtype)))
        return Numbers(
            plain(series.to_numpy(dtype=numpy_dtype, na_value=numpy_dtype.type(0))), gaps
        )
    if getattr(dtype, "kind", "O") in "OU" and not _is_period_or_interval(dtype):
        return read_objects(series.to_numpy(dtype=object), what)
    raise wrong_type(what, str(dtype))


def _is_period_or_interval(dtype: object) -> bool:
    pandas: Any = loaded("pandas")
    return isinstance(dtype, (pandas.PeriodDtype, pandas.IntervalDtype))
