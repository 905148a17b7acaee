# SPDX-License-Identifier: Apache-2.0
"""A scikit-learn selector for each method, made from the catalogue when pith is imported."""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Callable
from typing import Any, ClassVar

import joblib
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import ClassifierTags, RegressorTags, check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from pith import _catalog, _core
from pith._data import Reading, as_table
from pith._frames import materialised
from pith._messages import CLASSES
from pith._options import (
    boolean,
    choice,
    is_by_cross_validation,
    number_options,
    run_options,
    settings_of,
    whole,
)
from pith._results import Selection
from pith._select import kept_names, request_options, run_select

_MAX_DRAWN_SEED = 2**31 - 1


class Selector(SelectorMixin, BaseEstimator):  # type: ignore[misc]
    """The base of the classes, each of which is `pith.select` with one method."""

    _entry: ClassVar[_catalog.Entry]

    selection_: Selection
    selection_order_: NDArray[np.intp]
    step_scores_: NDArray[np.float64]
    scores_: NDArray[np.float64]
    ranking_: NDArray[np.intp]

    def _fit(self, X: Any, y: Any, sample_weight: Any = None) -> Any:
        X = materialised(X)
        y = y if self._uses_target() else None
        for name, given in (("y", y), ("sample_weight", sample_weight)):
            if np.isscalar(given):
                raise ValueError(
                    f"{name} must be an array of one value per row (got {given!r}); the name of a "
                    f"column is accepted by pith.select, but not by {type(self).__name__}"
                )
        self._reject_other_missing()
        self._reject_too_few_rows(X)
        reading = Reading(
            sample_weight=sample_weight,
            categorical=self.categorical,
            numeric=self.numeric,
            task=self.task,
            target_bins=None if y is None else self.target_bins,
            missing=self.missing,
            na=self.na,
            default_na=self.default_na,
            estimator_name=type(self).__name__,
        )
        table = as_table(X, y, reading)
        validate_data(self, X, y, skip_check_array=True)  # stores the names of features
        self.n_features_in_ = table.features  # also where X has no shape, such as a list
        self._keep_results(self._select(table))
        return self

    def _reject_other_missing(self) -> None:
        """Even if X has no missing values: the tags depend on this parameter before X is known."""
        choices = self._entry.traits["missing"]
        if self.missing not in choices:
            listed = ", ".join(map(repr, choices[:-1])) + f" or {choices[-1]!r}"
            raise ValueError(f"missing must be {listed} (got {self.missing!r})")

    def _reject_too_few_rows(self, X: Any) -> None:
        """Raises the error of scikit-learn; for one row, the core would report a single class."""
        min_rows = max(self._entry.traits["min_rows"], 2 if self._entry.needs_target else 1)
        shape = X.shape if hasattr(X, "shape") else np.asarray(X).shape
        if len(shape) == 2 and 0 < shape[0] < min_rows:
            raise ValueError(
                f"Found array with {shape[0]} sample(s) (shape={tuple(shape)}) while a minimum of "
                f"{min_rows} is required by {type(self).__name__}."
            )

    def _uses_target(self) -> bool:
        """Whether y is read; methods that need no target must accept any y, usable or not."""
        return bool(self._traits()["needs_target"]) or self._is_k_auto()

    def _traits(self) -> dict[str, Any]:
        """The traits of the method with the current parameters."""
        try:
            settings = settings_of(self._entry.id, self._changed())
            traits: dict[str, Any] = json.loads(_core.traits(self._entry.id, settings))
            return traits
        except (TypeError, ValueError):  # of a parameter, which fit rejects
            return self._entry.traits

    def _is_k_auto(self) -> bool:
        """Whether `auto` and `learner` apply; in a grid search, k may be a number beside them."""
        has_rule = self.learner is not None and "learner" not in self._settings()
        asked = self.auto is not None or has_rule
        is_auto = isinstance(self.k, str) and self.k == "auto"
        return is_auto or (self.k is None and asked)

    def _settings(self) -> dict[str, Any]:
        """The parameters of the method itself."""
        return {
            parameter.setting: getattr(self, parameter.name)
            for parameter in self._entry.parameters
            if parameter.setting is not None
        }

    def _changed(self) -> dict[str, Any]:
        """The parameters of the method that are not at their defaults.

        The others may follow from a preset, or from the kind of the target.
        """
        defaults = {p.setting: p.default for p in self._entry.parameters}
        return {
            name: value
            for name, value in self._settings().items()
            if type(value) is not type(defaults[name]) or value != defaults[name]
        }

    def _select(self, table: _core.Table) -> Selection:
        method = self._entry.id
        rule = {"auto": self.auto, "learner": self.learner} if self._is_k_auto() else {}
        if "learner" in self._settings() and not is_by_cross_validation(self.k, self.auto):
            rule.pop("learner", None)
        bins, combine = getattr(self, "bins", None), getattr(self, "combine", None)
        options = {
            **number_options(method, self.k, **rule),
            **request_options(method, self._changed(), bins, self.missing, self.allow_ids),
            **run_options(_threads(self.n_jobs), _seed(self.random_state), self.memory, None),
            "keep": kept_names(self.keep, table),
            "rows": None if self.rows is None else whole("rows", self.rows, 1),
            "exact": boolean("exact", self.exact),
            "combine": None if combine is None else choice("combine", combine),
        }
        return run_select(table, options, CLASSES)

    def _keep_results(self, selection: Selection) -> None:
        self.selection_ = selection
        self.selection_order_ = selection.indices
        self.step_scores_ = selection.scores
        self.scores_ = np.full(self.n_features_in_, np.nan)
        self.scores_[self.selection_order_] = self.step_scores_
        order = self.selection_order_
        self.ranking_ = np.full(self.n_features_in_, len(order) + 1, dtype=np.intp)
        ranking = selection.ranking
        if ranking is not None:
            self.scores_[ranking.indices] = ranking.scores
            # Features of `keep` come first, whatever their place in the ranking.
            rest = ranking.indices[~np.isin(ranking.indices, order)]
            order = np.concatenate([order, rest])
        self.ranking_[order] = np.arange(1, len(order) + 1)

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self, "selection_order_")
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self.selection_order_] = True
        return mask

    def transform(self, X: Any) -> Any:
        """Reduce X to the selected features, in the order that they have in X.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of shape (n_samples, n_features)
            Rows with the features that were passed to fit.

        Returns
        -------
        X_selected : array, sparse matrix or frame of shape (n_samples, n_selected_features)
            The selected columns. If `set_output` requests frames and X is a frame of that kind,
            the columns keep their types.
        """
        mask = self._get_support_mask()
        X = materialised(X)
        kind = _output_kind(self)
        if kind == "default" or _frame_kind(X) != kind:
            return super().transform(X)
        validate_data(self, X, reset=False, skip_check_array=True)
        if not mask.any():
            warnings.warn("No features were selected", UserWarning, stacklevel=2)
        chosen = np.flatnonzero(mask)
        return X.iloc[:, chosen] if kind == "pandas" else X[:, chosen.tolist()]

    def _target_kinds(self) -> list[str]:
        """The kinds of y that fit takes with the current parameters: classes, numbers or both."""
        if not self._uses_target():
            return []
        kinds = list(self._traits()["targets"])
        if self.target_bins is not None and "numbers" not in kinds:
            kinds.append("numbers")  # of which bins make classes
        return kinds

    def _several_targets(self) -> str:
        """What becomes of a y with several columns; "joint": it is rejected."""
        if getattr(self, "combine", None) == "joint":
            return "together"  # as one class, which every method takes
        return str(self._traits().get("several_targets", "joint"))

    def __sklearn_is_fitted__(self) -> bool:
        # Not by attributes that end in an underscore: `lambda_` is a parameter.
        return hasattr(self, "selection_order_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.categorical = self._entry.traits["takes"] != "numbers"
        tags.input_tags.allow_nan = self.missing != "error"
        tags.target_tags.required = self._uses_target()
        kinds = self._target_kinds()
        several = self._several_targets() if kinds else "joint"
        tags.target_tags.multi_output = several != "joint"
        has_labels = several in ("combined", "together")
        tags.classifier_tags = (
            ClassifierTags(multi_label=has_labels) if "classes" in kinds else None
        )
        tags.regressor_tags = RegressorTags() if "numbers" in kinds else None
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _threads(n_jobs: Any) -> int:
    is_whole = isinstance(n_jobs, (int, np.integer)) and not isinstance(n_jobs, bool)
    if n_jobs is not None and not is_whole:
        raise TypeError(f"n_jobs must be an integer or None (got {n_jobs!r})")
    return int(joblib.effective_n_jobs(n_jobs))


def _seed(random_state: Any) -> int:
    """An integer is the seed itself: the results equal those of pith.select."""
    source = check_random_state(random_state)
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    return int(source.randint(_MAX_DRAWN_SEED))


def _output_kind(selector: Selector) -> str:
    """The output that set_output or the configuration requests: default, pandas or polars."""
    # SelectorMixin uses this function, too; there is no public one.
    from sklearn.utils._set_output import _get_output_config

    return str(_get_output_config("transform", selector)["dense"])


def _frame_kind(X: Any) -> str | None:
    """The library of a frame, 'pandas' or 'polars', found without importing either."""
    for base in type(X).__mro__:
        library = base.__module__.partition(".")[0]
        if base.__name__ == "DataFrame" and library in ("pandas", "polars"):
            return library
    return None


def _fit_function(entry: _catalog.Entry) -> Callable[..., Any]:
    """The method fit; metadata routing reads from its signature whether it takes weights."""

    def with_target_and_weights(self: Any, X: Any, y: Any, sample_weight: Any = None) -> Any:
        return self._fit(X, y, sample_weight)

    def with_target(self: Any, X: Any, y: Any) -> Any:
        return self._fit(X, y)

    def with_weights(self: Any, X: Any, y: Any = None, sample_weight: Any = None) -> Any:
        return self._fit(X, y, sample_weight)

    def with_features_only(self: Any, X: Any, y: Any = None) -> Any:
        return self._fit(X, y)

    fit = {
        (True, True): with_target_and_weights,
        (True, False): with_target,
        (False, True): with_weights,
        (False, False): with_features_only,
    }[entry.needs_target, entry.takes_weights]
    _rename(fit, "fit", entry)
    target = "" if entry.needs_target else ', used only with k="auto" or a parameter "cv"'
    kinds = entry.traits["targets"] or ["classes"]
    fit.__doc__ = _FIT_DOC.format(
        what=" or ".join("class" if kind == "classes" else "number" for kind in kinds),
        optional="" if entry.needs_target else ", default=None",
        target=target,
        weights=_WEIGHTS_DOC if entry.takes_weights else "",
    )
    return fit


_FIT_DOC = """Select features.

        Parameters
        ----------
        X : array-like, sparse matrix or frame of shape (n_samples, n_features)
            Numeric features; a frame may have categorical columns and strings, too.
        y : array-like of shape (n_samples,) or (n_samples, n_targets){optional}
            The {what} of each row{target}; one column for each target if there are several.
{weights}
        Returns
        -------
        self : object
            The fitted selector.
        """
_WEIGHTS_DOC = """        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts: a weight of 2 is equivalent to the row twice, 0 to leaving
            it out. With k="auto", learners ignore the weights.
"""


def _init_function(entry: _catalog.Entry) -> Callable[..., None]:
    """The __init__, which stores its arguments unchanged, with the signature of the catalogue."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    either = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature(
        [inspect.Parameter("self", either)]
        + [
            inspect.Parameter(p.name, either if p.name == "k" else keyword, default=p.default)
            for p in entry.parameters
        ]
    )

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        try:
            bound = signature.bind(self, *args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{entry.class_name}() {error}") from None
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            if name != "self":
                setattr(self, name, value)

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    _rename(__init__, "__init__", entry)
    return __init__


def _rename(function: Callable[..., Any], name: str, entry: _catalog.Entry) -> None:
    function.__name__ = name
    function.__qualname__ = f"{entry.class_name}.{name}"
    function.__module__ = "pith"


def _selector_class(entry: _catalog.Entry) -> type[Selector]:
    members = {
        "__doc__": _catalog.docstring(entry),
        "__module__": "pith",
        "__qualname__": entry.class_name,
        "__init__": _init_function(entry),
        "fit": _fit_function(entry),
        "_entry": entry,
    }
    return type(entry.class_name, (Selector,), members)


_ENTRIES = _catalog.entries(_core.methods(CLASSES), _core.options(CLASSES))
SELECTORS: dict[str, type[Selector]] = {
    entry.class_name: _selector_class(entry) for entry in _ENTRIES
}
globals().update(SELECTORS)
__all__ = sorted(SELECTORS)
