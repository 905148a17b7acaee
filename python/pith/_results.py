# SPDX-License-Identifier: Apache-2.0
"""Results: small objects round the JSON documents of the core. They keep nothing of the data."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import json
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pith._messages import IN_MEMORY, in_python
from pith._methods import catalogue
from pith._show import (
    Grid,
    aligned_numbers,
    counted,
    html_page,
    note_lines,
    printable,
    shares,
    wrapped,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from pith.plot import Kind

_BACKENDS = ("pandas", "polars", "dict")
# What may differ between two runs that found the same, and in what they say of the data.
_CIRCUMSTANCES = ("seconds", "threads")
_ORIGIN = ("source", "sha256")


def number(value: Any) -> float:
    """A number of a document, where infinities are words and null is undefined."""
    return math.nan if value is None else float(value)


def numbers(values: Any) -> NDArray[np.float64]:
    return np.array([number(value) for value in values], dtype=np.float64)


def frame_of(columns: dict[str, list[Any]], backend: str | None) -> Any:
    if backend is None:
        installed = (name for name in _BACKENDS[:2] if importlib.util.find_spec(name))
        backend = next(installed, "dict")
    if backend not in _BACKENDS:
        raise ValueError(f"backend must be pandas, polars or dict, not {backend!r}")
    if backend == "dict":
        return columns
    return importlib.import_module(backend).DataFrame(columns)


class Result:
    """What all results have in common: a document, and faces of it.

    Parameters
    ----------
    document : str
        The JSON that the core, or `pith --format json`, wrote.
    """

    _schema: ClassVar[str]
    _document: str
    _content: dict[str, Any]

    def __init__(self, document: str) -> None:
        content = json.loads(document)
        schema = content.get("schema") if isinstance(content, dict) else None
        if schema != self._schema:
            raise ValueError(
                f"the document is {schema!r}, and a {type(self).__name__} is {self._schema!r}"
            )
        self._document = document
        self._content = content

    def to_json(self) -> str:
        """The document, byte for byte as the core wrote it."""
        return self._document

    def to_dict(self) -> dict[str, Any]:
        """The document as a dictionary of its own; undefined is None, infinity is 'inf'."""
        document: dict[str, Any] = json.loads(self._document)
        return document

    @property
    def notes(self) -> list[str]:
        """What was dropped, binned, imputed or approximated."""
        return [in_python(note) for note in self._content["notes"]]

    @property
    def version(self) -> str:
        """The version of pith that wrote the document."""
        return str(self._content["version"])

    @property
    def data(self) -> dict[str, Any]:
        """What X was, rows, features, name of the target and classes."""
        return {**copy.deepcopy(self._content["data"]), "source": self._source()}

    def __eq__(self, other: object) -> bool:
        """Whether both found the same; time, threads and what X was kept in do not count."""
        if type(other) is not type(self):
            return NotImplemented
        assert isinstance(other, Result)
        return self._outcome() == other._outcome()

    def __hash__(self) -> int:
        return hash(json.dumps(self._outcome(), sort_keys=True))

    def __reduce__(self) -> tuple[type[Result], tuple[str]]:
        return type(self), (self._document,)

    def __copy__(self) -> Result:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Result:
        return self

    def __repr__(self) -> str:
        raise NotImplementedError

    def _outcome(self) -> dict[str, Any]:
        found = {key: self._content[key] for key in self._content if key not in _CIRCUMSTANCES}
        data = {key: found["data"][key] for key in found["data"] if key not in _ORIGIN}
        return {**found, "data": data}

    def _source(self) -> str:
        return str(self._content["data"]["source"]).removesuffix(IN_MEMORY)

    def _data_line(self) -> str:
        data = self._content["data"]
        line = f"{self._source()}: {counted(data['rows'], 'row')} x "
        line += counted(data["features"], "feature")
        if "target" in data:
            line += f", target '{data['target']}' with {counted(len(data['classes']), 'class')}"
        return line


class SeededResult(Result):
    """A result that chance may have had a say in."""

    @property
    def seed(self) -> int:
        """What chance began with."""
        return int(self._content["seed"])


class FeatureList(SeededResult):
    """What a method found: features in an order of which the class tells."""

    _key: ClassVar[str]  # of the features in the document

    @property
    def names(self) -> list[str]:
        """Names of the features, in the order of the result."""
        return [feature["name"] for feature in self._content[self._key]]

    @property
    def indices(self) -> NDArray[np.intp]:
        """Their positions among the features of X, from 0, y and weights not counted."""
        return np.array([feature["index"] for feature in self._content[self._key]], dtype=np.intp)

    @property
    def method(self) -> str:
        """The id of the method, never "auto"."""
        return str(self._content["method"]["id"])

    @property
    def params(self) -> dict[str, Any]:
        """Every parameter of the method, defaults included."""
        return dict(self._content["method"]["parameters"])

    @property
    def k(self) -> int:
        """How many features were to be selected."""
        return int(self._content["k"])

    def __len__(self) -> int:
        return len(self._content[self._key])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)


def method_line(content: dict[str, Any]) -> str:
    """Title, id and the parameters that are not what they are by default."""
    method = content["method"]
    known = catalogue().get(method["id"])
    if known is None:  # a document of another version
        return str(method["id"])
    usual = {parameter.name: parameter.default for parameter in known.parameters}
    changed = [
        f"{name}={value!r}"
        for name, value in method["parameters"].items()
        if name not in usual or usual[name] != value
    ]
    return f"{known.title} ({', '.join([known.id, *changed])})"


class Ranking(NamedTuple):
    """All features, best first."""

    names: list[str]
    indices: NDArray[np.intp]
    scores: NDArray[np.float64]


_STOPPED = {
    "reached_k": "as many as asked for",
    "nothing_left": "no feature was left to take",
    "no_gain": "no other feature adds anything",
    "cancelled": "interrupted",
}


class Selection(FeatureList):
    """Features in the order of selection, with scores and with notes about what was done."""

    _schema = "pith/selection/1"
    _key = "selected"

    @property
    def scores(self) -> NDArray[np.float64]:
        """Their scores, in the unit of the method."""
        return numbers(step["score"] for step in self._content["selected"])

    @property
    def gains(self) -> NDArray[np.float64] | None:
        """What each adds to those before it, where the method tells."""
        steps = self._content["selected"]
        if not any("gain" in step for step in steps):
            return None
        return numbers(step.get("gain") for step in steps)

    @property
    def ranking(self) -> Ranking | None:
        """All features, best first, where the method scores every one."""
        features = self._content.get("ranking")
        if features is None:
            return None
        return Ranking(
            [feature["name"] for feature in features],
            np.array([feature["index"] for feature in features], dtype=np.intp),
            numbers(feature["score"] for feature in features),
        )

    @property
    def stopped(self) -> str:
        """Why there are no more: reached_k, nothing_left, no_gain or cancelled."""
        return str(self._content["stopped"])

    @property
    def figures(self) -> dict[str, float]:
        """Numbers about the whole result, where the method has any."""
        return {name: number(value) for name, value in self._content.get("figures", {}).items()}

    @property
    def auto(self) -> dict[str, Any] | None:
        """How k was found, where it was "auto" and not found by the method itself."""
        return self.to_dict().get("auto")

    def to_frame(self, what: str = "selected", *, backend: str | None = None) -> Any:
        """A frame of the selected features, or of all of them.

        Parameters
        ----------
        what : {"selected", "ranking"}
            In the order of selection, or all features best first.
        backend : {"pandas", "polars", "dict"}, optional
            What to make; by default the first of them that is installed.
        """
        if what not in ("selected", "ranking"):
            raise ValueError(f"what must be selected or ranking, not {what!r}")
        if what == "ranking" and "ranking" not in self._content:
            raise ValueError(f"{self.method} does not score every feature, so there is no ranking")
        steps = self._content[what]
        columns: dict[str, list[Any]] = {
            "rank": list(range(1, len(steps) + 1)),
            "index": [step["index"] for step in steps],
            "name": [step["name"] for step in steps],
            "score": [number(step["score"]) for step in steps],
        }
        if any("gain" in step for step in steps):
            columns["gain"] = [number(step.get("gain")) for step in steps]
        if any("bayes_error" in step for step in steps):
            bounds = [step.get("bayes_error", {}) for step in steps]
            columns["error_lower"] = [number(each.get("lower")) for each in bounds]
            columns["error_upper"] = [number(each.get("upper")) for each in bounds]
        return frame_of(columns, backend)

    def plot(
        self,
        kind: Kind = "gain",
        *,
        shape: tuple[int, int] | None = None,
        X: Any = None,
        y: Any = None,
        ax: Axes | None = None,
        **reading: Any,
    ) -> Axes:
        """Draw the selection with matplotlib, as `pith.plot.plot_selection` does.

        Parameters
        ----------
        kind : {"gain", "relevance", "pixels"}
            Scores of the steps; relevance against redundancy, which needs X and y; or features as
            pixels, which needs `shape`.
        shape : tuple of two int, optional
            Rows and columns of the image.
        X, y : optional
            The data that the selection was made from.
        ax : matplotlib Axes, optional
            Where to draw; None: in a figure of its own.
        **reading
            How X and y are read, as for `pith.select`.
        """
        from pith.plot import plot_selection

        return plot_selection(self, kind=kind, shape=shape, X=X, y=y, ax=ax, **reading)

    def _grid(self) -> Grid:
        steps = self._content["selected"]
        known = catalogue().get(self.method)
        unit = known.unit if known else "none"
        is_shown = unit != "none" and len(unit) <= 10
        score = f"score ({unit})" if is_shown else "score"
        grid = Grid(["rank", "feature", score, "gain", "Bayes error"], {1, 4}, shrinks=1)
        scores = [number(step["score"]) for step in steps]
        gains = [number(step.get("gain")) for step in steps]
        texts = zip(steps, aligned_numbers(scores), aligned_numbers(gains))
        for rank, (step, score_text, gain_text) in enumerate(texts, start=1):
            bounds = step.get("bayes_error")
            error = f"{bounds['lower']:.4f} to {bounds['upper']:.4f}" if bounds else ""
            gain = gain_text if "gain" in step else ""
            grid.rows.append([str(rank), printable(step["name"]), score_text, gain, error])
        grid.bars = shares(scores)
        return grid

    def _figures_line(self) -> str:
        return ", ".join(
            f"{name.replace('_', ' ')} {value:.5g}" for name, value in self.figures.items()
        )

    def _last_line(self) -> str:
        found = f"{len(self)} of {counted(self._content['data']['features'], 'feature')}"
        return f"{found}: {_STOPPED.get(self.stopped, self.stopped)}"

    def __repr__(self) -> str:
        lines = [wrapped(method_line(self._content)), wrapped(self._data_line()), ""]
        if len(self):
            lines += [self._grid().text(), ""]
        if self.figures:
            lines.append(wrapped(self._figures_line(), rest=2))
        return "\n".join([*lines, *note_lines(self.notes), self._last_line()])

    def _repr_html_(self) -> str:
        lines = [self._data_line(), *filter(None, [self._figures_line()]), self._last_line()]
        grids = [self._grid()] if len(self) else []
        return html_page(method_line(self._content), lines, grids, self.notes)


_EXTENT = ("min", "mean", "max")


class Inspection(Result):
    """What pith sees in a table: kinds, levels, gaps, constants, duplicates, classes."""

    _schema = "pith/inspect/1"

    @property
    def columns(self) -> list[dict[str, Any]]:
        """Facts about each column, the target among them."""
        columns: list[dict[str, Any]] = self.to_dict()["columns"]
        return columns

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [column["name"] for column in self._content["columns"]]

    @property
    def kinds(self) -> dict[str, str]:
        """What each column is taken as: number, integer or category."""
        return {column["name"]: column["kind"] for column in self._content["columns"]}

    @property
    def warnings(self) -> list[str]:
        """What is likely to be wrong with the table."""
        return [in_python(warning) for warning in self._content["warnings"]]

    @property
    def target(self) -> str | None:
        """Name of the target; None where there is none, or none that can be one."""
        name = self._content.get("target", {}).get("name")
        return None if name is None else str(name)

    @property
    def classes(self) -> dict[str, int]:
        """How many rows each class has."""
        classes = self._content.get("target", {}).get("classes", [])
        return {each["name"]: each["rows"] for each in classes}

    def __len__(self) -> int:
        return len(self._content["columns"])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def to_frame(self, *, backend: str | None = None) -> Any:
        """A frame with a row for each column of the table.

        Parameters
        ----------
        backend : {"pandas", "polars", "dict"}, optional
            What to make; by default the first of them that is installed.
        """
        columns = self._content["columns"]
        made: dict[str, list[Any]] = {
            key: [column[key] for column in columns] for key in ("index", "name", "kind")
        }
        for key in ("levels", "min", "mean", "max"):
            made[key] = [number(column.get(key)) for column in columns]
        for key in ("missing", "constant", "unique"):
            made[key] = [column[key] for column in columns]
        return frame_of(made, backend)

    def _target_line(self) -> str:
        target = self._content.get("target", {})
        if "problem" in target:
            return f"no target: {in_python(target['problem'])}"
        if not target:
            return "no target"
        rows = sum(self.classes.values())
        shown = list(self.classes.items())[:20]
        counts = ", ".join(f"{name} ({n}, {100 * n / rows:.1f} %)" for name, n in shown)
        more = ", ..." if len(self.classes) > len(shown) else ""
        classes = counted(len(self.classes), "class")
        return f"target '{target['name']}' with {classes}: {counts}{more}"

    def _first_line(self) -> str:
        data = self._content["data"]
        missing = sum(column["missing"] for column in self._content["columns"])
        gaps = counted(missing, "missing value") if missing else "nothing missing"
        size = f"{counted(data['rows'], 'row')} x {counted(data['columns'], 'column')}"
        return f"{self._source()}: {size}, {gaps}"

    def _grid(self) -> Grid:
        headings = ["index", "column", "kind", "levels", "min", "mean", "max", "missing", "remarks"]
        grid = Grid(headings, {1, 2, 8}, shrinks=1)
        for column in self._content["columns"]:
            extent = [f"{column[key]:.5g}" if key in column else "" for key in _EXTENT]
            levels = str(column.get("levels", ""))
            gaps = str(column["missing"]) if column["missing"] else ""
            name = printable(column["name"])
            row = [str(column["index"]), name, column["kind"], levels, *extent, gaps]
            grid.rows.append([*row, self._remarks(column)])
        return grid

    def _remarks(self, column: dict[str, Any]) -> str:
        remarks = [word for word in ("constant", "unique") if column[word]]
        if column["index"] == self._content.get("target", {}).get("index"):
            remarks.insert(0, "target")
        if "same_as" in column:
            remarks.append(f"same as {printable(self.names[column['same_as']])}")
        return ", ".join(remarks)

    def __repr__(self) -> str:
        lines = [wrapped(self._first_line()), wrapped(self._target_line(), rest=2), ""]
        lines.append(self._grid().text())
        tail = note_lines(self.notes)
        tail += [wrapped("warning: " + warning, rest=2) for warning in self.warnings]
        return "\n".join([*lines, *([""] if tail else []), *tail])

    def _repr_html_(self) -> str:
        warnings = [f"warning: {warning}" for warning in self.warnings]
        lines = [self._target_line(), *warnings]
        return html_page(self._first_line(), lines, [self._grid()], self.notes)
