# SPDX-License-Identifier: Apache-2.0
"""Reads files and the results of queries into tables."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any, Literal

from pith import _core
from pith._docs import documented, option_sentences
from pith._messages import READING, translated_errors
from pith._options import (
    Progress,
    Task,
    boolean,
    choice,
    delimiter_text,
    path_texts,
    rule_text,
    run_options,
    shown_progress,
    text_option,
    texts,
)

_OPTIONS = option_sentences(_core.options(READING))
_PATTERN = re.compile(r"[*?\[]")


@documented(_OPTIONS)
def read(
    path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    target: str | int | Iterable[str | int] | None = "",
    weights: str | int | None = None,
    task: Task = "auto",
    target_bins: str | None = None,
    features: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    categorical: str | Iterable[str] = (),
    numeric: str | Iterable[str] = (),
    drop_rows_without_target: bool = False,
    format: str | None = None,
    header: bool | None = None,
    delimiter: str | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
    encoding: str | None = None,
    layer: str | None = None,
    query: str | None = None,
    allow_external: bool = False,
    threads: int | None = None,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
) -> _core.Table:
    """Read a file into a table, with its target, that the functions of pith take as X.

    Parameters
    ----------
    path : path, or list of paths
        A file: .csv .tsv .arff .libsvm .svm .npy .npz .mat .parquet .arrow .feather .h5ad .h5
        .sas7bdat .xpt .dta .sav; text files also as .gz or .zst. Or a database:
        "duckdb:FILE", "sqlite:FILE", "postgresql://...", with `query`. A table of Parquet or Arrow
        files may be a folder, a pattern such as "lake/*.parquet", or a list.
    target : str, int, list of them or None
        {target} A list or a pattern such as "label*" names several targets. None: no target.
    weights : str or int, optional
        {weights}
    task : {"auto", "classify", "regress"}
        {task}
    target_bins : str, optional
        {target_bins}
    features : str or list of str
        {features}
    drop : str or list of str
        {drop}
    categorical : str or list of str
        {categorical}
    numeric : str or list of str
        {numeric}
    drop_rows_without_target : bool
        Whether rows without a target are dropped, with a note, instead of rejected.
    format : str, optional
        Format of the file; None: detected.
    header : bool, optional
        Whether the first line has the names of the columns; None: detected.
    delimiter : str, optional
        Delimiter of the fields; None: detected.
    na : str or list of str
        Texts that stand for missing values, besides the default ones.
    default_na : bool
        Whether "NA", "NaN", "null", "?" and the like are missing values, as in pandas.
    decimal : {".", ","}, optional
        Decimal mark; None: a point, or a comma where a column leaves no doubt.
    encoding : str, optional
        Encoding of a text file; None: UTF-8, or Latin-1 where it is not UTF-8.
    layer : str, optional
        Layer of an AnnData file, or path of an HDF5 dataset; None: X.
    query : str, optional
        SELECT statement for a database.
    allow_external : bool
        Whether a DuckDB query may read other files and load extensions.
    threads : int, optional
        {threads}
    memory : int or str, optional
        {memory} A number is in bytes. A table that needs more raises a MemoryError.
    progress : bool or callable, optional
        True displays a line on standard error; a function is called with phase, done and total.

    Returns
    -------
    Table
        The features, the target and the weights.
    """
    several = isinstance(target, Iterable) and not isinstance(target, str)
    given: list[Any] = list(target) if several else [target]  # type: ignore[arg-type]
    targets = [str(each) for each in given if each is not None]
    options: dict[str, Any] = {
        "target": targets[0] if targets else None,
        "more_targets": targets[1:],
        "weights": None if weights is None else str(weights),
        "task": choice("task", task),
        "target_bins": rule_text("target_bins", target_bins),
        "features": texts("features", features),
        "drop": texts("drop", drop),
        "categorical": texts("categorical", categorical),
        "numeric": texts("numeric", numeric),
        "drop_rows_without_target": boolean("drop_rows_without_target", drop_rows_without_target),
        "format": None if format is None else text_option("format", format),
        "header": None if header is None else boolean("header", header, "True, False or None"),
        "delimiter": None
        if delimiter is None
        else delimiter_text(text_option("delimiter", delimiter)),
        "na": texts("na", na),
        "default_na": boolean("default_na", default_na),
        "decimal": None if decimal is None else text_option("decimal", decimal),
        "encoding": None if encoding is None else text_option("encoding", encoding),
        "layer": None if layer is None else text_option("layer", layer),
        "query": None if query is None else text_option("query", query),
        "allow_external": boolean("allow_external", allow_external),
    }
    file, *options["more_files"] = path_texts(path)
    named = None if options["more_files"] or _is_more_than_a_file(file) else file
    with shown_progress(progress) as shown, translated_errors(READING, path=named):
        options |= {**run_options(threads, 0, memory, shown), "spelling": READING}
        return _core.read(file, options)


def _is_more_than_a_file(path: str) -> bool:
    """Whether an error may be about another path than this one, or must not show it."""
    if "://" in path or os.path.isdir(path):  # an address may hold a password
        return True
    return _PATTERN.search(path) is not None and not os.path.exists(path)
