# SPDX-License-Identifier: Apache-2.0
"""Drop-in replacements for functions of other packages.

`mrmr_classif` replaces the function of mrmr_selection. `score_function` and the functions made by
it are for `score_func` of scikit-learn's SelectKBest, SelectPercentile and
GenericUnivariateSelect.
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
from pith._options import uses_cross_validation
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

_MIN_REDUNDANCY = 0.001  # as in mrmr_selection
_DUPLICATE = 1.0 - 1e-12  # a correlation from here on means a duplicate

# Score functions -----------------------------------------------------------------------------


class ScoreFunction:
    """The scores of all features by a method of pith, as a function of X and y.

    Made by `score_function`; it can be pickled and compared.
    """

    def __init__(self, method: str, arguments: dict[str, Any], n_jobs: int | None = None) -> None:
        self.method = method
        self.arguments = arguments
        self.n_jobs = n_jobs
        self.__name__ = method.replace("-", "_")

    def __call__(self, X: Any, y: Any = None) -> Numbers:
        """The score of each feature, in the order of the columns of X; higher is better.

        Where the scores of a method do not decrease along its ranking (those of eliminated
        features, for example), these are positions: 1 for the worst feature and so on.
        """
        # Methods that need no target must accept any y, even an unusable one.
        needs_target = catalogue()[self.method].traits["needs_target"]
        uses_target = needs_target or uses_cross_validation(self.arguments.values())
        target = y if uses_target else None
        threads = joblib.effective_n_jobs(self.n_jobs)
        # All features: of some methods the scores depend on how many are selected.
        ranking = select(X, target, self.method, "all", threads=threads, **self.arguments).ranking
        assert ranking is not None  # score_function rejects methods without
        scores = np.empty(len(ranking.indices))
        scores[ranking.indices] = _descending(ranking.scores)
        return scores

    def __eq__(self, other: object) -> bool:
        # By their texts, since comparing arguments that are arrays gives an array.
        return isinstance(other, ScoreFunction) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(self.method)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.arguments.items())
        jobs = "" if self.n_jobs is None else f", n_jobs={self.n_jobs}"
        return f"score_function({self.method!r}{given}{jobs})"


def score_function(method: str, *, n_jobs: int | None = None, **arguments: Any) -> ScoreFunction:
    """Make a function of X and y that scores each feature by a method of pith.

    Parameters
    ----------
    method : str
        A method that ranks every feature. Methods that select step by step do not score the
        features that they do not select.
    n_jobs : int or None, default=None
        Number of threads. None: 1, unless in a joblib context; -1: all processors.
    **arguments
        As for `pith.select`, except k and threads: parameters of the method, bins, missing, seed
        and so on.

    Returns
    -------
    function : ScoreFunction
        Takes X and y, and returns an array of one score per feature. Higher is better.

    Examples
    --------
    >>> from sklearn.feature_selection import SelectKBest
    >>> SelectKBest(score_function("relieff", neighbours=5), k=20)  # doctest: +SKIP
    """
    if method not in _rankers():
        raise ValueError(
            f"method {method!r} does not score every feature; use one of " + ", ".join(_rankers())
        )
    for name, remedy in (("k", "all features are scored"), ("threads", "use n_jobs")):
        if name in arguments:
            raise TypeError(f"unexpected argument {name!r} of a score function: {remedy}")
    return ScoreFunction(method, arguments, n_jobs)


def _descending(scores: Numbers) -> Numbers:
    """Scores of features, best first, or their positions from the end if scores would not do."""
    slack = 1e-9 * np.maximum(1.0, np.abs(scores[1:]))
    if np.all(np.diff(scores) <= slack):
        return scores
    return np.arange(len(scores), 0, -1.0)


def _rankers() -> list[str]:
    """The methods that score every feature."""
    return [each.id for each in catalogue().values() if each.traits["ranks_all"]]


mutual_information = score_function("mim")
fisher_score = score_function("fisher")
anova_f = score_function("anova-f")
chi2 = score_function("chi2", form="sums")  # as in scikit-learn
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
    """Select features by relevance and correlation, as mrmr_selection.mrmr_classif does.

    Each step selects the feature with the highest ratio of its relevance to the mean (or the
    maximum) of its absolute correlations with the features selected before, which count as at
    least 0.001. This differs from `pith.MRMR`, which uses mutual information for both, as mRMR was
    published for categorical features. Relevances come from a method of pith, F from "anova-f".

    Missing values are ignored: for F those of the feature, for a correlation those of either
    feature. The result equals that of mrmr_selection with these exceptions: a duplicate of a
    selected feature is never selected (there, only while the mean of all its correlations is
    exactly 1); ties go to the first column; correlations are returned for the selected features
    only; progress is not displayed unless `show_progress` is true. Target encoding of categorical
    features (`cat_features`), which leaks the target into the features, and comparison within
    groups of names (`only_same_domain`) are not supported. Of the named relevances only "f" is
    supported: for "rf" and "ks" pass a function.

    Parameters
    ----------
    X : frame or array-like of shape (n_samples, n_features)
        Numeric features, named by the columns of a frame, or by position.
    y : array-like of shape (n_samples,)
        The class of each row.
    K : int
        Maximum number of features. Features without relevance and duplicates are not selected.
    relevance : str or callable, default="f"
        "f", a method of pith that ranks every feature such as "mim" or "relieff", or a function of
        X and y that returns one number per feature, or a Series of them by name.
    redundancy : {"c"}, default="c"
        Absolute Pearson correlation.
    denominator : {"mean", "max"}, default="mean"
        How the correlations with the selected features are combined.
    cat_features : None
        Not supported: categorical features must be encoded already.
    cat_encoding : str, default="leave_one_out"
        Ignored.
    only_same_domain : bool, default=False
        Must be False.
    return_scores : bool, default=False
        Whether to return relevances and redundancies, too.
    n_jobs : int, default=-1
        Number of threads for the relevance.
    show_progress : bool, default=False
        Whether to display the progress of the relevance on standard error.

    Returns
    -------
    selected : list
        Names of the selected features, or positions if X has no names, in order.
    relevance, redundancy : Series and DataFrame, or arrays
        With return_scores: the relevance of each feature, and the redundancy of each feature (rows)
        with the selected ones (columns); NaN where it was not used.
    """
    _check_choices(K, redundancy, denominator)
    if cat_features is not None and len(cat_features) > 0:
        raise ValueError(
            "cat_features is not supported: encode these features before, within each fold"
        )
    if only_same_domain:
        raise ValueError("only_same_domain=True is not supported")
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
        raise ValueError(f"K must be an integer of at least 1 (got {K!r})")
    if redundancy != "c":
        raise ValueError(f"redundancy must be 'c', the correlation (got {redundancy!r})")
    if denominator not in ("mean", "max"):
        raise ValueError(f"denominator must be 'mean' or 'max' (got {denominator!r})")


def _check_classes(y: Any) -> None:
    """Rejects what the core would reject with remedies that mrmr_classif does not have."""
    if isinstance(y, str):
        raise ValueError(f"y must be the class of each row (got {y!r})")
    if any(is_missing(value) for value in y):
        raise ValueError("Input y contains NaN: drop the rows without a class")
    values = np.asarray(y)
    if values.dtype.kind != "f":
        return
    if (values != np.trunc(values)).any():
        raise ValueError("y must be classes, but is continuous: discretise it first")


def _names(X: Any) -> list[Any] | None:
    # The attribute `columns` of an Arrow table has the values.
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
                f"relevance must return {values.shape[1]} numbers, one per feature (got an array "
                f"of shape {found.shape})"
            )
    else:
        if relevance != "f" and relevance not in _rankers():
            raise ValueError(
                f"relevance must be 'f', a function, or a method that ranks every feature "
                f"({', '.join(_rankers())}), got {relevance!r}"
            )
        found = _scores_where_present(
            values,
            y,
            score_function(
                "anova-f" if relevance == "f" else relevance,
                n_jobs=n_jobs,
                numeric=["*"],
                task="classify",
                progress=True if show_progress else None,
            ),
        )
    return np.nan_to_num(found, nan=0.0, posinf=np.inf, neginf=0.0)


def _by_name(scores: Any, names: list[Any] | None) -> Any:
    """The scores of a Series in the order of the features; other scores are in order already."""
    if names is None or not hasattr(scores, "reindex"):
        return scores
    absent = [name for name in names if name not in scores.index]
    if absent:
        raise ValueError(f"relevance returned a Series without a score of {absent[0]!r}")
    return scores.reindex(names)


def _scores_where_present(values: Numbers, y: Any, score: ScoreFunction) -> Numbers:
    """Scores of complete columns together, and of each other column on its own rows."""
    is_incomplete = np.isnan(values).any(axis=0)
    scores = np.zeros(values.shape[1])
    if not is_incomplete.all():
        complete = values if not is_incomplete.any() else values[:, ~is_incomplete]
        scores[~is_incomplete] = score(complete, y)
    classes = np.asarray(y)
    # One column is too little work for threads and for progress.
    alone = ScoreFunction(score.method, {**score.arguments, "progress": None}, n_jobs=1)
    for index in np.flatnonzero(is_incomplete):
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
        # Scores are above 0, since relevances are above 0 and costs are at most 1.
        best = int(np.argmax(np.where(is_open, relevances / cost, -1.0)))
        is_open[best] = False
        order.append(best)
        strength = np.abs(correlations.with_column(best))
        charge = np.maximum(strength, _MIN_REDUNDANCY)
        charges.append(np.where(is_open, charge, np.nan))
        total = total + charge if denominator == "mean" else np.maximum(total, charge)
        is_open &= strength < _DUPLICATE
    return order, np.stack(charges, axis=1) if charges else np.empty((len(relevances), 0))


class _Correlations:
    """Correlations of all columns with one of them, on the rows where both are present."""

    def __init__(self, values: Numbers) -> None:
        absent = np.isnan(values)
        self._present = (~absent).astype(np.float64) if absent.any() else None
        counts = np.maximum((~absent).sum(axis=0), 1)
        self._values = values - np.where(absent, 0.0, values).sum(axis=0) / counts
        self._values[absent] = 0.0
        self._squares = self._values**2 if absent.any() else None
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
    """The correlations; 0 for constant columns."""
    # Roots first: the product of the squares may overflow.
    lengths = np.sqrt(np.maximum(squares, 0.0)) * np.sqrt(np.maximum(others, 0.0))
    ratios: Numbers = np.zeros(len(products))
    np.divide(products, lengths, out=ratios, where=lengths > 0)
    return ratios


def _labelled(
    X: Any, relevances: Numbers, charges: Numbers, selected: list[Any]
) -> tuple[Any, Any]:
    if not hasattr(X, "iloc"):
        return relevances, charges
    import pandas as pd  # installed, since X is one of its frames

    return (
        pd.Series(relevances, index=X.columns),
        pd.DataFrame(charges, index=X.columns, columns=selected),
    )
