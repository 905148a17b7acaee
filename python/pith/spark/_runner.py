# SPDX-License-Identifier: Apache-2.0
"""Runs the passes of the core over a data frame, by its DataFrame interface only."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from pith import _core
from pith.spark._environment import clear_errors, is_connect
from pith.spark._fields import FrameColumn, FrameFields, Part
from pith.spark._tasks import EMPTY, PACKED, PARTIALS, MapPacked, MapRows, Merge, Pack

_BATCH_KEY = "spark.sql.execution.arrow.maxRecordsPerBatch"
_BATCH_BYTES = 64 << 20
_MIN_BATCH_ROWS, _MAX_BATCH_ROWS = 64, 10_000
_PACKED_BATCH_ROWS = 8  # each is a block of rows, or a partial state of a few megabytes
_MAX_COLLECTED = 32 << 20  # bytes of partial states that the driver merges itself
_MERGE_TASKS = 64
_MIN_LEFT_OUT = 4  # of so many elements of an array, Spark picks one instead of sending all


class SparkRunner:
    """Runs passes over the rows of a data frame; the methods are those that the core calls.

    Every pass is a `mapInArrow` that gives a partial state for each partition and block of
    features. Few bytes go straight to the driver; else each block is merged by one task. Encoded
    rows are packed into blocks of bytes and persisted, since values that cross the JVM one by one
    cost more than all the rest.
    """

    def __init__(self, df: DataFrame, fields: FrameFields) -> None:
        self._session = df.sparkSession
        # Columns by position: names may contain dots, or differ in case only.
        self._df = df.toDF(*(f"c{place}" for place in range(len(df.columns))))
        self._fields = fields
        self._packed: DataFrame | None = None
        self._partitions = 0
        self._is_connect = is_connect(self._session)
        self._tag = f"pith-{uuid.uuid4().hex}"

    # What the core calls ----------------------------------------------------------------------

    def run(self, work: _core.Pass) -> list[tuple[int, bytes]]:
        """The states of all partitions, merged or not, as (block, bytes)."""
        with self._job(f"pith: {work.title}"):
            if work.reads_encoded:
                return self._run_packed(work)
            return self._run_rows(work)

    def encode(self, encoding: bytes, fields: Sequence[int]) -> None:
        """Packs the rows in this encoding, and keeps them until the next encoding or close()."""
        self.close()
        with self._job("pith: encode rows"):
            rows, parts = self._rows(fields)
            packed = rows.mapInArrow(Pack(_core.version(), encoding, parts), PACKED)
            with self._batches(_batch_rows(parts)):
                self._packed = packed.persist(StorageLevel.MEMORY_AND_DISK)
                # Rows are packed here and now, in batches of this size.
                self._packed.agg(sql.count("*")).collect()

    def engine(self) -> dict[str, str | int]:
        """Where the passes were run, for the result."""
        return {
            "kind": "spark",
            "spark": str(self._session.version),
            "partitions": self._partitions,
        }

    def close(self) -> None:
        """Gives up the packed rows."""
        if self._packed is not None:
            self._packed.unpersist()
            self._packed = None

    # Jobs -------------------------------------------------------------------------------------

    def _run_packed(self, work: _core.Pass) -> list[tuple[int, bytes]]:
        if self._packed is None:
            raise RuntimeError("a pass over encoded rows, but there is no encoding")
        partials = self._packed.mapInArrow(MapPacked(_core.version(), work.bytes), PARTIALS)
        with self._batches(_PACKED_BATCH_ROWS):
            return _collected(partials if self._is_small(work) else _merged(partials, work))

    def _run_rows(self, work: _core.Pass) -> list[tuple[int, bytes]]:
        rows, parts = self._rows(work.fields)
        partials = rows.mapInArrow(MapRows(_core.version(), work.bytes, parts), PARTIALS)
        if self._is_small(work):
            with self._batches(_batch_rows(parts)):
                return _collected(partials)
        # The tasks that merge read other batches than those that map: a job of their own.
        partials = partials.persist(StorageLevel.MEMORY_AND_DISK)
        try:
            with self._batches(_batch_rows(parts)):
                facts = partials.agg(
                    sql.max("part").alias("last"), sql.sum(sql.length("payload")).alias("bytes")
                ).collect()[0]
            self._partitions = max(self._partitions, (facts["last"] or 0) + 1)
            is_small = (facts["bytes"] or 0) <= _MAX_COLLECTED
            with self._batches(_PACKED_BATCH_ROWS):
                return _collected(partials if is_small else _merged(partials, work))
        finally:
            partials.unpersist()

    def _is_small(self, work: _core.Pass) -> bool:
        return 0 < self._partitions * work.state_bytes <= _MAX_COLLECTED

    def _rows(self, fields: Sequence[int]) -> tuple[DataFrame, tuple[Part, ...]]:
        """The columns that hold these fields, and what becomes of them in a task."""
        wanted = [_sent(*each) for each in self._fields.parts(fields)]
        return self._df.select(*(column for column, _ in wanted)), tuple(p for _, p in wanted)

    @contextmanager
    def _batches(self, rows: int) -> Iterator[None]:
        """Batches of Arrow have at most so many rows."""
        before = self._session.conf.get(_BATCH_KEY)
        self._session.conf.set(_BATCH_KEY, str(rows))
        try:
            yield
        finally:
            self._session.conf.set(_BATCH_KEY, str(before))

    @contextmanager
    def _job(self, title: str) -> Iterator[None]:
        """Jobs have this description in the user interface; they are cancelled on Ctrl-C."""
        with clear_errors(), _described(self._session, title, self._tag):
            yield


@contextmanager
def _described(session: Any, title: str, tag: str) -> Iterator[None]:
    if is_connect(session):
        session.addTag(tag)
        try:
            yield
        except KeyboardInterrupt:
            session.interruptTag(tag)
            raise
        finally:
            session.removeTag(tag)
        return
    context = session.sparkContext
    key = "spark.job.description"
    before = context.getLocalProperty(key)
    context.setLocalProperty(key, title)
    try:
        yield
    finally:
        context.setLocalProperty(key, before)


def _sent(column: FrameColumn, part: Part) -> tuple[Any, Part]:
    """The column as it is sent to Python, and what it is there."""
    values = sql.col(f"c{column.place}")
    if column.is_vector:
        values = vector_as_array(values)
    if column.is_void:
        values = values.cast("double")
    if part.elements is None or _MIN_LEFT_OUT * len(part.elements) > (part.length or 0):
        return values, part
    picked = picked_elements(values, part.elements)
    return picked, replace(part, length=len(part.elements), elements=None)


def picked_elements(arrays: Any, places: Sequence[int]) -> Any:
    """Arrays of the elements at these places."""
    wanted = sql.array(*map(sql.lit, places))
    return sql.transform(wanted, lambda place: sql.get(arrays, place))


def vector_as_array(values: Any) -> Any:
    """A column of vectors as one of arrays."""
    if type(values).__module__.startswith("pyspark.sql.connect"):
        try:
            from pyspark.ml.connect.functions import vector_to_array
        except ImportError:  # in versions where one function serves both
            from pyspark.ml.functions import vector_to_array
    else:
        from pyspark.ml.functions import vector_to_array
    return vector_to_array(values)


def _batch_rows(parts: Sequence[Part]) -> int:
    """About 64 MB of numbers, whatever the width."""
    width = sum(part.length or 1 for part in parts)
    return min(max(_BATCH_BYTES // (8 * max(width, 1)), _MIN_BATCH_ROWS), _MAX_BATCH_ROWS)


def _merged(partials: DataFrame, work: _core.Pass) -> DataFrame:
    tasks = min(work.blocks, _MERGE_TASKS)
    by_block = (
        partials.where(sql.col("block") != EMPTY)
        .repartition(tasks, "block")
        .sortWithinPartitions("block", "part")
    )
    return by_block.mapInArrow(Merge(_core.version(), work.bytes), PARTIALS)


def _collected(partials: DataFrame) -> list[tuple[int, bytes]]:
    rows = partials.select("block", "payload").collect()
    return [(row["block"], bytes(row["payload"])) for row in rows if row["block"] != EMPTY]
