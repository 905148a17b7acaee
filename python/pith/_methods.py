# SPDX-License-Identifier: Apache-2.0
"""What the catalogue says about methods and learners, as small objects that print well."""

from __future__ import annotations

import copy
import json
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from pith import _core
from pith._catalog import MethodInfo, ParameterInfo, method_infos, parameter_infos
from pith._messages import in_python, python_words
from pith._show import WIDTH, Grid, html_page

__all__ = [
    "LearnerInfo",
    "MethodInfo",
    "ParameterInfo",
    "catalogue",
    "describe",
    "known_learners",
    "learners",
    "methods",
]


@dataclass(frozen=True)
class LearnerInfo:
    """What learns from the selected features in an evaluation."""

    id: str
    title: str
    summary: str
    parameters: tuple[ParameterInfo, ...]


class MethodList(list[MethodInfo]):
    """All methods; a table where it is shown."""

    def _grid(self) -> Grid:
        grid = Grid(["method", "class", "what it is", "cost", "family"], set(range(5)), shrinks=2)
        for each in self:
            grid.rows.append([each.id, each.class_name, each.title, each.cost, each.family])
        return grid

    def __repr__(self) -> str:
        lines = Grid(["method", "what it is"], {0, 1}, shrinks=1, most_rows=None)
        lines.rows = [[each.id, each.title] for each in self]
        return lines.text()

    def _repr_html_(self) -> str:
        grid = self._grid()
        grid.most_rows = None
        return html_page("", [], [grid], [])


class LearnerList(list[LearnerInfo]):
    """All learners; a table where it is shown."""

    def _grid(self) -> Grid:
        grid = Grid(["learner", "what it is", "parameters"], {0, 1, 2}, shrinks=2)
        for each in self:
            names = ", ".join(parameter.name for parameter in each.parameters)
            grid.rows.append([each.id, each.title, names])
        return grid

    def __repr__(self) -> str:
        lines = Grid(["learner", "what it is"], {0, 1}, shrinks=1)
        lines.rows = [[each.id, each.title] for each in self]
        return lines.text()

    def _repr_html_(self) -> str:
        return html_page("", [], [self._grid()], [])


class Description(str):
    """A text that is shown as it is, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=1)
def catalogue() -> MappingProxyType[str, MethodInfo]:
    """Every method by its id."""
    return MappingProxyType({info.id: info for info in method_infos(_core.methods())})


@lru_cache(maxsize=1)
def known_learners() -> MappingProxyType[str, LearnerInfo]:
    """Every learner by its id."""
    return MappingProxyType(
        {
            entry["id"]: LearnerInfo(
                id=entry["id"],
                title=entry["title"],
                summary=in_python(entry["summary"]),
                parameters=parameter_infos(entry["parameters"]),
            )
            for entry in json.loads(_core.learners())
        }
    )


def methods() -> MethodList:
    """All methods: what they are, what they take, and the class that each has.

    Examples
    --------
    >>> import pith
    >>> [method.id for method in pith.methods() if method.traits["finds_k"]]
    ['cfs', 'fcbf']
    """
    return MethodList(copy.deepcopy(list(catalogue().values())))  # traits can be changed


def learners() -> LearnerList:
    """All learners that `pith.evaluate` and `auto="cv"` can use."""
    return LearnerList(known_learners().values())


def describe(id: str, format: str = "text") -> Description:
    """Tell what a method or learner does and takes, and who published it.

    Parameters
    ----------
    id : str
        A method or a learner, such as "mrmr".
    format : {"text", "markdown", "json", "bibtex"}
        What the text is written in; learners are described as text or JSON.

    Returns
    -------
    str
        A text that is shown as it is.
    """
    if not isinstance(id, str) or not isinstance(format, str):
        raise TypeError(
            f"id and format must be text, such as 'mrmr' and 'text', not {id!r}, {format!r}"
        )
    if id in known_learners():
        return _learner_description(known_learners()[id], format)
    with python_words():
        text = _core.describe(id, format)
    # Documents and bibliographies are for programs, which count on what the core writes.
    return Description(in_python(text) if format in ("text", "markdown") else text)


def _learner_description(learner: LearnerInfo, format: str) -> Description:
    if format == "text":
        return _learner_text(learner)
    if format == "json":
        entry = next(each for each in json.loads(_core.learners()) if each["id"] == learner.id)
        return Description(json.dumps(entry, indent=1, ensure_ascii=False) + "\n")
    raise ValueError(f"a learner is described as text or json, not as {format!r}")


def _learner_text(learner: LearnerInfo) -> Description:
    lines = [f"{learner.id}: {learner.title}", "", textwrap.fill(learner.summary, width=WIDTH)]
    if learner.parameters:
        lines += ["", "Parameters"]
    for parameter in learner.parameters:
        kind = "|".join(parameter.choices) or parameter.type
        text = f"{parameter.text} (default {parameter.default})"
        lines += [f"  {parameter.name} : {kind}"]
        lines += textwrap.wrap(text, WIDTH, initial_indent="      ", subsequent_indent="      ")
    return Description("\n".join(lines) + "\n")
