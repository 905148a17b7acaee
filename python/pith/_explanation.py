# SPDX-License-Identifier: Apache-2.0
"""The result of `pith.explain`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pith._results import FeatureList, frame_of, method_line, number
from pith._show import Grid, aligned_numbers, counted, html_page, note_lines, printable, wrapped

_PARTS = ("steps", "substitutes", "groups", "why_not")
_TERMS = ("gain", "relevance", "redundancy", "synergy")


class Explanation(FeatureList):
    """Why features were selected, and what could replace them.

    The features are the selected ones, in order. Terms are in nats, of discretised features.
    """

    _schema = "pith/explanation/1"
    _key = "steps"

    @property
    def basis(self) -> dict[str, Any]:
        """What steps and substitutes are compared by: the criterion, a ranking or information."""
        basis: dict[str, Any] = self.to_dict()["basis"]
        return basis

    @property
    def steps(self) -> list[dict[str, Any]]:
        """For each step the feature, its terms, and the runner-up with what it is `behind`."""
        return self._part("steps")

    @property
    def runners_up(self) -> list[str | None]:
        """Names of the features that came second at each step; None where there is none."""
        return [step.get("runner_up", {}).get("name") for step in self._content["steps"]]

    @property
    def substitutes(self) -> dict[str, list[dict[str, Any]]]:
        """For each selected feature, those that lose least in its place, best first."""
        return {each["name"]: each["candidates"] for each in self._part("substitutes")}

    @property
    def groups(self) -> dict[str, list[dict[str, Any]]]:
        """For each selected feature, up to 10 features that are redundant with it."""
        return {each["name"]: each["members"] for each in self._part("groups")}

    @property
    def similarity(self) -> tuple[list[str], NDArray[np.float64]]:
        """Names of up to 40 features, selected ones first, and their pairwise similarity."""
        matrix = self._content["similarity"]
        names = [feature["name"] for feature in matrix["features"]]
        return names, np.array(matrix["values"], dtype=np.float64).reshape(len(names), len(names))

    @property
    def serves(self) -> dict[str, dict[str, float]]:
        """The information of each feature about each class, or its relevance to each target."""
        return {
            each["name"]: {
                part.get("class", part.get("target")): number(
                    part.get("information", part.get("relevance"))
                )
                for part in each.get("classes", each.get("targets"))
            }
            for each in self._content["serves"]
        }

    @property
    def distributions(self) -> list[dict[str, Any]]:
        """Histograms of the first features, for each class."""
        return self._part("distributions")

    @property
    def why_not(self) -> dict[str, dict[str, Any]]:
        """For each feature that was asked about: its ranks, and what it is redundant with."""
        return {each["name"]: each for each in self._part("why_not")}

    def to_frame(self, what: str = "steps", *, backend: str | None = None) -> Any:
        """A frame of a part of the explanation.

        Parameters
        ----------
        what : {"steps", "substitutes", "groups", "why_not"}
            The steps; substitutes, one row each; members of groups; or ranks of the features that
            were asked about.
        backend : {"pandas", "polars", "dict"}, optional
            Type of the frame; None: the first of these that is installed.
        """
        if what not in _PARTS:
            raise ValueError(f"what must be one of {', '.join(map(repr, _PARTS))} (got {what!r})")
        if what == "steps":
            return frame_of(self._step_columns(), backend)
        if what == "why_not":
            ranks = [
                (name, *(rank[key] for key in ("step", "rank", "score", "behind")), rank["lost_to"])
                for name, each in self.why_not.items()
                for rank in each["ranks"]
            ]
            keys = ("name", "step", "rank", "score", "behind")
            columns = {key: [row[i] for row in ranks] for i, key in enumerate(keys)}
            columns["lost_to"] = [row[-1]["name"] for row in ranks]
            return frame_of(columns, backend)
        other = "substitute" if what == "substitutes" else "member"
        parts = self.substitutes if what == "substitutes" else self.groups
        rows = [(name, each) for name, found in parts.items() for each in found]
        columns = {"name": [name for name, _ in rows], other: [each["name"] for _, each in rows]}
        if what == "substitutes":
            columns["loss"] = [number(each["loss"]) for _, each in rows]
        columns["similarity"] = [each["similarity"] for _, each in rows]
        return frame_of(columns, backend)

    def _part(self, name: str) -> list[dict[str, Any]]:
        part: list[dict[str, Any]] = self.to_dict()[name]
        return part

    def _step_columns(self) -> dict[str, list[Any]]:
        steps = self._content["steps"]
        columns: dict[str, list[Any]] = {
            key: [step[key] for step in steps] for key in ("rank", "index", "name")
        }
        columns["score"] = [number(step["score"]) for step in steps]
        for key in _TERMS:
            if any(key in step for step in steps):
                columns[key] = [number(step.get(key)) for step in steps]
        columns["runner_up"] = list(self.runners_up)
        columns["behind"] = [number(step.get("runner_up", {}).get("behind")) for step in steps]
        return columns

    def _step_grid(self) -> Grid:
        columns = self._step_columns()
        terms = [key for key in ("score", *_TERMS) if key in columns]
        grid = Grid(["rank", "feature", *terms, "runner-up", "behind"], {1, 2 + len(terms)}, 1)
        texts = [aligned_numbers(columns[key]) for key in [*terms, "behind"]]
        for place, name in enumerate(columns["name"]):
            other = columns["runner_up"][place]
            numbers = [text[place] for text in texts]
            grid.rows.append(
                [
                    str(place + 1),
                    printable(name),
                    *numbers[:-1],
                    printable(other or ""),
                    numbers[-1] if other else "",
                ]
            )
        return grid

    def _substitute_grid(self) -> Grid:
        rows = [(name, each) for name, found in self.substitutes.items() for each in found]
        losses = aligned_numbers(number(each["loss"]) for _, each in rows)
        grid = Grid(["feature", "substitute", "loss", "similarity"], {0, 1}, 0)
        grid.rows = [
            [printable(name), printable(each["name"]), loss, f"{each['similarity']:.2f}"]
            for (name, each), loss in zip(rows, losses)
        ]
        return grid

    def _why_not_lines(self) -> list[str]:
        return [_why_not_line(name, each) for name, each in self.why_not.items()]

    def _grids(self) -> list[Grid]:
        return [grid for grid in (self._step_grid(), self._substitute_grid()) if grid.rows]

    def __repr__(self) -> str:
        lines = [wrapped(method_line(self._content)), wrapped(self._data_line()), ""]
        for grid in self._grids():
            lines += [grid.text(), ""]
        lines += [wrapped(line, rest=2) for line in self._why_not_lines()]
        last = f"Explained {counted(len(self), 'feature')}"
        return "\n".join([*lines, *note_lines(self.notes), last])

    def _repr_html_(self) -> str:
        lines = [self._data_line(), *self._why_not_lines()]
        return html_page(method_line(self._content), lines, self._grids(), self.notes)


def _why_not_line(name: str, found: dict[str, Any]) -> str:
    if "selected" in found:
        return f"Why not {name}? It was selected at rank {found['selected']}."
    if "set_aside" in found:
        return f"Why not {name}? It was set aside: {found['set_aside']}."
    ranks = ", ".join(str(rank["rank"]) for rank in found["ranks"])
    line = f"Why not {name}? Its ranks at the steps are {ranks}." if ranks else f"Why not {name}?"
    if "redundant_with" in found:
        other = found["redundant_with"]
        line += f" It is most similar to {other['name']} ({other['similarity']:.2f})."
    return line
