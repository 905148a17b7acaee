# SPDX-License-Identifier: Apache-2.0
"""The result of `pith.evaluate`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pith._drawing import Drawn
from pith._methods import known_learners
from pith._results import SeededResult, frame_of, number, numbers
from pith._show import (
    WIDTH,
    Grid,
    counted,
    display_width,
    html_part,
    note_lines,
    printable,
    styled,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pith.plot import Metric

# The metrics that are shares, in a table as percentages; the others have units or may be negative.
_SHARES = (
    "error",
    "balanced_error",
    "auc",
    "mean_average_precision",
    "macro_f1",
    "micro_f1",
    "hamming_loss",
    "subset_accuracy",
)
# Of the metrics that decide.
_TITLES = {"rmse": "RMSE", "hamming_loss": "Hamming loss (%)", "mean_loss": "mean loss"}
_BASELINES = {
    "error": "majority-class baseline: {} % error",
    "rmse": "mean baseline: RMSE {}",
    "hamming_loss": "majority-class baseline: {} % Hamming loss",
    "mean_loss": "constant baseline: mean loss {}",
}
_FEATURES_WIDTH = 10  # of the first column of a table and the space after it


@dataclass(frozen=True)
class Curve:
    """The performance of a learner on the features of a method, by the number of features."""

    method: str
    learner: str
    best_k: int
    k: tuple[int, ...]
    _points: tuple[dict[str, Any], ...] = field(repr=False)
    _overall: dict[str, Any] = field(repr=False)
    _metric: str = field(default="error", repr=False)  # where none is named

    def _values(self, metric: str | None, part: str) -> NDArray[np.float64]:
        name = _known_metric(metric or self._metric, self._overall)
        return numbers(point[name][part] for point in self._points)

    def mean(self, metric: str | None = None) -> NDArray[np.float64]:
        """Means over the splits, one for each number of features; NaN if undefined."""
        return self._values(metric, "mean")

    def lower(self, metric: str | None = None) -> NDArray[np.float64]:
        """Lower limits of the confidence intervals; NaN with one split."""
        return self._values(metric, "lower")

    def upper(self, metric: str | None = None) -> NDArray[np.float64]:
        """Upper limits of the confidence intervals; NaN with one split."""
        return self._values(metric, "upper")

    def overall(self, metric: str | None = None) -> tuple[float, float, float]:
        """Mean over all numbers of features, with its lower and upper limits."""
        whole = self._overall[_known_metric(metric or self._metric, self._overall)]
        return number(whole["mean"]), number(whole["lower"]), number(whole["upper"])

    def __hash__(self) -> int:
        return hash((self.method, self.learner, self.k))


def _known_metric(metric: str, overall: dict[str, Any]) -> str:
    if metric not in overall:
        raise ValueError(f"metric must be one of {', '.join(overall)} (got {metric!r})")
    return metric


def _smallest_error(curves: list[Curve]) -> Curve:
    return min(curves, key=lambda curve: curve.overall()[0])


class Evaluation(Drawn, SeededResult):
    """Cross-validated performance of learners on the features that methods select."""

    _schema = "pith/evaluation/1"

    @property
    def metric(self) -> str:
        """The metric that is shown and compared: "error" of classes, "rmse" of numbers.

        Of several targets, it is "hamming_loss" if all hold classes, else "mean_loss": the mean of
        the errors of classes and of 1 - R2 of numbers.
        """
        return str(self._content.get("metric", "error")).replace("-", "_")

    @property
    def metrics(self) -> list[str]:
        """All metrics of the target, or targets; `metric` is the first."""
        return list(self._content["curves"][0]["overall"]) if self._content["curves"] else []

    @property
    def methods(self) -> list[str]:
        """The methods, as given."""
        return [method["label"] for method in self._content["methods"]]

    @property
    def learners(self) -> list[str]:
        """The learners, as given."""
        return [learner["label"] for learner in self._content["learners"]]

    @property
    def k(self) -> list[int]:
        """Numbers of features, ascending."""
        return list(self._content["k"])

    @property
    def curves(self) -> list[Curve]:
        """A curve for each method and learner."""
        return [
            Curve(
                method=curve["method"],
                learner=curve["learner"],
                best_k=curve["best_k"],
                k=tuple(point["k"] for point in curve["points"]),
                _points=tuple(curve["points"]),
                _overall=curve["overall"],
                _metric=self.metric,
            )
            for curve in self._content["curves"]
        ]

    def curve(self, method: str, learner: str | None = None) -> Curve:
        """The curve of a method, with the first learner by default."""
        wanted = self.learners[0] if learner is None else learner
        for curve in self.curves:
            if (curve.method, curve.learner) == (method, wanted):
                return curve
        raise ValueError(
            f"there is no curve of {method!r} with {wanted!r}; the methods are "
            f"{', '.join(self.methods)}, the learners are {', '.join(self.learners)}"
        )

    @property
    def best(self) -> Curve:
        """The curve with the smallest mean error over all numbers of features."""
        return _smallest_error(self.curves)

    @property
    def comparisons(self) -> list[dict[str, Any]]:
        """Paired tests of each pair of methods, with each learner."""
        comparisons: list[dict[str, Any]] = self.to_dict()["comparisons"]
        return comparisons

    @property
    def selected(self) -> dict[str, list[dict[str, Any]]]:
        """The features that each method selected, most often first."""
        return {each["method"]: each["features"] for each in self.to_dict()["selected"]}

    @property
    def failures(self) -> dict[str, str]:
        """Methods without curves, and why: they cannot take the table, or some training rows."""
        methods = self._content["methods"]
        return {method["label"]: method["error"] for method in methods if "error" in method}

    def all_features(
        self, metric: str | None = None, learner: str | None = None
    ) -> tuple[float, float, float]:
        """Mean of a learner on all features, a baseline, with its lower and upper limits.

        NaN if the learner cannot take all features. The learner is the first one by default.
        """
        name = _known_metric(metric or self.metric, dict.fromkeys(self.metrics))
        wanted = self.learners[0] if learner is None else learner
        for each in self._content["baselines"]["all_features"]:
            if each["learner"] == wanted and "metrics" in each:
                found = each["metrics"][name]
                return number(found["mean"]), number(found["lower"]), number(found["upper"])
        return np.nan, np.nan, np.nan

    @property
    def chance(self) -> float:
        """The error of the majority-class baseline; the RMSE of the mean, for numbers.

        Of several targets, `metric` of a constant prediction of each.
        """
        return number(self._content["chance"])

    @property
    def leaky(self) -> bool:
        """Whether features were selected with the test rows, so that the errors are too small."""
        return bool(self._content["leaky"])

    @property
    def splits(self) -> dict[str, Any]:
        """How the rows were split, and the number of splits."""
        return dict(self._content["splits"])

    def __len__(self) -> int:
        return len(self._content["curves"])

    def __iter__(self) -> Iterator[Curve]:
        return iter(self.curves)

    def to_frame(self, what: str = "curves", *, backend: str | None = None) -> Any:
        """A frame with a row for each point of a curve, comparison or selected feature.

        Parameters
        ----------
        what : {"curves", "comparisons", "selected"}
            The content of the rows.
        backend : {"pandas", "polars", "dict"}, optional
            Type of the frame; None: the first of these that is installed.
        """
        makers = {
            "curves": self._curve_rows,
            "comparisons": self._comparison_rows,
            "selected": self._selected_rows,
        }
        if what not in makers:
            raise ValueError(f"what must be 'curves', 'comparisons' or 'selected' (got {what!r})")
        rows = makers[what]()
        names = list(rows[0]) if rows else []
        return frame_of({name: [row[name] for row in rows] for name in names}, backend)

    def _curve_rows(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        for curve in self._content["curves"]:
            for point in curve["points"]:
                row = {"method": curve["method"], "learner": curve["learner"], "k": point["k"]}
                for metric in self.metrics:
                    row[metric] = number(point[metric]["mean"])
                    row[f"{metric}_lower"] = number(point[metric]["lower"])
                    row[f"{metric}_upper"] = number(point[metric]["upper"])
                rows.append(row)
        return rows

    def _comparison_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "learner": each["learner"],
                "method": each["method"],
                "other": each["other"],
                "difference": number(each["splits"]["difference"]),
                "p_t": number(each["splits"]["p"]),
                "p_ranks": number(each["signed_ranks"]["p"]),
                "p_counts": number(each["counts"]["p"]),
            }
            for each in self._content["comparisons"]
        ]

    def _selected_rows(self) -> list[dict[str, Any]]:
        return [
            {"method": each["method"], **feature}
            for each in self._content["selected"]
            for feature in each["features"]
        ]

    def plot(self, *, metric: Metric | None = None, ax: Axes | None = None) -> Axes:
        """Plot the curves with matplotlib; see `pith.plot.plot_evaluation`.

        Parameters
        ----------
        metric : str, optional
            The metric to plot, one of `metrics`; None: `metric`.
        ax : matplotlib Axes, optional
            Axes to draw into; None: those of a new figure.
        """
        from pith.plot import plot_evaluation

        return plot_evaluation(self, metric=metric, ax=ax)

    def _splits_text(self) -> str:
        how = self._content["splits"]
        repeats = how.get("repeats", 1)
        column = printable(how.get("column", ""))
        if how["how"] in ("folds", "groups"):
            times = f"{repeats} x " if repeats > 1 else ""
            groups = f" by groups of '{column}'" if how["how"] == "groups" else ""
            return f"{times}{how['folds']}-fold cross-validation{groups}"
        if how["how"] == "time":
            return f"{counted(how['folds'], 'forward split')} by '{column}'"
        if how["how"] == "leave-one-out":
            return "leave-one-out cross-validation"
        if how["how"] == "holdout":
            times = f", repeated {repeats} times" if repeats > 1 else ""
            return f"{100 * how['share']:.3g} % holdout{times}"
        return "given test rows" if how["count"] == 1 else "given folds"

    def _split_line(self) -> str:
        baseline = _BASELINES[self.metric].format(_metric_text(self.chance, self.metric))
        rows = self._content["splits"].get("select_rows")
        sample = f", features selected on {counted(rows, 'training row')} of each" if rows else ""
        return f"{self._splits_text()}{sample}; {baseline}"

    def _leaky_line(self) -> str:
        if not self.leaky:
            return ""
        return (
            "LEAKY: features were selected and scaled on all rows, including the test rows; errors "
            "are optimistically biased"
        )

    def _learner_line(self, label: str) -> str:
        entry = next(each for each in self._content["learners"] if each["label"] == label)
        known = known_learners().get(entry["id"])
        heading = _TITLES.get(self.metric, "error (%)")
        return f"{known.title} ({label}): {heading}" if known else f"{label}: {heading}"

    def _curves_of(self, learner: str) -> list[Curve]:
        return [curve for curve in self.curves if curve.learner == learner]

    def _grids(self, learner: str) -> list[Grid]:
        """Errors of all methods with a learner, in tables that fit a terminal."""
        columns = self._error_columns(learner)
        grids: list[Grid] = []
        while columns:
            used, count = _FEATURES_WIDTH, 0
            for column in columns:
                used += max(map(display_width, column)) + 2
                if count > 0 and used > WIDTH:
                    break
                count += 1
            grids.append(_error_grid(self.k, columns[:count]))
            columns = columns[count:]
        return grids

    def _error_columns(self, learner: str) -> list[list[str]]:
        """For each method, and for all features: a heading, errors by k, their mean and interval.

        A method that failed has no errors; a note says why.
        """
        curves = {curve.method: curve for curve in self._curves_of(learner)}
        columns: list[list[str]] = []
        for method in self.methods:
            if method not in curves:
                columns.append([printable(method), *["n/a"] * len(self.k), "n/a", ""])
                continue
            errors = [_metric_text(error, self.metric) for error in curves[method].mean()]
            errors += [""] * (len(self.k) - len(errors))
            columns.append(
                [printable(method), *errors, *self._overall_texts(curves[method].overall())]
            )
        if self._content["baselines"]["all_features"]:
            overall = self.all_features(learner=learner)
            mean, interval = self._overall_texts(overall)
            mean = "n/a" if np.isnan(overall[0]) else mean
            errors = [mean] if len(self.k) == 1 else [""] * len(self.k)
            columns.append(["all features", *errors, mean, interval])
        return columns

    def _overall_texts(self, overall: tuple[float, float, float]) -> tuple[str, str]:
        """A mean and its interval."""
        mean, lower, upper = overall
        if np.isnan(lower):
            return _metric_text(mean, self.metric), ""
        # Student's interval is symmetric and may exceed the possible range.
        upper = min(1.0, upper) if self.metric in _SHARES else upper
        limits = (_metric_text(each, self.metric) for each in (max(0.0, lower), upper))
        return _metric_text(mean, self.metric), "-".join(limits)

    def _verdict(self, learner: str) -> str:
        best = _smallest_error(self._curves_of(learner))
        error = _metric_text(best.mean()[best.k.index(best.best_k)], self.metric)
        how = "on average" if len(best.k) > 1 else "method"
        return f"Best {how}: {best.method} ({error} with {counted(best.best_k, 'feature')})"

    def __repr__(self) -> str:
        lines = [wrapped(self._data_line()), wrapped(self._split_line())]
        lines += [wrapped(self._leaky_line())] if self.leaky else []
        for learner in self.learners:
            lines += ["", wrapped(self._learner_line(learner)), ""]
            for grid in self._grids(learner):
                lines += [grid.text(), ""]
            lines.append(wrapped(self._verdict(learner)))
        notes = note_lines(self.notes)
        return "\n".join([*lines, *([""] if notes else []), *notes])

    def _repr_html_(self) -> str:
        head = [self._data_line(), self._split_line(), *filter(None, [self._leaky_line()])]
        parts = [html_part("", head)]
        for learner in self.learners:
            title, verdict = self._learner_line(learner), self._verdict(learner)
            parts.append(html_part(title, [verdict], grids=self._grids(learner)))
        return styled(*parts, self._svg_part(), html_part("", [], notes=self.notes))


def _metric_text(value: float, metric: str) -> str:
    """An error as a percentage, or an RMSE in the unit of the target."""
    if np.isnan(value):
        return "-"
    return f"{100 * value:.1f}" if metric in _SHARES else f"{value:.4g}"


def _error_grid(counts: list[int], columns: list[list[str]]) -> Grid:
    grid = Grid(["features", *(column[0] for column in columns)])
    for place, count in enumerate(counts, start=1):
        grid.rows.append([str(count), *(column[place] for column in columns)])
    if len(counts) > 1:
        grid.rows.append(["mean", *(column[-2] for column in columns)])
    if any(column[-1] for column in columns):
        grid.rows.append(["95 %", *(column[-1] for column in columns)])
    return grid
