# SPDX-License-Identifier: Apache-2.0
"""Plots of results with matplotlib (`pip install pith[plot]`).

Every function draws into `ax`, or into a new figure, and returns the axes. It neither shows the
figure nor changes settings of matplotlib.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from pith import _core
from pith._methods import catalogue
from pith._results import number
from pith._show import fit, printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pith._evaluation import Evaluation
    from pith._results import Selection
    from pith._stability import Stability

__all__ = ["plot_evaluation", "plot_selection", "plot_stability"]

# The colour-blind safe palette of Okabe and Ito, without yellow, which is hard to see on white.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_STRONG, _ACCENT = _COLOURS[0], _COLOURS[1]
_LIGHT = "#B9D4E6"
_EMPTY = "#E6E6E6"
_LINES = ("-", "--", ":", "-.")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
_HEAT = "cividis"
_ORDER = "viridis_r"  # without grey, which means not selected

_TARGET_BINS = "frequency:5"  # of a numeric target
_MAX_NAMED = 40  # bars with names; more features are drawn as a curve
_MAX_NUMBERED = 25  # points with numbers and a list of names
_MAX_STABLE = 30
_MAX_NAME = 28
_BESIDE = 0.06  # distance between curves of a single point, in features

Kind = Literal["gain", "relevance", "pixels"]
Metric = Literal[
    "error",
    "balanced_error",
    "auc",
    "log_loss",
    "mean_average_precision",
    "rmse",
    "mae",
    "r2",
    "spearman",
    "macro_f1",
    "micro_f1",
    "hamming_loss",
    "subset_accuracy",
    "mean_loss",
]

# Selection -----------------------------------------------------------------------------------


def plot_selection(
    selection: Selection,
    *,
    kind: Kind = "gain",
    shape: tuple[int, int] | None = None,
    X: Any = None,
    y: Any = None,
    ax: Axes | None = None,
    **reading: Any,
) -> Axes:
    """Plot a selection.

    Parameters
    ----------
    selection : Selection
        The result of `pith.select`, or `selection_` of a selector.
    kind : {"gain", "relevance", "pixels"}, default="gain"
        "gain": the score of each step, and its gain if the method scores sets of features.
        "relevance": for each selected feature, its mutual information with the target against its
        mean mutual information with the features selected before. It is computed from X and y on
        discretised features, whatever the method: by sigma, with missing as a level, unless
        `reading` says otherwise; a numeric target is discretised into five classes of equally many
        rows. "pixels": features as the pixels of an image, coloured by score if the method scores
        all features, else by selection order.
    shape : tuple of two int, default=None
        For kind="pixels": height and width of the image, such as (28, 28).
    X, y : array-like or frame, default=None
        For kind="relevance": the data that the features were selected from.
    ax : matplotlib Axes, default=None
        Axes to draw into; None: those of a new figure.
    **reading
        For kind="relevance": the arguments of `pith.select` about the data: target_bins,
        sample_weight, categorical, numeric, bins, missing.

    Returns
    -------
    ax : matplotlib Axes
    """
    document = selection.to_dict()
    if kind == "relevance":
        return _plot_relevance(document, X, y, ax, reading)
    if reading:
        raise TypeError(f"unexpected argument {next(iter(reading))!r} for kind={kind!r}")
    if kind == "gain":
        return _plot_gain(document, ax)
    if kind == "pixels":
        return _plot_pixels(document, shape, ax)
    raise ValueError(f"kind must be 'gain', 'relevance' or 'pixels' (got {kind!r})")


def _plot_gain(document: dict[str, Any], ax: Axes | None) -> Axes:
    steps = document["selected"]
    if len(steps) > _MAX_NAMED:
        return _plot_curve_of_scores(document, ax)
    ax = _axes(ax, height=1.3 + 0.28 * max(len(steps), 3))
    scores = _finite([step["score"] for step in steps])
    is_joint = any("gain" in step for step in steps)
    has_loss = False
    for place, (step, score) in enumerate(zip(steps, scores)):
        gain = number(step.get("gain", step["score"]))
        start = score - gain if is_joint and math.isfinite(gain) else 0.0
        is_loss = is_joint and gain < 0 < start
        has_loss |= is_loss
        if is_joint and start * score > 0:
            ax.barh(place, min(start, score) if is_loss else start, color=_LIGHT, height=0.7)
        if is_loss:
            lost: dict[str, Any] = {"facecolor": "none", "edgecolor": _ACCENT, "hatch": "////"}
            ax.barh(place, start - score, left=score, height=0.7, **lost)
        else:
            ax.barh(place, score - start, left=start, color=_STRONG, height=0.7)
        _annotate_non_finite(ax, number(step["score"]), (score, place))
    ax.set_yticks(range(len(steps)), [_short(step["name"]) for step in steps])
    ax.set_ylim(max(len(steps), 1) - 0.5, -0.5)
    ax.axvline(0, color="black", linewidth=0.8)
    ax.margins(x=0.08)
    meaning = "\ndark: gain of the feature" if is_joint else ""
    meaning += ", hatched: loss" if has_loss else ""
    ax.set_xlabel(_score_label(document) + meaning)
    ax.set_title(_selection_title(document))
    _tidy(ax, grid="x")
    return ax


def _annotate_non_finite(ax: Axes, score: float, end: tuple[float, float]) -> None:
    """Labels a bar whose score is not finite."""
    if math.isfinite(score):
        return
    text = "undefined" if math.isnan(score) else "infinite" if score > 0 else "minus infinite"
    place = end if math.isinf(score) else (0.0, end[1])
    style: dict[str, Any] = {"va": "center", "fontsize": "small", "textcoords": "offset points"}
    ax.annotate(text, place, xytext=(4, 0), bbox={"facecolor": "white", "linewidth": 0}, **style)


def _plot_curve_of_scores(document: dict[str, Any], ax: Axes | None) -> Axes:
    ax = _axes(ax, height=3.8)
    scores = _finite([step["score"] for step in document["selected"]])
    ax.plot(range(1, len(scores) + 1), scores, color=_STRONG, marker=".")
    ax.set_xlabel("features selected")
    ax.set_ylabel(_score_label(document))
    ax.set_title(_selection_title(document))
    _tidy(ax, grid="y")
    return ax


def _plot_relevance(
    document: dict[str, Any], X: Any, y: Any, ax: Axes | None, reading: dict[str, Any]
) -> Axes:
    if X is None or (y is None and not isinstance(X, _core.Table)):
        raise ValueError(
            "kind='relevance' requires X and y: a result does not hold the data that the features "
            "were selected from"
        )
    steps = document["selected"]
    if not steps:
        raise ValueError("there is nothing to plot: no features were selected")
    relevance, redundancy = _relevance_and_redundancy(document, X, y, reading)
    is_long = len(steps) > _MAX_NUMBERED
    ax = _axes(ax, height=4.6, width=7.2)
    if is_long:
        points = ax.scatter(
            redundancy, relevance, c=range(1, len(steps) + 1), cmap=_ORDER, s=30, zorder=3
        )
        _colour_bar(ax, points, "selection order")
    else:
        ax.scatter(redundancy, relevance, s=150, color=_STRONG, edgecolors="white", zorder=3)
        style: dict[str, Any] = {"color": "white", "fontsize": 8, "ha": "center", "va": "center"}
        for rank, place in enumerate(zip(redundancy, relevance), start=1):
            ax.annotate(str(rank), place, zorder=4, **style)
        names = [f"{rank:2d}  {_short(step['name'])}" for rank, step in enumerate(steps, start=1)]
        ax.text(1.03, 1.0, "\n".join(names), transform=ax.transAxes, va="top", fontsize=8)
    ax.set_xlabel("redundancy: mean mutual information\nwith the features selected before (nats)")
    ax.set_ylabel("relevance: mutual information with the target (nats)")
    ax.set_title(_selection_title(document))
    ax.margins(0.08)
    _tidy(ax, grid="both")
    return ax


def _relevance_and_redundancy(
    document: dict[str, Any], X: Any, y: Any, reading: dict[str, Any]
) -> tuple[list[float], list[float]]:
    """I(x;y), and the mean of I(x;s) over the features selected before, of the selected features.

    The scores of mRMR along the given path are the differences of the two.
    """
    from pith._select import select

    names = [step["name"] for step in document["selected"]]
    reading = {"missing": "level", **reading}
    if document.get("task") == "regress":
        reading.setdefault("target_bins", _TARGET_BINS)
    alone = select(X, y, "mim", 1, **reading).to_dict()
    information = {feature["name"]: number(feature["score"]) for feature in alone["ranking"]}
    unknown = [name for name in names if name not in information]
    if unknown:
        raise ValueError(
            f"X has no feature {unknown[0]!r}; pass the X that the features were selected from"
        )
    path = select(X, y, "mrmr", len(names), keep=names, form="difference", **reading)
    relevance = [information[name] for name in names]
    redundancy = [before - after for before, after in zip(relevance, path.scores)]
    return relevance, redundancy


def _plot_pixels(document: dict[str, Any], shape: tuple[int, int] | None, ax: Axes | None) -> Axes:
    count = document["data"]["features"]
    if shape is None or np.shape(shape) != (2,) or shape[0] * shape[1] != count:
        raise ValueError(
            f"kind='pixels' requires the shape of an image of {count} pixels, as height and width "
            f"(got shape={shape!r})"
        )
    image: NDArray[np.float64] = np.full(count, np.nan)
    order = [step["index"] for step in document["selected"]]
    ranking = document.get("ranking")
    if ranking is not None:
        scores = _finite([feature["score"] for feature in ranking])
        image[[feature["index"] for feature in ranking]] = scores
        label = _score_label(document)
        colours: dict[str, Any] = {"cmap": _HEAT}
    else:
        image[order] = range(1, len(order) + 1)
        label = "selection order"
        colours = {"cmap": _ORDER, "vmin": 1, "vmax": max(len(order), 2)}
    is_wide = shape[1] > 2 * shape[0]
    ax = _axes(ax, height=2.2 if is_wide else 4.4, width=5.2)
    ax.set_facecolor(_EMPTY)
    drawn = ax.imshow(image.reshape(tuple(shape)), **colours)
    if ranking is not None and len(order) < count:
        rows, columns = np.unravel_index(order, shape)
        size = 0.5 * 3.8 * 72 / max(shape)  # in points: half of a pixel
        frame: dict[str, Any] = {"facecolors": "none", "edgecolors": _ACCENT, "linewidths": 1.3}
        ax.scatter(columns, rows, s=size**2, marker="s", **frame)
        ax.set_xlabel("framed: selected")
    _colour_bar(ax, drawn, label, is_below=is_wide)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_title(_selection_title(document))
    return ax


# Evaluation ----------------------------------------------------------------------------------


def plot_evaluation(
    evaluation: Evaluation, *, metric: Metric | None = None, ax: Axes | None = None
) -> Axes:
    """Plot the performance of learners by the number of features, with confidence intervals.

    Parameters
    ----------
    evaluation : Evaluation
        The result of `pith.evaluate`.
    metric : str, default=None
        The metric to plot. Of classes: error, balanced_error, auc, log_loss or
        mean_average_precision; of numbers: rmse, mae, r2 or spearman; of several targets also
        hamming_loss, subset_accuracy, macro_f1, micro_f1 or mean_loss. None: the metric that
        decides, `evaluation.metric`.
    ax : matplotlib Axes, default=None
        Axes to draw into; None: those of a new figure.

    Returns
    -------
    ax : matplotlib Axes
    """
    shown = evaluation.metric if metric is None else metric
    known = [each for each in _METRICS if each in evaluation.metrics]
    if shown not in known:
        raise ValueError(f"metric must be one of {', '.join(known)} (got {shown!r})")
    document = evaluation.to_dict()
    methods = list(dict.fromkeys(curve["method"] for curve in document["curves"]))
    learners = list(dict.fromkeys(curve["learner"] for curve in document["curves"]))
    ax = _axes(ax, height=4.2, width=7.2)
    is_drawn = False
    for curve in document["curves"]:
        method, learner = methods.index(curve["method"]), learners.index(curve["learner"])
        label = ", ".join(
            name
            for name, several in ((curve["method"], True), (curve["learner"], len(learners) > 1))
            if several
        )
        is_drawn |= _plot_curve(ax, curve["points"], shown, label, method, learner)
    if not is_drawn:
        raise ValueError(
            f"there is no {shown} to plot: {', '.join(learners)} does not predict probabilities, "
            "or the test rows of each split have the same target"
        )
    _limit_values(ax, shown)
    _plot_baseline(ax, _baseline(document, shown))
    _finish_evaluation(ax, document, shown, learners)
    return ax


_METRICS = {
    "error": "error rate",
    "balanced_error": "balanced error rate",
    "auc": "area under the ROC curve",
    "log_loss": "log loss (nats)",
    "mean_average_precision": "mean average precision",
    "rmse": "root mean squared error",
    "mae": "mean absolute error",
    "r2": "R2",
    "spearman": "Spearman correlation",
    "macro_f1": "macro F1",
    "micro_f1": "micro F1",
    "hamming_loss": "Hamming loss",
    "subset_accuracy": "subset accuracy",
    "mean_loss": "mean loss",
}
# Axes of these metrics begin where the curves do.
_GAINS = (
    "auc",
    "mean_average_precision",
    "r2",
    "spearman",
    "macro_f1",
    "micro_f1",
    "subset_accuracy",
)
_UNBOUNDED = ("log_loss", "rmse", "mae", "mean_loss")


def _plot_curve(
    ax: Axes, points: Sequence[dict[str, Any]], metric: str, label: str, method: int, learner: int
) -> bool:
    """Draws a line with its confidence band; false if the metric is defined nowhere."""
    counts = [point["k"] for point in points]
    mean, lower, upper = (
        np.array([number(point[metric][part]) for point in points])
        for part in ("mean", "lower", "upper")
    )
    if np.isnan(mean).all():
        return False
    colour = _COLOURS[method % len(_COLOURS)]
    if len(counts) == 1:  # a band would have no width, and points would overlap
        counts = [counts[0] + _BESIDE * (method + learner)]
        ax.vlines(counts, lower, upper, color=colour, alpha=0.5, linewidth=2)
        ax.set_xlim(points[0]["k"] - 1, points[0]["k"] + 1)
    else:
        ax.fill_between(counts, lower, upper, color=colour, alpha=0.12, linewidth=0)
    ax.plot(
        counts,
        mean,
        color=colour,
        linestyle=_LINES[learner % len(_LINES)],
        # Curves of the same colour have different markers.
        marker=_MARKERS[(method + method // len(_COLOURS) + learner) % len(_MARKERS)],
        markersize=5,
        label=label,
    )
    return True


def _baseline(document: dict[str, Any], metric: str) -> float | None:
    """The baseline without features."""
    if "constant" in document["baselines"]:  # of several targets
        return number(document["baselines"]["constant"][metric])
    if metric in ("error", "rmse"):
        return float(document["chance"])
    if metric == "mae":
        return number(document["baselines"]["mean"][metric])
    if metric == "balanced_error":
        return 1.0 - 1.0 / len(document["data"]["classes"])
    return {"auc": 0.5, "r2": 0.0}.get(metric)


def _limit_values(ax: Axes, metric: str) -> None:
    """Limits the axis to possible values, which the symmetric intervals may exceed."""
    low, high = ax.get_ylim()
    if metric in _GAINS:
        ax.set_ylim(low, min(high, 1.005))
    else:
        ax.set_ylim(0, high if metric in _UNBOUNDED else min(high, 1.0))


def _plot_baseline(ax: Axes, baseline: float | None) -> None:
    """A line at the baseline, unless it is so far off that it would compress the curves."""
    if baseline is None:
        return
    style: dict[str, Any] = {"color": "#666666", "linewidth": 1, "linestyle": (0, (6, 3))}
    low, high = ax.get_ylim()
    margin = 0.35 * (high - low)
    if low - margin <= baseline <= high + margin:
        ax.axhline(baseline, label="baseline", **style)
        ax.set_ylim(min(low, baseline - 0.1 * margin), max(high, baseline + 0.1 * margin))
    else:
        ax.plot([], [], label=f"baseline: {baseline:.2f}, not in view", **style)


def _finish_evaluation(
    ax: Axes, document: dict[str, Any], metric: str, learners: list[str]
) -> None:
    from matplotlib.ticker import MaxNLocator

    share = 100 * document["confidence"]
    ax.set_xlabel(f"features selected (bands: {share:.0f} % confidence)")
    ax.set_ylabel(_METRICS[metric])
    learner = f", {learners[0]}" if len(learners) == 1 else ""
    title = f"{document['data']['rows']} rows, {document['splits']['count']} splits{learner}"
    if document["leaky"]:
        title += "\nleaky: selected on all rows, errors are optimistically biased"
    ax.set_title(title)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    beside: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.0)}
    ax.legend(frameon=False, fontsize="small", handlelength=3.2, **beside)
    _tidy(ax, grid="y")


# Stability -----------------------------------------------------------------------------------


def plot_stability(stability: Stability, ax: Axes | None = None) -> Axes:
    """Plot how often each feature was selected from the resamples.

    Parameters
    ----------
    stability : Stability
        The result of `pith.stability`.
    ax : matplotlib Axes, default=None
        Axes to draw into; None: those of a new figure.

    Returns
    -------
    ax : matplotlib Axes
    """
    document = stability.to_dict()
    features = document["features"][:_MAX_STABLE]
    ax = _axes(ax, height=1.6 + 0.28 * max(len(features), 3))
    for place, feature in enumerate(features):
        colour = _STRONG if "rank" in feature else _LIGHT
        ax.barh(place, 100 * feature["frequency"], color=colour, height=0.7)
    ax.set_yticks(range(len(features)), [_short(feature["name"]) for feature in features])
    ax.set_ylim(max(len(features), 1) - 0.5, -0.5)
    ax.set_xlim(0, 100)
    left_out = len(document["features"]) - len(features)
    more = f"\n{left_out} features selected less often are not shown" if left_out else ""
    count = document["resamples"]["count"]
    ax.set_xlabel(f"selected in % of {count} resamples\ndark: selected from all rows{more}")
    ax.set_title(f"{document['method']['id']}, k = {document['k']}{_index_text(document)}")
    _tidy(ax, grid="x")
    return ax


def _index_text(document: dict[str, Any]) -> str:
    index = document["indices"]["nogueira"]
    value, lower, upper = (
        # Adding 0 converts -0 to 0.
        None if index[part] is None else round(index[part], 2) + 0.0
        for part in ("value", "lower", "upper")
    )
    if value is None:
        return ""
    interval = "" if lower is None or upper is None else f" ({lower:.2f} to {upper:.2f})"
    return f": stability {value:.2f}{interval}"


# Shared helpers -------------------------------------------------------------------------------


def _axes(ax: Axes | None, *, height: float, width: float = 6.4) -> Axes:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots require matplotlib: pip install 'pith[plot]'") from error
    _, new = plt.subplots(figsize=(width, height), layout="constrained")
    return new


def _colour_bar(ax: Axes, drawn: Any, label: str, *, is_below: bool = False) -> None:
    from matplotlib.ticker import MaxNLocator

    figure = ax.get_figure()
    if figure is not None:
        place: Literal["bottom", "right"] = "bottom" if is_below else "right"
        bar = figure.colorbar(drawn, ax=ax, label=label, shrink=0.9, location=place)
        bar.locator = MaxNLocator(6, integer=label == "selection order")
        bar.update_ticks()


def _tidy(ax: Axes, *, grid: Literal["x", "y", "both"]) -> None:
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(axis=grid, color="#D9D9D9", linewidth=0.6)
    ax.set_axisbelow(True)


def _finite(values: Sequence[Any]) -> NDArray[np.float64]:
    """The numbers, with infinities replaced by values a tenth beyond the others."""
    numbers = np.array([number(value) for value in values], dtype=np.float64)
    finite = numbers[np.isfinite(numbers)]
    top, bottom = (finite.max(), finite.min()) if len(finite) else (1.0, 0.0)
    margin = 0.1 * (max(top, 0.0) - min(bottom, 0.0)) or 1.0
    numbers[np.isposinf(numbers)] = max(top, 0.0) + margin
    numbers[np.isneginf(numbers)] = min(bottom, 0.0) - margin
    return numbers


def _short(name: str) -> str:
    return fit(printable(name), _MAX_NAME).replace("$", r"\$")  # which would start a formula


def _score_label(document: dict[str, Any]) -> str:
    identifier = document["method"]["id"]
    known = catalogue().get(identifier)
    unit = "none" if known is None else known.unit
    # A unit that depends on a parameter is a sentence, too long for a label.
    return "score" if unit == "none" or "(" in unit else f"score ({unit})"


def _selection_title(document: dict[str, Any]) -> str:
    chosen, all_features = len(document["selected"]), document["data"]["features"]
    return f"{document['method']['id']}: {chosen} of {all_features} features"
