# SPDX-License-Identifier: Apache-2.0
"""Selection by passes over rows that are elsewhere: in files, in other processes, on a cluster.

The driver, `select`, asks a *runner* for statistics of all rows, and never sees a row. A runner is
an object with three methods:

- `run(work)` reads all rows once and returns partial results as pairs (block, bytes): those of
  `run_pass(work.bytes, batches)` for every part of the rows, or the results of merging some of
  them (`merge`). `work.title` says what it is; `work.fields` are the positions of the columns that
  the batches must have, in this order; where `work.reads_encoded`, the batches are packed rows
  instead.
- `encode(encoding, fields)` makes packed rows of all rows, by `RowEncoder(encoding).pack(batch)`
  on batches with these columns, and keeps them until the next call.
- `engine()` returns a dictionary that describes the runner, for the result.

Everything that is merged is an integer, an extreme or a set: the result has the same bytes however
the rows are split, in whatever order they come, and however often a part is computed again.
examples/thread_runner.py is a runner of about 30 lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from pith import _core
from pith._core import Pass, RowEncoder
from pith._data import feature_names
from pith._messages import FUNCTIONS, Names, translated_errors
from pith._options import (
    Missing,
    Progress,
    Task,
    choice,
    number_options,
    rule_text,
    run_options,
    shown_progress,
)
from pith._results import Selection
from pith._select import request_options

__all__ = ["Field", "Pass", "RowEncoder", "Runner", "batch", "merge", "run_pass", "select"]

_NAMES: Names = {**FUNCTIONS, "target": "target"}


class Field(NamedTuple):
    """A column of the rows: its name, and what it holds. Without flags it holds numbers."""

    name: str
    is_categorical: bool = False
    is_date: bool = False  # numbers of days since 1970-01-01
    is_declared_numeric: bool = False  # integers are binned, however few their values
    is_boolean: bool = False  # categories False and True


class Runner(Protocol):
    """Where the rows are."""

    def run(self, work: Pass) -> Iterable[tuple[int, bytes]]:
        """Partial results of one pass over all rows."""

    def encode(self, encoding: bytes, fields: Sequence[int]) -> None:
        """Packs all rows in this encoding."""

    def engine(self) -> dict[str, str | int]:
        """What the result says about the runner; `kind` names it."""


def batch(X: Any, names: Sequence[str] | None = None, *, threads: int = 1) -> _core.Columns:
    """Some rows, for `run_pass` and `RowEncoder`.

    X is a matrix of numbers, whose columns have these names, or anything with
    `__arrow_c_stream__`, such as a record batch of pyarrow. At least one row is needed.
    """
    columns = _core.Columns(_NAMES, threads)
    if names is None:
        columns.add_stream(X)
    else:
        columns.add_matrix(X, list(names))
    return columns


def run_pass(
    work: bytes, batches: Iterable[_core.Columns] | Iterable[bytes], *, threads: int = 1
) -> list[tuple[int, bytes]]:
    """The partial results of a pass over some rows. Python's lock is free meanwhile."""
    return _core.pass_map(work, batches, threads)


def merge(work: bytes, block: int, partials: Iterable[bytes]) -> bytes:
    """The partial results of one block as a single one."""
    return _core.pass_merge(work, block, partials)


def select(
    fields: Sequence[Field],
    runner: Runner,
    target: str | None = None,
    method: str = "auto",
    k: int | Literal["all"] | None = None,
    *,
    bins: str | None = None,
    missing: Missing = "error",
    keep: str | Iterable[str] = (),
    allow_ids: bool = False,
    task: Task = "auto",
    target_bins: str | None = None,
    threads: int | None = None,
    seed: int = 0,
    memory: int | str | None = None,
    progress: bool | Progress | None = None,
    source: str = "X",
    **params: Any,
) -> Selection:
    """Select features of rows that a runner reads.

    Parameters
    ----------
    fields : list of Field
        The columns of the rows.
    runner : Runner
        Runs the passes.
    target : str, optional
        The column with the class of each row.
    method, k, bins, missing, keep, allow_ids, task, target_bins, threads, seed, memory, progress
        As for `pith.select`. The method must be one that needs statistics only, and the target
        must hold classes.
    **params
        Parameters of the method.
    source : str
        What the result calls the rows.

    Returns
    -------
    Selection
        The same bytes as `pith.select(..., exact=True)`, but for time, source and engine.
    """
    names = [field.name for field in fields if field.name != target]
    options = number_options(method, k) | request_options(method, params, bins, missing, allow_ids)
    options |= {
        "target": target,
        "task": choice("task", task),
        "target_bins": rule_text("target_bins", target_bins),
        "drop_rows_without_target": missing == "drop",
        "keep": feature_names([keep] if isinstance(keep, str) else keep, names, "keep"),
        "source": source,
        "spelling": _NAMES,
    }
    with shown_progress(progress) as shown, translated_errors(_NAMES):
        options |= run_options(threads, seed, memory, shown)
        return Selection(_core.select_by_runner([tuple(each) for each in fields], runner, options))
