# SPDX-License-Identifier: Apache-2.0
"""The functions of the package: each is one call of the core."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Literal

from pith import _core
from pith._data import (
    Reading,
    add_row_labels,
    as_columns,
    as_table,
    assigned,
    feature_names,
    names_for,
)
from pith._docs import documented, option_sentences
from pith._evaluation import Evaluation
from pith._messages import FUNCTIONS, Names, translated_errors
from pith._options import (
    Combine,
    Missing,
    Progress,
    Scale,
    Task,
    boolean,
    choice,
    counts,
    fraction_option,
    is_by_cross_validation,
    method_info,
    number_options,
    path_text,
    rule_text,
    run_options,
    settings_of,
    share,
    shown_progress,
    threads_option,
    variants,
    whole,
)
from pith._results import Inspection, Selection
from pith._stability import Stability

ColumnChoice = str | Iterable[str | int]  # names, or positions
_OPTIONS = option_sentences(_core.options(FUNCTIONS))


@documented(_OPTIONS)
def select(
    X: Any,
    y: Any = None,
    method: str = "auto",
    k: int | Literal["all", "auto"] | None = None,
    *,
    bins: str | None = None,
    missing: Missing = "error",
    combine: Combine | None = None,
    keep: ColumnChoice = (),
    drop: ColumnChoice = (),
    allow_ids: bool = False,
    rows: int | None = None,
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    task: Task = "auto",
    target_bins: str | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
    sample_weight: Any = None,
    auto: Literal["cv", "null"] | None = None,
    learner: str | None = None,
    permutations: int | None = None,
    alpha: Any = None,
    max_features: int | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    exact: bool = False,
    progress: bool | Progress | None = None,
    **params: Any,
) -> Selection:
    """Select the features that are jointly most informative about a target.

    Parameters
    ----------
    X : array, sparse matrix, data frame, Arrow table or table of `pith.read`
        Rows and features. Columns of strings are read as in a file: numbers, dates, truth values
        or categories. Dates are numbers of days; NaN, NaT and null are missing. What is not in
        memory yet is read once: a lazy frame of polars, a relation of DuckDB, a dataset, scanner
        or record batch reader of pyarrow.
    y : array-like, Series, str, data frame or list of str, optional
        The class or the number of each row, or the name of a column of X. Several targets: an
        array of two dimensions, a data frame, or a list of columns of X. Some methods need no
        target.
    method : str
        {method} See `pith.methods()`.
    k : int, "all", "auto" or None
        {k}
    bins : str, optional
        {bins}
    missing : {"error", "drop", "impute", "level", "spread"}
        {missing}
    combine : {"mean", "min", "max", "joint"}, optional
        {combine} None: what the method prefers, mostly the mean.
    keep : names or positions
        {keep}
    drop : names, patterns such as "gene_*", or positions
        {drop} Positions in the result count the columns that are left.
    allow_ids : bool
        {allow_ids}
    rows : int, optional
        {rows}
    categorical, numeric : names, patterns such as "gene_*", or positions
        Columns to treat as categorical or as numeric, whatever their values.
    task : {"auto", "classify", "regress"}
        {task}
    target_bins : str, optional
        {target_bins}
    na : str or list of str
        Texts that stand for missing values, besides the default ones. A number such as "-999" is
        missing in numeric columns, too.
    default_na : bool
        Whether "NA", "NaN", "null", "?", empty strings and the like are missing in columns of
        strings, as in a file. They remain categories in columns that are categorical already.
    decimal : {".", ","}, optional
        Decimal mark of numbers in strings; None: a point, or a comma where there is no doubt.
    sample_weight : array-like or str, optional
        Weights of the rows: how often each row counts. May be the name of a column of X.
    auto : {"cv", "null"}, optional
        {auto} None: the number that the method finds, where it finds one, else "cv".
    learner : str, optional
        {learner} One of `pith.learners()`; None: "linear-svm" for classes and
        "ridge" for numbers, or the default of the method.
    permutations : int, optional
        {permutations}
    alpha : float, optional
        {alpha} If the method has a parameter alpha of its own, this is that parameter.
    max_features : int, optional
        {max_features} None: 100.
    threads : int, optional
        {threads}
    seed : int
        {seed}
    memory : int or str, optional
        {memory} A number is in bytes. A method that needs more switches to another algorithm or
        raises a MemoryError.
    exact : bool
        {exact}
    progress : bool or callable, optional
        True displays a line on standard error; a function is called with phase, done and total.
    **params
        Parameters of the method, see `pith.describe`.

    Returns
    -------
    Selection
        Names, positions and scores in selection order, with notes about the preprocessing.

    Examples
    --------
    >>> import pith
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True, as_frame=True)
    >>> pith.select(X, y, method="mrmr", k=3).names
    ['flavanoids', 'proline', 'od280/od315_of_diluted_wines']
    """
    params = _with_own(method, params, alpha=alpha, learner=learner)
    if "alpha" in params:
        alpha = None
    if "learner" in params and not is_by_cross_validation(k, auto):
        learner = None
    options = number_options(method, k, auto, learner, permutations, alpha, max_features)
    options |= request_options(method, params, bins, missing, allow_ids)
    options["rows"] = None if rows is None else whole("rows", rows, 1)
    options["exact"] = boolean("exact", exact)
    options["combine"] = None if combine is None else choice("combine", combine)
    reading = Reading(
        sample_weight=sample_weight,
        categorical=categorical,
        numeric=numeric,
        task=task,
        target_bins=target_bins,
        missing=missing,
        drop=drop,
        na=na,
        default_na=default_na,
        decimal=decimal,
    )
    table = as_table(X, y, reading)
    options["keep"] = kept_names(keep, table)
    with shown_progress(progress) as shown:
        options |= run_options(threads, seed, memory, shown)
        return run_select(table, options, names_for(X))


def run_select(table: _core.Table, options: dict[str, Any], names: Names) -> Selection:
    """Run the core; messages call options by these names."""
    with translated_errors(names):
        return Selection(_core.select(table, {**options, "spelling": names}))


@documented(_OPTIONS)
def stability(
    X: Any,
    y: Any = None,
    method: str = "auto",
    k: int | Literal["all", "auto"] | None = None,
    *,
    resamples: int = 50,
    fraction: float | None = None,
    bootstrap: bool = False,
    bins: str | None = None,
    missing: Missing = "error",
    combine: Combine | None = None,
    keep: ColumnChoice = (),
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
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
    **params: Any,
) -> Stability:
    """Measure how much a selection changes when the rows change.

    Parameters
    ----------
    X, y
        As for `pith.select`.
    method : str
        {method} See `pith.methods()`.
    k : int, "all", "auto" or None
        {k} Here "auto" is only for methods that find the number.
    resamples : int
        Number of resamples.
    fraction : float, optional
        Share of the rows of each class in a resample; None: 0.8, or 1 with `bootstrap`.
    bootstrap : bool
        Whether rows are drawn with replacement.
    bins : str, optional
        {bins}
    missing : {"error", "drop", "impute", "level", "spread"}
        {missing}
    combine, keep, drop, allow_ids, categorical, numeric, task, target_bins, na, default_na
        As for `pith.select`.
    decimal, sample_weight
        As for `pith.select`.
    threads : int, optional
        {threads}
    seed : int
        {seed}
    memory, progress, **params
        As for `pith.select`.

    Returns
    -------
    Stability
        How often each feature was selected, and indices of the similarity of the selections.
    """
    options = request_options(method, params, bins, missing, allow_ids) | number_options(method, k)
    options |= {
        "resamples": whole("resamples", resamples, 2),
        "bootstrap": boolean("bootstrap", bootstrap),
        "fraction": None if fraction is None else fraction_option(fraction),
        "combine": None if combine is None else choice("combine", combine),
    }
    reading = Reading(
        sample_weight=sample_weight,
        categorical=categorical,
        numeric=numeric,
        task=task,
        target_bins=target_bins,
        missing=missing,
        drop=drop,
        na=na,
        default_na=default_na,
        decimal=decimal,
    )
    table = as_table(X, y, reading)
    options["keep"] = kept_names(keep, table)
    names = names_for(X)
    with shown_progress(progress) as shown, translated_errors(names):
        options |= {**run_options(threads, seed, memory, shown), "spelling": names}
        return Stability(_core.stability(table, options))


@documented(_OPTIONS)
def evaluate(
    X: Any,
    y: Any = None,
    methods: Any = "auto",
    *,
    learner: Any = "auto",
    k: Any = range(1, 11),
    folds: int | None = None,
    repeats: int | None = None,
    leave_one_out: bool = False,
    holdout: float | None = None,
    split: Any = None,
    groups: Any = None,
    time: Any = None,
    scale: Scale = "standard",
    missing: Missing = "error",
    bins: str | None = None,
    combine: Combine | None = None,
    select_rows: int | None = None,
    leaky: bool = False,
    drop: ColumnChoice = (),
    allow_ids: bool = False,
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    task: Task = "auto",
    target_bins: str | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
    resume: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
) -> Evaluation:
    """Cross-validate learners on the selected features.

    In each split, a method selects from the training rows once, and the learner is trained and
    tested with the first k features of that selection, for each k. Imputed values, bins and scales
    are computed from the training rows, too.

    Parameters
    ----------
    X, y
        As for `pith.select`.
    methods, learner : str, or list of them
        Ids, optionally with parameters: "mrmr:form=quotient" or ("mrmr", {"form": "quotient"}).
        Methods may be selectors, too: pith.MRMR(form="quotient"). The learner "auto" is linear-svm
        for classes, ridge for numbers, and knn for targets of both kinds. Each of several targets
        is predicted by itself.
    k : int or iterable of int
        Numbers of features.
    folds : int, optional
        Number of folds; None: 10, or what a small table allows.
    repeats : int, optional
        Number of repetitions of the folds or of the holdout; None: 1, or 20 with `holdout`.
    leave_one_out : bool
        Whether to test each row alone.
    holdout : float, optional
        Share of the rows of each class to test, instead of folds.
    split : array-like or str, optional
        The fold of each row, or the name of a column of X with it. If the values are train and
        test, only the test rows are tested.
    groups : array-like or str, optional
        The group of each row, e.g. the patient, or the name of a column of X with it: the rows of
        a group are tested together, in `folds` folds.
    time : array-like or str, optional
        When each row was observed, as numbers or dates, or the name of a column of X with it:
        `folds` blocks of later rows are tested in turn, each after training on all earlier rows.
    scale : {"standard", "range", "none"}
        Scaling of numeric features for learners: to mean 0 and standard deviation 1, to the range
        from 0 to 1, or none.
    missing : {"error", "drop", "impute", "level", "spread"}
        {missing}
    bins : str, optional
        {bins}
    combine : {"mean", "min", "max", "joint"}, optional
        {combine} None: what the method prefers, mostly the mean.
    select_rows : int, optional
        Number of training rows of each split to select on, drawn at random and stratified by
        class; the learner is trained on all training rows. None: all of them.
    leaky : bool
        Whether to select and scale with all rows, test rows included, as some papers did. The
        errors are then too small.
    drop, allow_ids, categorical, numeric, task, target_bins, na, default_na, decimal
        As for `pith.select`.
    resume : path, optional
        File for finished splits; if it exists, the evaluation continues from it.
    threads : int, optional
        {threads}
    seed : int
        {seed}
    memory, progress
        As for `pith.select`.

    Returns
    -------
    Evaluation
        Error, AUC and log-loss by the number of features, or RMSE, MAE, R2 and Spearman's
        correlation for a numeric target, with paired tests of the methods. Of several targets,
        the means, and Hamming loss, subset accuracy, macro and micro F1 of classes.
    """
    options: dict[str, Any] = {
        "methods": variants("methods", methods),
        "learners": variants("learner", learner),
        "counts": counts(k),
        "folds": None if folds is None else whole("folds", folds, 2),
        "repeats": None if repeats is None else whole("repeats", repeats, 1),
        "leave_one_out": boolean("leave_one_out", leave_one_out),
        "holdout": None if holdout is None else share("holdout", holdout),
        "scale": choice("scale", scale),
        "missing": choice("missing", missing),
        "bins": rule_text("bins", bins),
        "combine": None if combine is None else choice("combine", combine),
        "select_rows": None if select_rows is None else whole("select_rows", select_rows, 1),
        "leaky": boolean("leaky", leaky),
        "allow_ids": boolean("allow_ids", allow_ids),
        "resume": None if resume is None else path_text(resume),
    }
    reading = Reading(
        categorical=categorical,
        numeric=numeric,
        task=task,
        target_bins=target_bins,
        missing=missing,
        drop=drop,
        na=na,
        default_na=default_na,
        decimal=decimal,
    )
    rows = {"split": split, "groups": groups, "time": time}
    table, columns = _with_row_columns(X, y, rows, reading)
    options |= columns
    names = names_for(X)
    with shown_progress(progress) as shown, translated_errors(names, path=options["resume"]):
        options |= {**run_options(threads, seed, memory, shown), "spelling": names}
        return Evaluation(_core.evaluate(table, options))


def inspect(
    X: Any,
    y: Any = None,
    *,
    drop: ColumnChoice = (),
    categorical: ColumnChoice = (),
    numeric: ColumnChoice = (),
    task: Task = "auto",
    target_bins: str | None = None,
    na: str | Iterable[str] = (),
    default_na: bool = True,
    decimal: Literal[".", ","] | None = None,
    threads: int | None = None,
) -> Inspection:
    """Show what pith infers: kinds, levels, missing values, constants, duplicates, classes.

    Parameters
    ----------
    X, y, drop, categorical, numeric, task, target_bins, na, default_na, decimal, threads
        As for `pith.select`.

    Returns
    -------
    Inspection
        Facts about each column, notes and warnings.
    """
    if isinstance(X, _core.Table):
        raise TypeError("X is a table from pith.read; pith.inspect takes frames and arrays")
    reading = Reading(
        categorical=categorical,
        numeric=numeric,
        task=task,
        target_bins=target_bins,
        missing="drop",  # a missing y is reported, not rejected
        drop=drop,
        na=na,
        default_na=default_na,
        decimal=decimal,
    )
    data = as_columns(X, y, reading)
    options = {**data.roles, "threads": threads_option(threads)}
    with translated_errors():
        return Inspection(_core.inspect(data.columns, options))


def request_options(
    method: str, params: dict[str, Any], bins: str | None, missing: str, allow_ids: bool
) -> dict[str, Any]:
    """The method and the preprocessing."""
    return {
        "method": method,
        "settings": settings_of(method, params),
        "bins": rule_text("bins", bins),
        "missing": choice("missing", missing),
        "allow_ids": boolean("allow_ids", allow_ids),
    }


def _with_own(method: str, params: dict[str, Any], **given: Any) -> dict[str, Any]:
    """The parameters, with options of k="auto" that the method has as parameters of its own."""
    info = method_info(method)
    known = {each.name for each in info.parameters} if info is not None else set()
    own = {name: value for name, value in given.items() if name in known and value is not None}
    return params | own


def kept_names(keep: ColumnChoice | None, table: _core.Table) -> list[str]:
    given: Any = [keep] if isinstance(keep, str) else [] if keep is None else keep
    return feature_names(given, table.names, "keep")


def _with_row_columns(
    X: Any, y: Any, given: dict[str, Any], reading: Reading
) -> tuple[_core.Table, dict[str, str | None]]:
    """The table, and the names of its columns of folds, groups and times."""
    arrays = {
        name: values
        for name, values in given.items()
        if values is not None and not isinstance(values, str)
    }
    names: dict[str, str | None] = dict.fromkeys(given)
    if arrays and isinstance(X, _core.Table):
        raise ValueError(
            f"{next(iter(arrays))} is an array, but X is a table from pith.read; pass the name of "
            "a column instead"
        )
    if isinstance(X, _core.Table):
        table = as_table(X, y, reading)
    else:
        data = as_columns(X, y, reading)
        for name, values in arrays.items():
            names[name] = add_row_labels(data, values, name)
        table = assigned(data)
    for name, value in given.items():
        if isinstance(value, str):
            names[name] = feature_names([value], table.names, name)[0]
    return table, names
