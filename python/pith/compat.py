# SPDX-License-Identifier: Apache-2.0
"""Functions with the signatures of other packages, so that a program need change its import only.

`mrmr_classif` stands in for that of mrmr_selection. `score_function` and the functions made by it
are for `score_func` of scikit-learn's SelectKBest, SelectPercentile and GenericUnivariateSelect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import joblib
import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_array

from pith._columns import is_missing
from pith._methods import catalogue
from pith._options import is_any_by_validation
from pith._select import select

__all__ = [
    "ScoreFunction",
    "anova_f",
    "chi2",
    "fisher_score",
    "gain_ratio",
    "mrmr_classif",
    "multisurf",
    "mutual_information",
    "relieff",
    "score_function",
    "symmetric_uncertainty",
]

Numbers = NDArray[np.float64]

_LEAST_REDUNDANCY = 0.001  # as mrmr_selection has it: no feature is charged less
_COPY = 1.0 - 1e-12  # correlations from here on are those of a copy

# Score functions -----------------------------------------------------------------------------


class ScoreFunction:
    """Scores of all features by one method of pith, as a function of X and y.

    Made by `score_function`; it can be pickled and compared.
    """

    def __init__(self, method: str, arguments: dict[str, Any], n_jobs: int | None = None) -> None:
        self.method = method
        self.arguments = arguments
        self.n_jobs = n_jobs
        self.__name__ = method.replace("-", "_")

    def __call__(self, X: Any, y: Any = None) -> Numbers:
        """The score of each feature, in the order of the columns of X; more is better."""
        # Methods that need no target must take any y, even one that they could not use.
        needs_target = catalogue()[self.method].traits["needs_target"]
        uses_target = needs_target or is_any_by_validation(self.arguments.values())
        target = y if uses_target else None
        threads = joblib.effective_n_jobs(self.n_jobs)
        ranking = select(X, target, self.method, 1, threads=threads, **self.arguments).ranking
        assert ranking is not None  # score_function refuses methods without
        scores = np.empty(len(ranking.indices))
        scores[ranking.indices] = ranking.scores
        return scores

    def __eq__(self, other: object) -> bool:
        # Their texts: arguments may be arrays, which have no one answer.
        return isinstance(other, ScoreFunction) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(self.method)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.arguments.items())
        jobs = "" if self.n_jobs is None else f", n_jobs={self.n_jobs}"
        return f"score_function({self.method!r}{given}{jobs})"


def score_function(method: str, *, n_jobs: int | None = None, **arguments: Any) -> ScoreFunction:
    """A function of X and y that gives each feature its score by a method of pith.

    Parameters
    ----------
    method : str
        A method that ranks every feature: those of `pith.methods()` that select step by step have
        no score for features that they do not select.
    n_jobs : int or None, default=None
        How many threads to use. None: 1, or what a joblib context says; -1: all processors.
    **arguments
        As for `pith.select`, but for k and threads: parameters of the method, bins, missing, seed
        and so on.

    Returns
    -------
    function : ScoreFunction
        Takes X and y, and gives an array of one score per feature. A higher score is better.

    Examples
    --------
    >>> from sklearn.feature_selection import SelectKBest
    >>> SelectKBest(score_function("relieff", neighbours=5), k=20)  # doctest: +SKIP
    """
    if method not in _rankers():
        raise ValueError(
            f"method is {method!r}, which does not score every feature; those that do: "
            + ", ".join(_rankers())
        )
    for name, remedy in (("k", "all features are scored"), ("threads", "use n_jobs")):
        if name in arguments:
            raise TypeError(f"a score function has no argument {name!r}: {remedy}")
    return ScoreFunction(method, arguments, n_jobs)


def _rankers() -> list[str]:
    """Methods that score every feature."""
    return [each.id for each in catalogue().values() if each.traits["ranks_all"]]


mutual_information = score_function("mim")
fisher_score = score_function("fisher")
anova_f = score_function("anova-f")
chi2 = score_function("chi2", form="sums")  # as scikit-learn has it
gain_ratio = score_function("gain-ratio")
symmetric_uncertainty = score_function("symmetric-uncertainty")
relieff = score_function("relieff")
multisurf = score_function("multisurf")

# mrmr_selection ------------------------------------------------------------------------------


def mrmr_classif(
    X: Any,
    y: Any,
    K: int,
    relevance: str | Callable[[Any, Any], Any] = "f",
    redundancy: Literal["c"] = "c",
    denominator: Literal["mean", "max"] = "mean",
    cat_features: Sequence[Any] | None = None,
    cat_encoding: str = "leave_one_out",
    only_same_domain: bool = False,
    return_scores: bool = False,
    n_jobs: int = -1,
    show_progress: bool = False,
) -> Any:
    """Features of high relevance for y and little correlation, as mrmr_selection.mrmr_classif.

    Each step takes the feature with the highest ratio of its relevance to the mean (or the largest)
    absolute correlation with the features selected before, which counts as 0.001 at least. This is
    not `pith.MRMR`: that has mutual information in both places, as mRMR was published for
    categories. Relevances come from a method of pith, F from "anova-f"; correlations are computed
    here, K columns of them.

    Values that are missing are left out: of F those of the feature, of a correlation those of
    either feature. The result is that of mrmr_selection but for these: a copy of a selected feature
    is never selected (there, only while the mean of all its correlations is exactly 1); the
    first column wins a tie; correlations are only kept with the selected features; nothing is
    shown unless `show_progress` is true. What it refuses: to encode categories by the target
    (`cat_features`), which lets the target into the features, and to compare within groups of names
    only (`only_same_domain`). Of the named relevances it has "f" alone: for "rf" and "ks" give a
    function.

    Parameters
    ----------
    X : frame or array-like of shape (n_samples, n_features)
        Numbers. Features are named as the columns of a frame, or by position.
    y : array-like of shape (n_samples,)
        Classes.
    K : int
        How many features to select at most. Features without relevance and copies are left out.
    relevance : str or callable, default="f"
        "f", a method of pith that ranks every feature such as "mim" or "relieff", or a function of
        X and y that gives one number per feature, or a Series of them by name.
    redundancy : {"c"}, default="c"
        Absolute correlation (Pearson's).
    denominator : {"mean", "max"}, default="mean"
        What is made of the correlations with all selected features.
    cat_features : None
        Categories must be numbers already.
    cat_encoding : str, default="leave_one_out"
        Not used without `cat_features`.
    only_same_domain : bool, default=False
        Must be False.
    return_scores : bool, default=False
        Whether relevances and redundancies are returned as well.
    n_jobs : int, default=-1
        How many threads to use for the relevance.
    show_progress : bool, default=False
        Whether to show progress of the relevance on standard error.

    Returns
    -------
    selected : list
        Names of the selected features, or positions where X has no names, in order.
    relevance, redundancy : Series and DataFrame, or arrays
        With return_scores: the relevance of each feature, and the redundancy of each feature (rows)
        with the selected ones (columns); NaN where it did not count.
    """
    _check_choices(K, redundancy, denominator)
    if cat_features is not None and len(cat_features) > 0:
        raise ValueError("cat_features are not encoded here: encode them before, within each fold")
    if only_same_domain:
        raise ValueError("only_same_domain=True is not offered: all selected features count")
    names = _names(X)
    values = check_array(X, dtype=np.float64, ensure_all_finite="allow-nan", input_name="X")
    _check_classes(y)
    relevances = _relevances(X, values, y, relevance, n_jobs, show_progress)
    order, charges = _quotient_path(values, relevances, K, denominator)
    selected = [names[index] for index in order] if names is not None else order
    if not return_scores:
        return selected
    return selected, *_labelled(X, relevances, charges, selected)


def _check_choices(K: int, redundancy: str, denominator: str) -> None:
    if isinstance(K, bool) or not isinstance(K, (int, np.integer)) or K < 1:
        raise ValueError(f"K must be a whole number of at least 1, not {K!r}")
    if redundancy != "c":
        raise ValueError(f"redundancy must be 'c', the correlation, not {redundancy!r}")
    if denominator not in ("mean", "max"):
        raise ValueError(f"denominator must be 'mean' or 'max', not {denominator!r}")


def _check_classes(y: Any) -> None:
    """What the core would refuse with remedies that mrmr_classif does not have."""
    if isinstance(y, str):
        raise ValueError(f"y must be the class of each row, not {y!r}")
    if any(is_missing(value) for value in y):
        raise ValueError("Input y contains NaN: leave out the rows without a class")
    values = np.asarray(y)
    if values.dtype.kind != "f":
        return
    if (values != np.trunc(values)).any():
        raise ValueError("y has fractions, but must be classes: make bins of it first")


def _names(X: Any) -> list[Any] | None:
    # What Arrow calls columns are their values.
    names = getattr(X, "column_names", getattr(X, "columns", None))
    return None if names is None else list(names)


def _relevances(
    X: Any,
    values: Numbers,
    y: Any,
    relevance: str | Callable[[Any, Any], Any],
    n_jobs: int,
    show_progress: bool,
) -> Numbers:
    if callable(relevance):
        found = np.asarray(_by_name(relevance(X, y), _names(X)), dtype=np.float64)
        if found.shape != (values.shape[1],):
            raise ValueError(
                f"relevance must give {values.shape[1]} numbers, one per feature; it gave an array "
                f"of shape {found.shape}"
            )
    else:
        if relevance != "f" and relevance not in _rankers():
            raise ValueError(
                f"relevance must be 'f', a function, or a method that ranks every feature "
                f"({', '.join(_rankers())}), not {relevance!r}"
            )
        found = _scores_where_present(
            values,
            y,
            score_function(
                "anova-f" if relevance == "f" else relevance,
                n_jobs=n_jobs,
                numeric=["*"],
                progress=True if show_progress else None,
            ),
        )
    return np.nan_to_num(found, nan=0.0, posinf=np.inf, neginf=0.0)


def _by_name(scores: Any, names: list[Any] | None) -> Any:
    """Scores of a Series in the order of the features, whatever order it has; others as they are.

    Of a Series without names, of positions, the order counts already.
    """
    if names is None or not hasattr(scores, "reindex"):
        return scores
    absent = [name for name in names if name not in scores.index]
    if absent:
        raise ValueError(f"relevance gives a Series that has no score of {absent[0]!r}")
    return scores.reindex(names)


def _scores_where_present(values: Numbers, y: Any, score: ScoreFunction) -> Numbers:
    """Scores of whole columns at once, and of each column with gaps by the rows that it has."""
    has_gaps = np.isnan(values).any(axis=0)
    scores = np.zeros(values.shape[1])
    if not has_gaps.all():
        whole = values if not has_gaps.any() else values[:, ~has_gaps]
        scores[~has_gaps] = score(whole, y)
    classes = np.asarray(y)
    # One column is too little for threads, and for progress.
    alone = ScoreFunction(score.method, {**score.arguments, "progress": None}, n_jobs=1)
    for index in np.flatnonzero(has_gaps):
        present = ~np.isnan(values[:, index])
        if len(set(classes[present].tolist())) > 1:
            scores[index] = alone(values[present, index : index + 1], classes[present])[0]
    return scores


def _quotient_path(
    values: Numbers, relevances: Numbers, K: int, denominator: str
) -> tuple[list[int], Numbers]:
    """Positions in order of selection, and the redundancy of all features with each of them."""
    correlations = _Correlations(values)
    is_open = relevances > 0
    order: list[int] = []
    charges: list[Numbers] = []
    total = np.zeros(len(relevances))
    while len(order) < K and is_open.any():
        if not order:
            cost = np.ones(len(relevances))
        else:
            cost = total / len(order) if denominator == "mean" else total
        # Every open feature has a score above 0: relevances are, and costs are at most 1.
        best = int(np.argmax(np.where(is_open, relevances / cost, -1.0)))
        is_open[best] = False
        order.append(best)
        strength = np.abs(correlations.with_column(best))
        charge = np.maximum(strength, _LEAST_REDUNDANCY)
        charges.append(np.where(is_open, charge, np.nan))
        total = total + charge if denominator == "mean" else np.maximum(total, charge)
        is_open &= strength < _COPY
    return order, np.stack(charges, axis=1) if charges else np.empty((len(relevances), 0))


class _Correlations:
    """Correlations of all columns with one of them, over the rows where both are present."""

    def __init__(self, values: Numbers) -> None:
        gaps = np.isnan(values)
        self._present = (~gaps).astype(np.float64) if gaps.any() else None
        counts = np.maximum((~gaps).sum(axis=0), 1)
        self._values = values - np.where(gaps, 0.0, values).sum(axis=0) / counts
        self._values[gaps] = 0.0
        self._squares = self._values**2 if gaps.any() else None
        self._lengths = np.einsum("ij,ij->j", self._values, self._values)

    def with_column(self, index: int) -> Numbers:
        column = self._values[:, index]
        products = self._values.T @ column
        if self._present is None or self._squares is None:
            return _ratios(products, self._lengths, self._lengths[index])
        here = self._present[:, index]
        rows = np.maximum(self._present.T @ here, 1.0)
        sums, sums_of_column = self._values.T @ here, self._present.T @ column
        variation = self._squares.T @ here - sums**2 / rows
        variation_of_column = self._present.T @ column**2 - sums_of_column**2 / rows
        return _ratios(products - sums * sums_of_column / rows, variation, variation_of_column)


def _ratios(products: Numbers, squares: Numbers, others: Numbers | np.float64) -> Numbers:
    """Correlations; 0 where a column is constant."""
    # Roots first: the product of two squares may be beyond what a number holds.
    lengths = np.sqrt(np.maximum(squares, 0.0)) * np.sqrt(np.maximum(others, 0.0))
    ratios: Numbers = np.zeros(len(products))
    np.divide(products, lengths, out=ratios, where=lengths > 0)
    return ratios


def _labelled(
    X: Any, relevances: Numbers, charges: Numbers, selected: list[Any]
) -> tuple[Any, Any]:
    if not hasattr(X, "iloc"):
        return relevances, charges
    import pandas as pd  # X is a frame of it

    return (
        pd.Series(relevances, index=X.columns),
        pd.DataFrame(charges, index=X.columns, columns=selected),
    )
