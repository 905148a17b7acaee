# SPDX-License-Identifier: Apache-2.0
"""What runs on executors: functions for `DataFrame.mapInArrow`, which call the compiled module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyspark import TaskContext

from pith import _core
from pith.spark._fields import Part

PARTIALS = "block int, part int, payload binary"
PACKED = "packed binary"
EMPTY = -1  # the block of a partition without rows, which counts as a partition
_MERGED_AT_ONCE = 16


class TaskError(Exception):
    """What went wrong in a task: the driver finds it in the report of Spark by this name."""


@dataclass(frozen=True)
class Place:
    """Where a task runs."""

    partition: int
    threads: int


@contextmanager
def located(version: str) -> Iterator[Place]:
    """Where this task runs. Errors within name the partition."""
    context = TaskContext.get()
    partition = context.partitionId() if context else 0
    if _core.version() != version:
        raise TaskError(f"version: this executor has pith {_core.version()}, the driver {version}")
    try:
        yield Place(partition, context.cpus() if context else 1)
    except Exception as error:
        kind = "memory" if isinstance(error, MemoryError) else "data"
        text = " ".join(str(error).split())
        raise TaskError(f"{kind}: {text} (in partition {partition})") from None


@dataclass(frozen=True)
class MapRows:
    """Runs a pass over rows as they are read."""

    version: str
    description: bytes
    parts: tuple[Part, ...]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with located(self.version) as place:
            columns = (columns_of(each, self.parts, place) for each in batches if each.num_rows)
            found = _core.pass_map(self.description, columns, place.threads)
        yield from partial_batches(found or [(EMPTY, b"")], place.partition)


@dataclass(frozen=True)
class MapPacked:
    """Runs a pass over packed rows."""

    version: str
    description: bytes

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with located(self.version) as place:
            packed = (bytes(each.as_buffer()) for batch in batches for each in batch.column(0))
            found = _core.pass_map(self.description, packed, place.threads)
        yield from partial_batches(found, place.partition)


@dataclass(frozen=True)
class Pack:
    """Encodes rows and packs each batch into bytes."""

    version: str
    encoding: bytes
    parts: tuple[Part, ...]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with located(self.version) as place:
            encoder = _core.RowEncoder(self.encoding, place.threads)
        for batch in batches:
            if batch.num_rows == 0:
                continue
            with located(self.version) as place:
                packed = encoder.pack(columns_of(batch, self.parts, place))
            yield pa.RecordBatch.from_arrays([pa.array([packed], pa.binary())], ["packed"])


@dataclass(frozen=True)
class Merge:
    """Merges the partial states of each block, which come one after the other."""

    version: str
    description: bytes

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        block, held = EMPTY, list[bytes]()
        for batch in batches:
            for row in range(batch.num_rows):
                current = batch.column(0)[row].as_py()
                if current != block:
                    yield from self._finished(block, held)
                    block, held = current, []
                held.append(bytes(batch.column(2)[row].as_buffer()))
                if len(held) == _MERGED_AT_ONCE:
                    held = [self._merged(block, held)]
        yield from self._finished(block, held)

    def _merged(self, block: int, held: list[bytes]) -> bytes:
        with located(self.version):
            return _core.pass_merge(self.description, block, held)

    def _finished(self, block: int, held: list[bytes]) -> Iterator[pa.RecordBatch]:
        if block != EMPTY:
            yield from partial_batches([(block, self._merged(block, held))], 0)


def partial_batches(
    partials: Iterable[tuple[int, bytes]], partition: int
) -> Iterator[pa.RecordBatch]:
    """One batch for each partial state, so that no batch is large."""
    for block, payload in partials:
        arrays = [
            pa.array([block], pa.int32()),
            pa.array([partition], pa.int32()),
            pa.array([payload], pa.binary()),
        ]
        yield pa.RecordBatch.from_arrays(arrays, ["block", "part", "payload"])


def columns_of(batch: pa.RecordBatch, parts: Sequence[Part], place: Place) -> _core.Columns:
    """The columns of a batch, arrays taken apart."""
    columns = _core.Columns({}, place.threads)
    begin = 0
    while begin < len(parts):
        part = parts[begin]
        if part.length is not None:
            columns.add_matrix(_matrix(batch.column(begin), part), list(part.names))
            begin += 1
            continue
        end = begin
        while end < len(parts) and parts[end].length is None:
            end += 1
        names = [each.names[0] for each in parts[begin:end]]
        columns.add_stream(pa.RecordBatch.from_arrays(batch.columns[begin:end], names=names))
        begin = end
    categorical = [name for part in parts for name in part.categorical]
    if categorical:
        columns.make_categorical(categorical)
    return columns


def _matrix(lists: Any, part: Part) -> NDArray[Any]:
    """The arrays of a column as rows of a matrix; nulls are NaN."""
    length = part.length or 0
    counts = lists.value_lengths().to_numpy(zero_copy_only=False)
    is_null = np.isnan(counts) if lists.null_count else np.zeros(len(lists), bool)
    wrong = np.flatnonzero(~is_null & (counts != length))
    if len(wrong):
        name = part.names[0].rpartition("[")[0]
        raise ValueError(
            f"column {name!r} has an array of {int(counts[wrong[0]])} values, but others have "
            f"{length}; all must have the same length"
        )
    values: NDArray[Any] = lists.flatten().to_numpy(zero_copy_only=False).reshape(-1, length)
    if lists.null_count:
        filled = np.full((len(lists), length), np.nan)
        filled[~is_null] = values
        values = filled
    return values if part.elements is None else values[:, list(part.elements)]
