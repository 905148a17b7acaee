# SPDX-License-Identifier: Apache-2.0
"""Frames that are not in memory yet: queries, datasets of files, and streams."""

from __future__ import annotations

from typing import Any


def library(data: object) -> str:
    return type(data).__module__.partition(".")[0]


def materialised(X: Any) -> Any:
    """X itself, or what it stands for: a frame in memory, which may be read more than once.

    A lazy frame of polars is collected; a dataset, a scanner or a reader of record batches becomes
    a table of pyarrow, and so does a relation of DuckDB where pyarrow is installed.
    """
    source = library(X)
    if source == "polars" and hasattr(X, "collect"):
        return X.collect()
    if source == "pyarrow" and hasattr(X, "to_table"):
        return X.to_table()
    if source == "pyarrow" and hasattr(X, "read_all"):
        return X.read_all()
    if source in ("duckdb", "_duckdb") and hasattr(X, "__arrow_c_stream__"):
        return _arrow_table(X)
    if hasattr(X, "collect") and hasattr(X, "lazy"):
        raise TypeError("X is a lazy frame; pass X.collect()")
    return X


def _arrow_table(X: Any) -> Any:
    try:
        import pyarrow
    except ImportError:
        return X
    return pyarrow.table(X)
