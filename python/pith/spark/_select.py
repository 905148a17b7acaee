# SPDX-License-Identifier: Apache-2.0
"""The function of the package."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from pith import _core, passes
from pith._data import dropped_names, feature_names
from pith._options import Missing, Progress, Task, boolean
from pith._results import Selection
from pith.spark._environment import check_executors, clear_errors
from pith.spark._fields import (
    FrameFields,
    element_names,
    frame_fields,
    is_array,
    is_vector,
    quoted,
    reject_duplicates,
)
from pith.spark._runner import SparkRunner, vector_as_array

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def select(
    df: DataFrame,
    target: str | None = None,
    method: str = "auto",
    k: int | Literal["all"] | None = None,
    *,
    bins: str | None = None,
    missing: Missing = "error",
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    features: str | Iterable[str] | None = None,
    allow_ids: bool = False,
    categorical: str | Iterable[str] = (),
    numeric: str | Iterable[str] = (),
    task: Task = "auto",
    target_bins: str | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: bool | Progress | None = None,
    check: bool = True,
    **params: Any,
) -> Selection:
    """Select features of a data frame of Spark, without collecting its rows.

    Sums and counts are exact, so the result does not depend on partitions, on the order of the
    rows or on lost executors: it has the same bytes as that of `pith.select(..., exact=True)`, but
    for the time and the engine.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Rows and features, of a classic or a Connect session. Columns may be numeric, decimal,
        boolean, date, timestamp or string; an array or vector column stands for as many features
        as it has elements, called `column[0]`, `column[1]`, ... Null and NaN are missing.
    target : str, optional
        The column with the class of each row. Some methods need none.
    method : str
        The selection method: one that needs statistics only, see docs/guide/scale.md.
    k : int, "all" or None
        The number of features to select.
    bins : str, optional
        How methods that need categories discretise numbers, such as 'frequency:5'.
    missing : {"error", "drop", "impute", "level", "spread"}
        What to do about missing values, as for `pith.select`.
    keep : names
        Features that are always selected.
    drop, features : names, or patterns such as "gene_*"
        Columns to leave out, and those to select from (default: all but the target).
    allow_ids : bool
        Whether columns that look like identifiers may be selected.
    categorical, numeric : names, or patterns
        Columns to treat as categorical or as numeric, whatever their values.
    task : {"auto", "classify", "regress"}
        What to predict of the target; only classes can be selected for on Spark. With "classify",
        every distinct number is a class.
    target_bins : str, optional
        How to make classes of a continuous target, such as 'frequency:3'.
    seed : int
        The seed of random numbers.
    memory : int or str, optional
        The memory that the driver may use.
    threads : int, optional
        Threads of the driver. A task uses as many as `spark.task.cpus`.
    progress : bool or callable, optional
        True displays a line on standard error; a function is called with phase, done and total.
    check : bool
        Whether a tiny job first checks that every executor has the same version of pith.
    **params
        Parameters of the method, see `pith.describe`.

    Returns
    -------
    Selection
        As that of `pith.select`.
    """
    chosen = _chosen(df, target, features, drop)
    if boolean("check", check):
        check_executors(df.sparkSession)
    fields = _fields_of(chosen, target, categorical, numeric)
    runner = SparkRunner(chosen, fields)
    try:
        return passes.select(
            fields.fields,
            runner,
            target,
            method,
            k,
            bins=bins,
            missing=missing,
            keep=keep,
            allow_ids=allow_ids,
            task=task,
            target_bins=target_bins,
            threads=threads,
            seed=seed,
            memory=memory,
            progress=progress,
            source="pyspark.DataFrame",
            **params,
        )
    finally:
        runner.close()


def _chosen(df: DataFrame, target: str | None, features: Any, drop: Any) -> DataFrame:
    """The data frame with the features and the target only."""
    if target is not None and not isinstance(target, str):
        raise TypeError(
            f"target must be the name of one column (got {target!r}); several targets are not "
            "supported on Spark: select for each of them, or from a sample by pith.select"
        )
    names = list(df.columns)
    reject_duplicates(names)
    if target is not None and target not in names:
        near = difflib.get_close_matches(target, names, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"the data frame has no column {target!r} for the target{hint}")
    candidates = [name for name in names if name != target]
    if features is not None:
        wanted = matching(features, candidates, "features")
        candidates = [name for name in candidates if name in wanted]
    gone = dropped_names(drop, candidates)
    kept = {name for name in candidates if name not in gone} | {target}
    if kept == {target}:
        raise ValueError("the data frame has no column to select from")
    if len(kept) == len(names):
        return df
    return df.select(*(quoted(name) for name in names if name in kept))


def matching(given: Any, names: list[str], argument: str) -> set[str]:
    """The columns that names or patterns choose."""
    chosen: set[str] = set()
    for each in feature_names([given] if isinstance(given, str) else given, names, argument):
        found = [each] if each in names else [n for n in names if _core.glob_matches(each, n)]
        if not found:
            raise ValueError(f"{argument} has {each!r}, which no column matches")
        chosen.update(found)
    return chosen


def _fields_of(df: DataFrame, target: str | None, categorical: Any, numeric: Any) -> FrameFields:
    lengths = _array_lengths(df)
    if target in lengths:
        raise TypeError(f"target {target!r} holds arrays, but it must hold classes")
    names: list[str] = []
    for name in df.columns:
        names += element_names(name, lengths[name]) if name in lengths else [name]
    reject_duplicates(names)
    as_codes = matching(categorical, names, "categorical")
    as_numbers = matching(numeric, names, "numeric")
    both = sorted(as_codes & as_numbers)
    if both:
        raise ValueError(f"column {both[0]!r} is listed in both categorical and numeric")
    return frame_fields(df.schema, lengths, as_codes, as_numbers)


def _array_lengths(df: DataFrame) -> dict[str, int]:
    """The length of the arrays of each array column, taken from one row."""
    from pyspark.sql import functions as sql

    lengths: dict[str, int] = {}
    for column in df.schema.fields:
        if not is_array(column.dataType):
            continue
        values = sql.col(quoted(column.name))
        arrays = vector_as_array(values) if is_vector(column.dataType) else values
        with clear_errors():
            found = df.where(values.isNotNull()).select(sql.size(arrays)).head(1)
        if not found or found[0][0] < 1:
            raise ValueError(f"column {column.name!r} holds no array with a value")
        lengths[column.name] = int(found[0][0])
    return lengths
