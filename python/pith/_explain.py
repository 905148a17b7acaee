# SPDX-License-Identifier: Apache-2.0
"""Explains a selection."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from pith import _core
from pith._apply import _document
from pith._data import Reading, as_table, feature_names, names_for
from pith._explanation import Explanation
from pith._messages import translated_errors
from pith._options import Combine, Progress, Task, choice, run_options, shown_progress

if TYPE_CHECKING:
    from pith._explainable import Explainable

ColumnChoice = str | Iterable[str | int]  # names, or positions


def explain(
    selection: Explainable | str | os.PathLike[str],
    X: Any,
    y: Any = None,
    *,
    why_not: ColumnChoice = (),
    bins: str | None = None,
    combine: Combine | None = None,
    keep: ColumnChoice = (),
    drop: ColumnChoice = (),
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    task: Task | None = None,
    target_bins: str | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
    sample_weight: Any = None,
    threads: int | None = None,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
) -> Explanation:
    """Explain a selection: why these features, what could replace one, why not that one.

    Selects again, which takes about as long as the selection took. Method, parameters, number of
    features, missing values and seed come from the selection; give its other options again.

    Parameters
    ----------
    selection : Selection or path
        A result of `pith.select`, or a file that has its JSON.
    X, y
        The data that the features were selected from, as for `pith.select`.
    why_not : names or positions
        Features to explain that were not selected: their rank at every step, what they lost to,
        and what they are redundant with.
    bins, combine, keep, drop, categorical, numeric, target_bins, na, default_na, decimal
        As for `pith.select`, where the selection was made with them.
    task : {"auto", "classify", "regress"}, optional
        None: that of the selection.
    sample_weight
        As for `pith.select`.
    threads, memory, progress
        As for `pith.select`.

    Returns
    -------
    Explanation
        The steps with their runners-up, substitutes, groups of redundant features, and more.

    Examples
    --------
    >>> import pith
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> selection = pith.select(X, y, method="mrmr", k=3)
    >>> selection.explain(X, y).runners_up
    ['od280/od315_of_diluted_wines', 'alcohol', 'color_intensity']
    """
    document = _document(selection)
    made = json.loads(document)
    if task is None:
        is_settled = target_bins is not None or isinstance(X, _core.Table)
        task = "auto" if is_settled or y is None else _task_of(made)
    reading = Reading(
        sample_weight=sample_weight,
        categorical=categorical,
        numeric=numeric,
        task=task,
        target_bins=target_bins,
        missing=made.get("missing", "error"),
        drop=drop,
        na=na,
        default_na=default_na,
        decimal=decimal,
    )
    table = as_table(X, y, reading)
    names = names_for(X)
    options: dict[str, Any] = {
        "bins": bins,
        "combine": None if combine is None else choice("combine", combine),
        "keep": _names(keep, table, "keep"),
        "why_not": _names(why_not, table, "why_not"),
        "spelling": names,
    }
    with shown_progress(progress) as shown, translated_errors(names):
        options |= run_options(threads, 0, memory, shown)
        return Explanation(_core.explain(document, table, options))


def _task_of(made: dict[str, Any]) -> Task:
    """The task of a result; of targets of both kinds each has its own."""
    kinds = {"classes" in target for target in made["data"].get("targets", [])}
    task: Task = made.get("task", "auto")
    return "auto" if len(kinds) > 1 else task


def _names(given: ColumnChoice, table: _core.Table, option: str) -> list[str]:
    return feature_names([given] if isinstance(given, str) else given, table.names, option)
