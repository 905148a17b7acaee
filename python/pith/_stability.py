# SPDX-License-Identifier: Apache-2.0
"""The result of `pith.stability`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pith._results import FeatureList, frame_of, method_line, number, numbers
from pith._show import Grid, counted, html_page, note_lines, printable, wrapped

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Stability(FeatureList):
    """How much a selection changes when the rows change.

    Its features are those that were selected at least once, most often first.
    """

    _schema = "pith/stability/1"
    _key = "features"

    @property
    def frequencies(self) -> NDArray[np.float64]:
        """In which share of the resamples each was selected."""
        return numbers(feature["frequency"] for feature in self._content["features"])

    @property
    def mean_ranks(self) -> NDArray[np.float64]:
        """Mean place among the selected, where it was selected."""
        return numbers(feature["mean_rank"] for feature in self._content["features"])

    @property
    def measures(self) -> dict[str, Any]:
        """All indices of stability: nogueira, kuncheva, jaccard, jensen_shannon and others."""
        measures: dict[str, Any] = self.to_dict()["indices"]
        return measures

    @property
    def value(self) -> float:
        """Nogueira's index: 1 when all selections are the same, 0 by chance."""
        return number(self._content["indices"]["nogueira"]["value"])

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of 95 % confidence of Nogueira's index."""
        nogueira = self._content["indices"]["nogueira"]
        return number(nogueira["lower"]), number(nogueira["upper"])

    @property
    def resamples(self) -> dict[str, Any]:
        """How many there were, of how many rows, and how many features came from each."""
        return dict(self._content["resamples"])

    def to_frame(self, *, backend: str | None = None) -> Any:
        """A frame of the features that were selected at least once, most often first.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, optional
            What to make; by default the first of them that is installed.
        """
        keys = ("index", "name", "selected", "frequency", "mean_rank")
        features = self._content["features"]
        columns = {key: [feature[key] for feature in features] for key in keys}
        columns["rank"] = [number(feature.get("rank")) for feature in features]
        return frame_of(columns, backend)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Draw the frequencies with matplotlib, as `pith.plot.plot_stability` does.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; None: in a figure of its own.
        """
        from pith.plot import plot_stability

        return plot_stability(self, ax=ax)

    def _resampling_line(self) -> str:
        how = self._content["resamples"]
        least, most = how["least_selected"], how["most_selected"]
        size = counted(most, "feature") if least == most else f"{least} to {most} features"
        part = "each class" if "target" in self._content["data"] else "all rows"
        replaced = ", with replacement" if how["bootstrap"] else ""
        return (
            f"{counted(how['count'], 'resample')} of {counted(how['rows'], 'row')} "
            f"({100 * how['fraction']:.5g} % of {part}{replaced}), {size} from each"
        )

    def _features_grid(self) -> Grid:
        count = self._content["resamples"]["count"]
        grid = Grid(["feature", "selected", "mean rank", "on all rows"], {0}, shrinks=0)
        for feature in self._content["features"]:
            selected = f"{feature['selected']} of {count}"
            rank = str(feature.get("rank", "-"))
            mean = f"{feature['mean_rank']:.2f}"
            grid.rows.append([printable(feature["name"]), selected, mean, rank])
        grid.bars = list(self.frequencies)
        return grid

    def _indices_grid(self) -> Grid:
        grid = Grid(["index", "value", "of what"], {0, 2}, shrinks=2)
        indices = self._content["indices"]
        nogueira = indices["nogueira"]
        interval = ""
        if nogueira["lower"] is not None:
            interval = f"95 % interval {nogueira['lower']:.4f} to {nogueira['upper']:.4f}; "
        lists = indices["jensen_shannon"]
        rows = [
            ("Nogueira", nogueira["value"], f"sets; {interval}chance is 0"),
            ("Kuncheva", indices["kuncheva"], "sets of one size; chance is 0"),
            ("Jaccard", indices["jaccard"], "sets; chance is above 0"),
            ("Jensen-Shannon", lists["sets"]["value"], "sets; chance is 0"),
            ("Jensen-Shannon", lists["partial_rankings"]["value"], "selected features in order"),
        ]
        if "rankings" in lists:
            rows.append(("Jensen-Shannon", lists["rankings"]["value"], "all features in order"))
        if "spearman" in indices:
            rows.append(("Spearman", indices["spearman"], "ranks of all features; chance is 0"))
        if "kendall" in indices:
            rows.append(("Kendall", indices["kendall"], "order of all pairs; chance is 0"))
        for name, value, text in rows:
            grid.rows.append([name, "-" if value is None else f"{value:.4f}", text])
        return grid

    def __repr__(self) -> str:
        lines = [
            wrapped(method_line(self._content)),
            wrapped(self._data_line()),
            wrapped(self._resampling_line()),
            "",
            self._features_grid().text(),
            "",
            self._indices_grid().text(),
        ]
        notes = note_lines(self.notes)
        return "\n".join([*lines, *([""] if notes else []), *notes])

    def _repr_html_(self) -> str:
        lines = [self._data_line(), self._resampling_line()]
        grids = [self._features_grid(), self._indices_grid()]
        return html_page(method_line(self._content), lines, grids, self.notes)
