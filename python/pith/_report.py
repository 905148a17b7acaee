# SPDX-License-Identifier: Apache-2.0
"""The report: what was found, and how sure it is, as one page of HTML."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from pith import _core
from pith._data import Reading, as_columns, as_table, assigned, names_for
from pith._messages import FUNCTIONS, translated_errors
from pith._options import (
    Combine,
    Missing,
    Progress,
    Task,
    boolean,
    choice,
    path_text,
    rule_text,
    run_options,
    shown_progress,
    variants,
    whole,
)
from pith._results import Result
from pith._select import ColumnChoice


def report(
    X: Any,
    y: Any = None,
    methods: Any = None,
    k: int | Literal["auto"] | None = None,
    *,
    learner: Any = None,
    folds: int | None = None,
    resamples: int | None = None,
    bins: str | None = None,
    missing: Missing | None = None,
    combine: Combine | None = None,
    drop: ColumnChoice = (),
    allow_ids: bool = False,
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    task: Task = "auto",
    target_bins: str | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
    sample_weight: Any = None,
    title: str = "Feature selection",
    path: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
) -> str:
    """Make a page of HTML that shows what was found, and how sure it is.

    The page needs nothing else: it works offline, without JavaScript and on paper, and holds no
    rows of the data.

    Parameters
    ----------
    X : data as for `pith.select`, or a result, or a list of results
        Results (selections, explanations, an evaluation, a stability, an inspection) are shown as
        they are, and take only `title` and `path` beside them.
    y, drop, categorical, numeric, task, target_bins, na, default_na, decimal, sample_weight
        As for `pith.select`.
    bins, combine, allow_ids
        As for `pith.select`.
    missing : as for `pith.select`, optional
        None: "impute" where features have missing values; the page says so.
    methods : ids, separated by commas or in a list, optional
        The method that the page is about, and others to compare it with. None: the default method
        and up to three others that suit the data.
    k : int, "auto" or None
        Number of features; "auto": by cross-validation. None: 10, or half of them, rounded up,
        if that is fewer.
    learner : as for `pith.evaluate`, optional
        The learner to cross-validate.
    folds, resamples : int, optional
        Of the cross-validation and of the stability. None: 10 and 50, or 5 and 20 for more than
        5,000 rows or 5 million values.
    title : str
        Title of the page.
    path : path, optional
        A file to write the page to, which is replaced only on success.
    threads, seed, memory, progress
        As for `pith.select`.

    Returns
    -------
    str
        The page.
    """
    results = _results_of(X)
    if results is not None:
        page = page_of(results, title)
    else:
        plan: dict[str, Any] = {
            "methods": [] if methods is None else variants("methods", methods),
            "learners": [] if learner is None else variants("learner", learner),
            "k": None if k is None or k == "auto" else whole("k", k, 1),
            "k_auto": k == "auto",
            "folds": None if folds is None else whole("folds", folds, 2),
            "resamples": None if resamples is None else whole("resamples", resamples, 2),
            "bins": rule_text("bins", bins),
            "missing": None if missing is None else choice("missing", missing),
            "combine": None if combine is None else choice("combine", combine),
            "allow_ids": boolean("allow_ids", allow_ids),
            "title": title,
        }
        reading = Reading(
            sample_weight=sample_weight,
            categorical=categorical,
            numeric=numeric,
            task=task,
            target_bins=target_bins,
            missing="error" if missing is None else missing,
            drop=drop,
            na=na,
            default_na=default_na,
            decimal=decimal,
        )
        table, documents = _table_and_inspection(X, y, reading)
        names = names_for(X)
        with shown_progress(progress) as shown, translated_errors(names):
            plan |= {**run_options(threads, seed, memory, shown), "spelling": names}
            page = _core.report(table, documents, plan)
    if path is not None:
        _write(path_text(path), page)
    return page


def _table_and_inspection(X: Any, y: Any, reading: Reading) -> tuple[_core.Table, list[str]]:
    """The table, and what its columns are like where that is known: X is read once."""
    if isinstance(X, _core.Table):
        return as_table(X, y, reading), []
    data = as_columns(X, y, reading)
    table = assigned(data)
    if len(table.targets) > 1:
        return table, []
    with translated_errors():
        return table, [_core.inspect(data.columns, data.roles)]


def page_of(results: Iterable[Result], title: str) -> str:
    """The page of results."""
    with translated_errors():
        return _core.report_page([each.to_json() for each in results], title, FUNCTIONS)


def _results_of(given: Any) -> list[Result] | None:
    if isinstance(given, Result):
        return [given]
    if isinstance(given, list | tuple) and given and all(isinstance(x, Result) for x in given):
        return list(given)
    return None


def _write(path: str, page: str) -> None:
    """Writes all of it, or nothing."""
    place = Path(path)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=place.parent, prefix=place.name, delete=False
    ) as file:
        try:
            file.write(page)
            file.flush()
            os.fsync(file.fileno())
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(file.name, 0o666 & ~mask)
            os.replace(file.name, place)
        except BaseException:
            os.unlink(file.name)
            raise
