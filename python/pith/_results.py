# SPDX-License-Identifier: Apache-2.0
"""Results: small objects around the JSON documents of the core. They hold none of the data."""

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

from pith._drawing import Drawn
from pith._explainable import Explainable
from pith._methods import catalogue
from pith._paged import Paged
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
# Keys that may differ between equal results, of the document and of its data.
_CIRCUMSTANCES = ("seconds", "threads", "engine")
_ORIGIN = ("source", "sha256")
_MAX_TARGETS = 10  # that are named in a line


def number(value: Any) -> float:
    """A number of a document, where infinities are strings and null is undefined."""
    return math.nan if value is None else float(value)


def numbers(values: Any) -> NDArray[np.float64]:
    return np.array([number(value) for value in values], dtype=np.float64)


def frame_of(columns: dict[str, list[Any]], backend: str | None) -> Any:
    if backend is None:
        installed = (name for name in _BACKENDS[:2] if importlib.util.find_spec(name))
        backend = next(installed, "dict")
    if backend not in _BACKENDS:
        raise ValueError(f"backend must be 'pandas', 'polars' or 'dict' (got {backend!r})")
    if backend == "dict":
        return columns
    return importlib.import_module(backend).DataFrame(columns)


class Result(Paged):
    """The base of all results: a document, and views of it.

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
                f"the schema of the document must be {self._schema!r} for a {type(self).__name__} "
                f"(got {schema!r})"
            )
        self._document = document
        self._content = content

    def to_json(self) -> str:
        """The document, byte for byte as the core wrote it."""
        return self._document

    def to_dict(self) -> dict[str, Any]:
        """A copy of the document as a dictionary; undefined is None, infinity is 'inf'."""
        document: dict[str, Any] = json.loads(self._document)
        return document

    @property
    def notes(self) -> list[str]:
        """Notes about what was dropped, discretised, imputed or approximated."""
        return list(self._content["notes"])

    @property
    def version(self) -> str:
        """The version of pith that wrote the document."""
        return str(self._content["version"])

    @property
    def data(self) -> dict[str, Any]:
        """Source, number of rows and features, name of the target, and classes."""
        data: dict[str, Any] = copy.deepcopy(self._content["data"])
        return data

    @property
    def task(self) -> str | None:
        """What is predicted of the target: "classify" or "regress"; None without a target.

        Of several targets, "regress" where any holds numbers.
        """
        if "task" in self._content:
            return str(self._content["task"])
        if "target" not in self._content["data"]:
            return None
        return "classify" if "classes" in self._content["data"] else "regress"

    def __eq__(self, other: object) -> bool:
        """Whether both results are the same, apart from time, threads and the container of X."""
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

    def _data_line(self) -> str:
        data = self._content["data"]
        line = f"{data['source']}: {counted(data['rows'], 'row')} x "
        line += counted(data["features"], "feature")
        if "classes" in data:
            line += f", target '{data['target']}' with {counted(len(data['classes']), 'class')}"
        elif "target" in data:
            line += f", numeric target '{data['target']}'"
        elif "targets" in data:
            names = [f"'{target['name']}'" for target in data["targets"]]
            more = ", ..." if len(names) > _MAX_TARGETS else ""
            line += f", {len(names)} targets: {', '.join(names[:_MAX_TARGETS])}{more}"
        return line


class SeededResult(Result):
    """A result that may depend on the seed."""

    @property
    def seed(self) -> int:
        """The seed of random numbers."""
        return int(self._content["seed"])


class FeatureList(SeededResult):
    """A result of one method: a list of features."""

    _key: ClassVar[str]  # of the features in the document

    @property
    def names(self) -> list[str]:
        """Names of the features, in the order of the result."""
        return [feature["name"] for feature in self._content[self._key]]

    @property
    def indices(self) -> NDArray[np.intp]:
        """Positions of the features in X, from 0, without y and weights."""
        return np.array([feature["index"] for feature in self._content[self._key]], dtype=np.intp)

    @property
    def method(self) -> str:
        """The id of the method, never "auto"."""
        return str(self._content["method"]["id"])

    @property
    def params(self) -> dict[str, Any]:
        """All parameters of the method, defaults included."""
        return dict(self._content["method"]["parameters"])

    @property
    def k(self) -> int:
        """The number of features that was requested or found."""
        return int(self._content["k"])

    def __len__(self) -> int:
        return len(self._content[self._key])

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)


def method_line(content: dict[str, Any]) -> str:
    """Title, id and the parameters that differ from their defaults."""
    method = content["method"]
    known = catalogue().get(method["id"])
    if known is None:  # a document of another version
        return str(method["id"])
    defaults = {parameter.name: parameter.default for parameter in known.parameters}
    changed = [
        f"{name}={value!r}"
        for name, value in method["parameters"].items()
        if name not in defaults or defaults[name] != value
    ]
    return f"{known.title} ({', '.join([known.id, *changed])})"


class Ranking(NamedTuple):
    """All features, best first."""

    names: list[str]
    indices: NDArray[np.intp]
    scores: NDArray[np.float64]


class Selection(Drawn, Explainable, FeatureList):
    """Features in selection order, with scores and notes about the preprocessing."""

    _schema = "pith/selection/1"
    _key = "selected"

    @property
    def scores(self) -> NDArray[np.float64]:
        """Scores of the features, in the unit of the method."""
        return numbers(step["score"] for step in self._content["selected"])

    @property
    def gains(self) -> NDArray[np.float64] | None:
        """What each feature adds to those before it, if the method measures it."""
        steps = self._content["selected"]
        if not any("gain" in step for step in steps):
            return None
        return numbers(step.get("gain") for step in steps)

    @property
    def ranking(self) -> Ranking | None:
        """All features, best first, if the method scores every feature."""
        features = self._content.get("ranking")
        if features is None:
            return None
        return Ranking(
            [feature["name"] for feature in features],
            np.array([feature["index"] for feature in features], dtype=np.intp),
            numbers(feature["score"] for feature in features),
        )

    @property
    def targets(self) -> list[str]:
        """Names of the targets; none, one or several."""
        data = self._content["data"]
        if "targets" in data:
            return [target["name"] for target in data["targets"]]
        return [data["target"]] if "target" in data else []

    @property
    def serves(self) -> dict[str, dict[str, float]]:
        """The relevance of each selected feature to each of several targets, by names.

        Empty for a single target. The relevance is the score of the method for the target alone,
        or the mutual information in nats; a note says which.
        """
        return {
            step["name"]: {each["target"]: number(each["relevance"]) for each in step["serves"]}
            for step in self._content["selected"]
            if "serves" in step
        }

    @property
    def stopped(self) -> str:
        """Why the search stopped: reached_k, nothing_left, no_gain or cancelled."""
        return str(self._content["stopped"])

    @property
    def set_aside(self) -> list[dict[str, Any]]:
        """Features that the method did not see: index, name and reason.

        The reason is "identifier" (see `allow_ids`), "constant" or "empty".
        """
        return [dict(each) for each in self._content.get("set_aside", [])]

    @property
    def figures(self) -> dict[str, float]:
        """Diagnostics of the whole result, if the method has any."""
        return {name: number(value) for name, value in self._content.get("figures", {}).items()}

    @property
    def auto(self) -> dict[str, Any] | None:
        """How k="auto" was found, unless the method itself found it."""
        return self.to_dict().get("auto")

    def to_frame(self, what: str = "selected", *, backend: str | None = None) -> Any:
        """A frame of the selected features, or of all of them.

        Parameters
        ----------
        what : {"selected", "ranking", "serves"}
            The selected features in order; all features, best first; or the relevance of the
            selected features to each of several targets.
        backend : {"pandas", "polars", "dict"}, optional
            Type of the frame; None: the first of these that is installed.
        """
        if what not in ("selected", "ranking", "serves"):
            raise ValueError(f"what must be 'selected', 'ranking' or 'serves' (got {what!r})")
        if what == "serves":
            rows = [self.serves.get(name, {}) for name in self.names]
            targets = self.targets if len(self.targets) > 1 else []
            relevances = {target: [row[target] for row in rows] for target in targets}
            return frame_of({"name": self.names, **relevances}, backend)
        if what == "ranking" and "ranking" not in self._content:
            raise ValueError(f"{self.method} does not score every feature, so it has no ranking")
        steps = self._content[what]
        columns: dict[str, list[Any]] = {
            "rank": list(range(1, len(steps) + 1)),
            "index": [step["index"] for step in steps],
            "name": [step["name"] for step in steps],
            "score": [number(step["score"]) for step in steps],
        }
        for key in ("gain", "relevance", "redundancy"):
            if any(key in step for step in steps):
                columns[key] = [number(step.get(key)) for step in steps]
        if any("bayes_error" in step for step in steps):
            bounds = [step.get("bayes_error", {}) for step in steps]
            columns["error_lower"] = [number(each.get("lower")) for each in bounds]
            columns["error_upper"] = [number(each.get("upper")) for each in bounds]
        return frame_of(columns, backend)

    def apply(self, X: Any, **options: Any) -> Any:
        """Reduce other rows to the selected features; see `pith.apply`.

        Parameters
        ----------
        X : array, sparse matrix, data frame or Arrow table
            Rows that have the selected columns, found by name.
        **options
            As for `pith.apply`.
        """
        from pith._apply import apply

        return apply(self, X, **options)

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
        """Plot the selection with matplotlib; see `pith.plot.plot_selection`.

        Parameters
        ----------
        kind : {"gain", "relevance", "pixels"}
            Scores of the steps; relevance against redundancy, which requires X and y; or features
            as pixels, which requires `shape`.
        shape : tuple of two int, optional
            Height and width of the image.
        X, y : optional
            The data that the features were selected from.
        ax : matplotlib Axes, optional
            Axes to draw into; None: those of a new figure.
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
        terms = ["gain", "relevance", "redundancy"]
        grid = Grid(["rank", "feature", score, *terms, "Bayes error"], {1, 6}, shrinks=1)
        scores = [number(step["score"]) for step in steps]
        columns = zip(*(aligned_numbers(number(s.get(key)) for s in steps) for key in terms))
        for rank, (step, text, own) in enumerate(zip(steps, aligned_numbers(scores), columns), 1):
            bounds = step.get("bayes_error")
            error = f"{bounds['lower']:.4f} to {bounds['upper']:.4f}" if bounds else ""
            shown = [term if key in step else "" for key, term in zip(terms, own)]
            grid.rows.append([str(rank), printable(step["name"]), text, *shown, error])
        grid.bars = shares(scores)
        return grid

    def _serves_grid(self) -> Grid:
        """The relevance of each selected feature to each target."""
        targets = self.targets[:_MAX_TARGETS]
        grid = Grid(["relevance to", *map(printable, targets)], {0}, shrinks=0)
        serves = self.serves
        columns = [aligned_numbers(row[target] for row in serves.values()) for target in targets]
        for place, name in enumerate(serves):
            grid.rows.append([printable(name), *(column[place] for column in columns)])
        return grid

    def _figures_line(self) -> str:
        return ", ".join(
            f"{name.replace('_', ' ')} {value:.5g}" for name, value in self.figures.items()
        )

    def _last_line(self) -> str:
        total = self._content["data"]["features"]
        share = "all" if len(self) == total else f"{len(self)} of"
        other = "other " if len(self) else ""
        reason = {
            "nothing_left": "" if len(self) == total else f": no {other}feature can be selected",
            "no_gain": f": no {other}feature adds information",
            "cancelled": ": interrupted",
        }.get(self.stopped, "")
        return f"Selected {share} {counted(total, 'feature')}{reason}"

    def __repr__(self) -> str:
        lines = [wrapped(method_line(self._content)), wrapped(self._data_line()), ""]
        if len(self):
            lines += [self._grid().text(), ""]
        if self.serves:
            lines += [self._serves_grid().text(), ""]
        if self.figures:
            lines.append(wrapped(self._figures_line(), rest=2))
        return "\n".join([*lines, *note_lines(self.notes), self._last_line()])

    def _repr_html_(self) -> str:
        lines = [self._data_line(), *filter(None, [self._figures_line()]), self._last_line()]
        grids = [self._grid()] if len(self) else []
        grids += [self._serves_grid()] if self.serves else []
        return html_page(method_line(self._content), lines, grids, self.notes, self._svg_part())


_EXTENT = ("min", "mean", "max")


def _extent_text(column: dict[str, Any], key: str) -> str:
    if key not in column:
        return ""
    if column["kind"] != "date":
        return f"{column[key]:.5g}"
    seconds = round(column[key] * 86_400)
    time = np.datetime64(seconds, "s")
    return str(time.astype("M8[D]")) if seconds % 86_400 == 0 else str(time).replace("T", " ")


def _stray_text(stray: dict[str, Any]) -> str:
    times = f" ({stray['count']} times)" if stray["count"] > 1 else ""
    return f"'{printable(stray['token'])}'{times}"


class Inspection(Result):
    """What pith infers from a table: kinds, levels, missing values, duplicates, classes."""

    _schema = "pith/inspect/1"

    @property
    def columns(self) -> list[dict[str, Any]]:
        """Facts about each column, the target included.

        Each is a dictionary with the name, the `kind`, the number of `missing` values, whether the
        column is an `identifier`, the `stray` tokens that were read as missing, and more.
        """
        columns: list[dict[str, Any]] = self.to_dict()["columns"]
        return columns

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [column["name"] for column in self._content["columns"]]

    @property
    def kinds(self) -> dict[str, str]:
        """The kind of each column: number, integer, category or date."""
        return {column["name"]: column["kind"] for column in self._content["columns"]}

    @property
    def warnings(self) -> list[str]:
        """Likely problems of the table."""
        return list(self._content["warnings"])

    @property
    def target(self) -> str | None:
        """Name of the target; None if there is none, or if it is not usable."""
        name = self._content.get("target", {}).get("name")
        return None if name is None else str(name)

    @property
    def task(self) -> str | None:
        """What can be predicted of the target: "classify" or "regress"; None without a target."""
        task = self._content.get("target", {}).get("task")
        return None if task is None else str(task)

    @property
    def classes(self) -> dict[str, int]:
        """Number of rows of each class; empty for a numeric target."""
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
            Type of the frame; None: the first of these that is installed.
        """
        columns = self._content["columns"]
        made: dict[str, list[Any]] = {
            key: [column[key] for column in columns] for key in ("index", "name", "kind")
        }
        for key in ("levels", "min", "mean", "max"):
            made[key] = [number(column.get(key)) for column in columns]
        for key in ("missing", "constant", "unique"):
            made[key] = [column[key] for column in columns]
        made["identifier"] = [column.get("identifier", False) for column in columns]
        return frame_of(made, backend)

    def _target_line(self) -> str:
        target = self._content.get("target", {})
        if "problem" in target:
            return f"no target: {target['problem']}"
        if not target:
            return "no target"
        if "classes" not in target:
            column = self._content["columns"][target["index"]]
            low, mean, high = (_extent_text({**column, **target}, key) for key in _EXTENT)
            return f"numeric target '{target['name']}': {low} to {high}, mean {mean}"
        rows = sum(self.classes.values())
        shown = list(self.classes.items())[:20]
        counts = ", ".join(f"{name} ({n}, {100 * n / rows:.1f} %)" for name, n in shown)
        more = ", ..." if len(self.classes) > len(shown) else ""
        classes = counted(len(self.classes), "class")
        return f"target '{target['name']}' with {classes}: {counts}{more}"

    def _first_line(self) -> str:
        data = self._content["data"]
        missing = sum(column["missing"] for column in self._content["columns"])
        missing_text = counted(missing, "missing value") if missing else "no missing values"
        size = f"{counted(data['rows'], 'row')} x {counted(data['columns'], 'column')}"
        return f"{data['source']}: {size}, {missing_text}"

    def _grid(self) -> Grid:
        headings = ["index", "column", "kind", "levels", "min", "mean", "max", "missing", "remarks"]
        grid = Grid(headings, {1, 2, 8}, shrinks=1)
        for column in self._content["columns"]:
            extent = [_extent_text(column, key) for key in _EXTENT]
            levels = str(column.get("levels", ""))
            missing = str(column["missing"]) if column["missing"] else ""
            name = printable(column["name"])
            row = [str(column["index"]), name, column["kind"], levels, *extent, missing]
            grid.rows.append([*row, self._remarks(column)])
        return grid

    def _remarks(self, column: dict[str, Any]) -> str:
        words = ("constant", "identifier" if column.get("identifier") else "unique")
        remarks = [word for word in words if column.get(word)]
        if column["index"] == self._content.get("target", {}).get("index"):
            remarks.insert(0, "target")
        if "same_as" in column:
            remarks.append(f"same as {printable(self.names[column['same_as']])}")
        if column.get("stray"):
            remarks.append(f"not read: {', '.join(_stray_text(each) for each in column['stray'])}")
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
