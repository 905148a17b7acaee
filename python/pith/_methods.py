# SPDX-License-Identifier: Apache-2.0
"""Methods and learners of the catalogue as small objects that print well."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from pith import _core
from pith._catalog import MethodInfo, ParameterInfo, method_infos, parameter_infos
from pith._messages import FUNCTIONS, translated_errors
from pith._show import Grid, html_page

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
    """A learner, which an evaluation trains on the selected features."""

    id: str
    title: str
    summary: str
    parameters: tuple[ParameterInfo, ...]
    predicts: tuple[str, ...] = ("classes",)


class MethodList(list[MethodInfo]):
    """All methods; displayed as a table."""

    def _grid(self) -> Grid:
        grid = Grid(["method", "class", "title", "cost", "family"], set(range(5)), shrinks=2)
        for each in self:
            grid.rows.append([each.id, each.class_name, each.title, each.cost, each.family])
        return grid

    def __repr__(self) -> str:
        lines = Grid(["method", "title"], {0, 1}, shrinks=1, max_rows=None)
        lines.rows = [[each.id, each.title] for each in self]
        return lines.text()

    def _repr_html_(self) -> str:
        grid = self._grid()
        grid.max_rows = None
        return html_page("", [], [grid], [])


class LearnerList(list[LearnerInfo]):
    """All learners; displayed as a table."""

    def _grid(self) -> Grid:
        grid = Grid(["learner", "title", "parameters"], {0, 1, 2}, shrinks=2)
        for each in self:
            names = ", ".join(parameter.name for parameter in each.parameters)
            grid.rows.append([each.id, each.title, names])
        return grid

    def __repr__(self) -> str:
        lines = Grid(["learner", "title"], {0, 1}, shrinks=1)
        lines.rows = [[each.id, each.title] for each in self]
        return lines.text()

    def _repr_html_(self) -> str:
        return html_page("", [], [self._grid()], [])


class Description(str):
    """A text that is displayed as it is, without quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@lru_cache(maxsize=1)
def catalogue() -> MappingProxyType[str, MethodInfo]:
    """All methods by id."""
    return MappingProxyType({info.id: info for info in method_infos(_core.methods(FUNCTIONS))})


@lru_cache(maxsize=1)
def known_learners() -> MappingProxyType[str, LearnerInfo]:
    """All learners by id."""
    return MappingProxyType(
        {
            entry["id"]: LearnerInfo(
                id=entry["id"],
                title=entry["title"],
                summary=entry["summary"],
                parameters=parameter_infos(entry["parameters"]),
                predicts=tuple(entry["predicts"]),
            )
            for entry in json.loads(_core.learners(FUNCTIONS))
        }
    )


def methods() -> MethodList:
    """List all methods with their parameters, traits and classes.

    Examples
    --------
    >>> import pith
    >>> [method.id for method in pith.methods() if method.traits["finds_k"]]
    ['alpha-investing', 'cfs', 'fcbf', 'gbfs']
    """
    return MethodList(copy.deepcopy(list(catalogue().values())))  # traits are mutable


def learners() -> LearnerList:
    """List all learners that `pith.evaluate` and `auto="cv"` can use."""
    return LearnerList(known_learners().values())


def describe(id: str, format: str = "text") -> Description:
    """Describe a method or a learner: formula, parameters, cost and references.

    Parameters
    ----------
    id : str
        Id of a method or a learner, such as "mrmr". Where both have the same id, the text describes
        both, and the other formats the method.
    format : {"text", "markdown", "json", "bibtex"}
        Format of the description; learners have "text" and "json" only.

    Returns
    -------
    str
        The description.
    """
    if not isinstance(id, str) or not isinstance(format, str):
        raise TypeError(
            f"id and format must be strings such as 'mrmr' and 'text' (got {id!r} and {format!r})"
        )
    if id in known_learners() and id not in catalogue():
        return _learner_description(known_learners()[id], format)
    with translated_errors():
        described = _core.describe(id, format, FUNCTIONS)
    if id in known_learners() and format == "text":
        described += f"\nAs a learner\n\n{_core.describe_learner(id, FUNCTIONS)}"
    return Description(described)


def _learner_description(learner: LearnerInfo, format: str) -> Description:
    if format == "text":
        return Description(_core.describe_learner(learner.id, FUNCTIONS))
    if format == "json":
        learners = json.loads(_core.learners(FUNCTIONS))
        entry = next(each for each in learners if each["id"] == learner.id)
        return Description(json.dumps(entry, indent=1, ensure_ascii=False) + "\n")
    raise ValueError(f"format of a learner must be 'text' or 'json' (got {format!r})")
