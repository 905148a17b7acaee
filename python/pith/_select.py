# SPDX-License-Identifier: Apache-2.0
"""The functions of the package: each is one run of the core."""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np

from pith import _core
from pith._data import (
    Reading,
    add_fold_labels,
    as_columns,
    as_table,
    assigned,
    feature_names,
    words_for,
)
from pith._evaluation import Evaluation
from pith._messages import FILES, MISSING, Missing, python_words
from pith._options import (
    Progress,
    count_options,
    counts,
    delimiter_text,
    method_info,
    path_text,
    rule_text,
    run_options,
    settings_of,
    share,
    shown_progress,
    texts,
    threads_option,
    variants,
    whole,
)
from pith._results import Inspection, Selection
from pith._stability import Stability

ColumnChoice = str | Iterable[str | int]  # names, or positions
Scale = Literal["standard", "range", "none"]


def select(
    X: Any,
    y: Any = None,
    method: str = "auto",
    k: int | Literal["auto"] | None = None,
    *,
    bins: str | None = None,
    missing: Missing = "error",
    keep: ColumnChoice = (),
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    target_bins: str | None = None,
    sample_weight: Any = None,
    auto: Literal["cv", "null"] | None = None,
    learner: str | None = None,
    permutations: int | None = None,
    alpha: Any = None,
    most: int | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
    **params: Any,
) -> Selection:
    """Choose the features that together say most about a target.

    Parameters
    ----------
    X : array, sparse matrix, data frame, Arrow table or table of `pith.read`
        Rows and features. Columns of text are categories; NaN and null are missing.
    y : array-like, Series or str, optional
        The classes, or the name of a column of X. Some methods need none.
    method : str
        How to select, of `pith.methods()`; "auto" is gc-mi for numbers and jmi otherwise.
    k : int, "auto" or None
        How many features; "auto": as many as are right by `auto`; None: 10, or as many as the
        method finds.
    bins : str, optional
        How numbers become categories where a method needs them: sigma, sigma:n, width:N,
        frequency:N, ranks:N, mdl or mdl:plain. None: what the method needs.
    missing : {"error", "drop", "impute", "level", "spread"}
        Missing values: refuse them, drop the rows, put in mean or most frequent level, take
        missing as a level, spread it over what could be there.
    keep : names or positions
        Features that must be selected, before all others.
    categorical, numeric : names, patterns such as "gene_*", or positions
        Features that are categories, or numbers, whatever they look like.
    target_bins : str, optional
        Makes classes of a target with fractions: sigma, width:N or frequency:N.
    sample_weight : array-like or str, optional
        How often each row counts, or the name of a column of X.
    auto : {"cv", "null"}, optional
        With k="auto": the fewest features within one standard error of the least error of a
        learner ("cv", the default), or as long as a step gains more than by chance ("null").
    learner : str, optional
        Of auto="cv", of `pith.learners()`; None: linear-svm.
    permutations, alpha : int, float, optional
        Of auto="null": how often y is shuffled, and the level of the test. A method that has a
        parameter alpha of its own takes it.
    most : int, optional
        With k="auto", at most so many features; None: 100.
    threads : int, optional
        How many to use; the result does not depend on it. None: all that the machine allows.
    seed : int
        For methods that use chance.
    memory : int or str, optional
        What a method may lay out beside the data, in bytes or as "2G"; where it needs more, it
        takes another way or raises a MemoryError. None: 60 % of the machine's.
    progress : bool or callable, optional
        True shows a line on standard error; a function is called with phase, done and total.
    **params
        Parameters of the method, see `pith.describe`.

    Returns
    -------
    Selection
        Names, positions and scores in the order of selection, with notes about what was done.

    Examples
    --------
    >>> import pith
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> pith.select(X, y, method="mrmr", k=3).names
    ['flavanoids', 'proline', 'od280/od315_of_diluted_wines']
    """
    alpha, params = _own_alpha(method, alpha, params)
    options = count_options(method, k, auto, learner, permutations, alpha, most)
    options |= _request(method, params, bins, missing)
    table = as_table(X, y, Reading(sample_weight, categorical, numeric, target_bins, missing))
    options["keep"] = _kept(keep, table)
    with shown_progress(progress) as shown, python_words(words_for(X)):
        return Selection(_core.select(table, options | run_options(threads, seed, memory, shown)))


def stability(
    X: Any,
    y: Any = None,
    method: str = "auto",
    k: int | None = None,
    *,
    resamples: int = 50,
    fraction: float | None = None,
    bootstrap: bool = False,
    bins: str | None = None,
    missing: Missing = "error",
    keep: ColumnChoice = (),
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    target_bins: str | None = None,
    sample_weight: Any = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
    **params: Any,
) -> Stability:
    """Tell how much a selection changes when the rows change.

    Parameters
    ----------
    X, y, method, k
        As for `pith.select`.
    resamples : int
        How many.
    fraction : float, optional
        Share of the rows of each class in a resample; None: 0.8, or 1 with replacement.
    bootstrap : bool
        Whether rows are drawn with replacement.
    bins, missing, keep, categorical, numeric, target_bins, sample_weight
        As for `pith.select`.
    threads, seed, memory, progress, **params
        As for `pith.select`.

    Returns
    -------
    Stability
        How often each feature was selected, and indices of how alike the selections are.
    """
    if k is not None and isinstance(k, str):
        raise ValueError(f"k must be a number or None, not {k!r}: resamples select equally many")
    options = _request(method, params, bins, missing)
    options |= {} if k is None else {"k": whole("k", k, 1)}
    options |= {
        "resamples": whole("resamples", resamples, 2),
        "bootstrap": _flag("bootstrap", bootstrap),
        "fraction": None if fraction is None else _fraction(fraction),
    }
    table = as_table(X, y, Reading(sample_weight, categorical, numeric, target_bins, missing))
    options["keep"] = _kept(keep, table)
    with shown_progress(progress) as shown, python_words(words_for(X)):
        options |= run_options(threads, seed, memory, shown)
        return Stability(_core.stability(table, options))


def evaluate(
    X: Any,
    y: Any = None,
    methods: Any = "auto",
    *,
    learner: Any = "linear-svm",
    k: Any = range(1, 11),
    folds: int | None = None,
    repeats: int | None = None,
    leave_one_out: bool = False,
    holdout: float | None = None,
    split: Any = None,
    scale: Scale = "standard",
    missing: Missing = "error",
    bins: str | None = None,
    leaky: bool = False,
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    target_bins: str | None = None,
    resume: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
) -> Evaluation:
    """Tell how well learners do with what methods select, on rows that had no say in it.

    For each split, a method selects from the training rows alone, once, and the learner is tried
    with the first features of that path. Imputed values, bins and scales come from the training
    rows, too.

    Parameters
    ----------
    X, y
        As for `pith.select`.
    methods, learner : str, or list of them
        Ids, each with parameters if need be: "mrmr:form=quotient" or
        ("mrmr", {"form": "quotient"}); methods also as selectors: pith.MRMR(form="quotient").
    k : int or iterable of int
        Numbers of features.
    folds, repeats : int, optional
        How many folds (None: 10), and how many times (None: 1, or 20 with `holdout`).
    leave_one_out : bool
        Tests each row alone.
    holdout : float, optional
        Tests this share of each class instead of folds.
    split : array-like or str, optional
        A label for each row, or the name of a column of X: each value is a fold; where these are
        train and test, only test is tested.
    scale : {"standard", "range", "none"}
        Numbers for learners: mean 0 and deviation 1, from 0 to 1, or as they are.
    missing, bins, categorical, numeric, target_bins
        As for `pith.select`.
    leaky : bool
        Select and scale by all rows, test rows included, as some papers did: errors are too small.
    resume : path, optional
        Keep what is done in this file, and go on from there if it has something already.
    threads, seed, memory, progress
        As for `pith.select`.

    Returns
    -------
    Evaluation
        Errors, areas under the curve and log-losses over numbers of features, with paired tests.
    """
    options: dict[str, Any] = {
        "methods": variants("methods", methods),
        "learners": variants("learner", learner),
        "counts": counts(k),
        "folds": None if folds is None else whole("folds", folds, 2),
        "repeats": None if repeats is None else whole("repeats", repeats, 1),
        "leave_one_out": _flag("leave_one_out", leave_one_out),
        "holdout": None if holdout is None else share("holdout", holdout),
        "scale": _word("scale", scale),
        "missing": _word("missing", missing),
        "bins": rule_text("bins", bins),
        "leaky": _flag("leaky", leaky),
        "resume": None if resume is None else path_text(resume),
    }
    reading = Reading(
        categorical=categorical, numeric=numeric, target_bins=target_bins, missing=missing
    )
    table, options["split"] = _with_split(X, y, split, reading)
    with shown_progress(progress) as shown, python_words(words_for(X), path=options["resume"]):
        options |= run_options(threads, seed, memory, shown)
        return Evaluation(_core.evaluate(table, options))


def inspect(
    X: Any,
    y: Any = None,
    *,
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    target_bins: str | None = None,
    threads: int | None = None,
) -> Inspection:
    """Show what pith sees: kinds, levels, gaps, constants, duplicates, classes.

    Parameters
    ----------
    X, y, categorical, numeric, target_bins, threads
        As for `pith.select`.

    Returns
    -------
    Inspection
        Facts about each column, notes and warnings.
    """
    if isinstance(X, _core.Table):
        raise TypeError("X is a table from pith.read; pith.inspect looks at frames and arrays")
    reading = Reading(
        categorical=categorical,
        numeric=numeric,
        target_bins=target_bins,
        missing="drop",  # gaps of y are to be shown, not refused
    )
    data = as_columns(X, y, reading)
    options = {**data.roles, "threads": threads_option(threads)}
    with python_words():
        return Inspection(_core.inspect(data.columns, options))


def read(
    path: str | os.PathLike[str],
    *,
    target: str | int | None = "",
    weights: str | int | None = None,
    target_bins: str | None = None,
    features: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    categorical: str | Iterable[str] = (),
    numeric: str | Iterable[str] = (),
    drop_rows_without_target: bool = False,
    format: str | None = None,
    header: bool | None = None,
    delimiter: str | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
) -> _core.Table:
    """Read a table that the functions of pith take as X, with its target.

    Parameters
    ----------
    path : path
        A file: .csv .tsv .arff .libsvm .svm .npy .npz or .mat, text also as .gz or .zst.
    target : str, int or None
        Name or position of the column to be explained; "": the last one; None: none.
    weights : str or int, optional
        Name or position of the column that says how often each row counts.
    target_bins : str, optional
        Makes classes of a target with fractions: sigma, width:N or frequency:N.
    features, drop, categorical, numeric : names or patterns such as "gene_*"
        Columns to take, to leave out, and their kinds.
    drop_rows_without_target : bool
        Whether rows without a target are dropped, with a note, instead of refused.
    format, header, delimiter : optional
        What the file is, whether its first line names the columns, and what is between fields;
        None: found out.
    threads : int, optional
        How many to use. None: all that the machine allows.
    memory : int or str, optional
        What the table may take, in bytes or as "2G"; where it needs more, reading raises a
        MemoryError. None: 60 % of the machine's.
    progress : bool or callable, optional
        True shows a line on standard error; a function is called with phase, done and total.
    """
    options = {
        "target": None if target is None else str(target),
        "weights": None if weights is None else str(weights),
        "target_bins": rule_text("target_bins", target_bins),
        "features": texts("features", features),
        "drop": texts("drop", drop),
        "categorical": texts("categorical", categorical),
        "numeric": texts("numeric", numeric),
        "drop_rows_without_target": _flag("drop_rows_without_target", drop_rows_without_target),
        "format": None if format is None else _text("format", format),
        "header": None if header is None else _flag("header", header, "True, False or None"),
        "delimiter": None if delimiter is None else delimiter_text(_text("delimiter", delimiter)),
    }
    file = path_text(path)
    with shown_progress(progress) as shown, python_words(FILES, path=file):
        return _core.read(file, options | run_options(threads, 0, memory, shown))


def _request(method: str, params: dict[str, Any], bins: str | None, missing: str) -> dict[str, Any]:
    """What to select by."""
    return {
        "method": method,
        "settings": settings_of(method, params),
        "bins": rule_text("bins", bins),
        "missing": _word("missing", missing),
    }


def _own_alpha(method: str, alpha: Any, params: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Some methods have a parameter alpha, which then is meant."""
    info = method_info(method)
    is_own = info is not None and any(each.name == "alpha" for each in info.parameters)
    if alpha is None or not is_own:
        return alpha, params
    return None, {**params, "alpha": alpha}


def _flag(name: str, value: Any, choices: str = "True or False") -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f"{name} must be {choices}, not {value!r}")


def _text(name: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f"{name} must be a text or None, not {value!r}")


def _fraction(value: Any) -> float:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if is_number and 0 < float(value) <= 1:
        return float(value)
    raise (ValueError if is_number else TypeError)(
        f"fraction must be a number above 0 and at most 1, not {value!r}"
    )


_WORDS: dict[str, tuple[str, ...]] = {"missing": MISSING, "scale": get_args(Scale)}


def _word(name: str, value: Any) -> str:
    words = _WORDS[name]
    listed = ", ".join(map(repr, words[:-1])) + f" or {words[-1]!r}"
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {listed}, not {value!r}")
    if value not in words:
        raise ValueError(f"{name} must be {listed}, not {value!r}")
    return value


def _kept(keep: ColumnChoice | None, table: _core.Table) -> list[str]:
    given: Any = [keep] if isinstance(keep, str) else [] if keep is None else keep
    return feature_names(given, table.names, "keep")


def _with_split(X: Any, y: Any, split: Any, reading: Reading) -> tuple[_core.Table, str | None]:
    """The table, and the column of it that says how to split."""
    if split is None or isinstance(split, str):
        table = as_table(X, y, reading)
        return table, None if split is None else feature_names([split], table.names, "split")[0]
    if isinstance(X, _core.Table):
        raise ValueError(
            "split is an array, but X is a table from pith.read; name a column of the file"
        )
    data = as_columns(X, y, reading)
    name = add_fold_labels(data, split)
    return assigned(data), name
