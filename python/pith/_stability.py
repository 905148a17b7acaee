# SPDX-License-Identifier: Apache-2.0
"""The result of `pith.stability`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pith._drawing import Drawn
from pith._results import FeatureList, frame_of, method_line, number, numbers
from pith._show import Grid, counted, html_page, note_lines, printable, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Stability(Drawn, FeatureList):
    """How much a selection changes when the rows change.

    The features are those that were selected at least once, most often first.
    """

    _schema = "pith/stability/1"
    _key = "features"

    @property
    def frequencies(self) -> NDArray[np.float64]:
        """Share of the resamples from which each feature was selected."""
        return numbers(feature["frequency"] for feature in self._content["features"])

    @property
    def mean_ranks(self) -> NDArray[np.float64]:
        """Mean rank of each feature over the resamples from which it was selected."""
        return numbers(feature["mean_rank"] for feature in self._content["features"])

    @property
    def measures(self) -> dict[str, Any]:
        """All indices of stability: nogueira, kuncheva, jaccard, jensen_shannon and others."""
        measures: dict[str, Any] = self.to_dict()["indices"]
        return measures

    @property
    def value(self) -> float:
        """Nogueira's index: 1 if all selections are the same, 0 expected by chance."""
        return number(self._content["indices"]["nogueira"]["value"])

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of Nogueira's index."""
        nogueira = self._content["indices"]["nogueira"]
        return number(nogueira["lower"]), number(nogueira["upper"])

    @property
    def resamples(self) -> dict[str, Any]:
        """Number of resamples, of their rows, and of the features selected from each."""
        return dict(self._content["resamples"])

    def to_frame(self, *, backend: str | None = None) -> Any:
        """A frame of the features that were selected at least once, most often first.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, optional
            Type of the frame; None: the first of these that is installed.
        """
        keys = ("index", "name", "selected", "frequency", "mean_rank")
        features = self._content["features"]
        columns = {key: [feature[key] for feature in features] for key in keys}
        columns["rank"] = [number(feature.get("rank")) for feature in features]
        return frame_of(columns, backend)

    @property
    def verdict(self) -> str | None:
        """By Nogueira's index "stable", "moderately stable" or "unstable"; None: undefined.

        The limits are 0.75 and 0.4; see the guide on stability.
        """
        found: str | None = self._content.get("verdict")
        return found

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot the frequencies with matplotlib; see `pith.plot.plot_stability`.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Axes to draw into; None: those of a new figure.
        """
        from pith.plot import plot_stability

        return plot_stability(self, ax=ax)

    def _resampling_line(self) -> str:
        how = self._content["resamples"]
        lower, upper = how["least_selected"], how["most_selected"]
        size = counted(upper, "feature") if lower == upper else f"{lower} to {upper} features"
        part = "each class" if "classes" in self._content["data"] else "all rows"
        replaced = ", with replacement" if how["bootstrap"] else ""
        return (
            f"{counted(how['count'], 'resample')} of {counted(how['rows'], 'row')} "
            f"({100 * how['fraction']:.5g} % of {part}{replaced}), {size} each"
        )

    def _verdict_lines(self) -> list[str]:
        """One line: the verdict, with the index that it comes from."""
        if self.verdict is None:
            return []
        index = self._content["indices"]["nogueira"]["value"]
        return [f"{self.verdict.capitalize()} (Nogueira {index:.2f})"]

    def _features_grid(self) -> Grid:
        count = self._content["resamples"]["count"]
        grid = Grid(["feature", "selected", "mean rank", "rank on all rows"], {0}, shrinks=0)
        for feature in self._content["features"]:
            selected = f"{feature['selected']} of {count}"
            rank = str(feature.get("rank", "-"))
            mean = f"{feature['mean_rank']:.2f}"
            grid.rows.append([printable(feature["name"]), selected, mean, rank])
        grid.bars = list(self.frequencies)
        return grid

    def _indices_grid(self) -> Grid:
        headings = ["index", "value", "95 % interval", "chance", "compares"]
        grid = Grid(headings, {0, 4}, shrinks=4)
        indices = self._content["indices"]
        nogueira, lists = indices["nogueira"], indices["jensen_shannon"]

        def add(name: str, value: float | None, compared: str, chance: str = "0") -> None:
            grid.rows.append([name, "-" if value is None else f"{value:.4f}", "", chance, compared])

        add("Nogueira", nogueira["value"], "sets")
        if nogueira["lower"] is not None:
            grid.rows[0][2] = f"{nogueira['lower']:.4f}-{nogueira['upper']:.4f}"
        add("Kuncheva", indices["kuncheva"], "sets of one size")
        add("Jaccard", indices["jaccard"], "sets", "> 0")
        add("Jensen-Shannon", lists["sets"]["value"], "sets")
        order = lists["partial_rankings"]["value"]
        add("Jensen-Shannon", order, "order of the selected features")
        if "rankings" in lists:
            add("Jensen-Shannon", lists["rankings"]["value"], "order of all features")
        if "spearman" in indices:
            add("Spearman", indices["spearman"], "ranks of all features")
        if "kendall" in indices:
            add("Kendall", indices["kendall"], "order of all pairs of features")
        return grid

    def __repr__(self) -> str:
        lines = [
            wrapped(method_line(self._content)),
            wrapped(self._data_line()),
            wrapped(self._resampling_line()),
            *self._verdict_lines(),
            "",
            self._features_grid().text(),
            "",
            self._indices_grid().text(),
        ]
        notes = note_lines(self.notes)
        return "\n".join([*lines, *([""] if notes else []), *notes])

    def _repr_html_(self) -> str:
        lines = [self._data_line(), self._resampling_line(), *self._verdict_lines()]
        grids = [self._features_grid(), self._indices_grid()]
        return html_page(method_line(self._content), lines, grids, self.notes, self._svg_part())
