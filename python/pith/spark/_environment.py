# SPDX-License-Identifier: Apache-2.0
"""Whether executors can run pith, and what went wrong where they could not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pyspark.errors import PySparkException

from pith import _core

_REMEDY = (
    "install the wheel of pith {version} in the Python environment of every executor, as a "
    "library of the cluster or in an archive (docs/guide/scale.md)"
)


def is_connect(session: Any) -> bool:
    """Whether the session is one of Spark Connect, which has neither SparkContext nor RDDs."""
    return type(session).__module__.startswith("pyspark.sql.connect")


def check_executors(session: Any) -> None:
    """Runs a tiny job on all executors, which tells their version of pith.

    Raises RuntimeError where one has another version or none. Executors that join later are
    checked by every task.
    """

    def report(batches: Iterable[Any]) -> Iterator[Any]:
        # It is nested, so that it is sent by value: the executor may not have pith.
        import socket
        import sys

        import pyarrow

        for _ in batches:
            pass
        try:
            from pith import _core as core

            version, failure = core.version(), ""
        except Exception as error:
            version, failure = "", f"{type(error).__name__}: {error}"
        facts = [socket.gethostname(), sys.executable, version, failure]
        names = ["host", "python", "version", "failure"]
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array([fact]) for fact in facts], names)

    schema = "host string, python string, version string, failure string"
    with clear_errors():
        found = session.range(1 << 10).mapInArrow(report, schema).collect()
    version = _core.version()
    for executor in sorted(set(found), key=lambda each: (each["host"], each["python"])):
        where = f"the executor on {executor['host']} ({executor['python']})"
        if executor["failure"]:
            raise _no_pith(f"{where} cannot import pith: {executor['failure']}")
        if executor["version"] != version:
            raise _no_pith(
                f"{where} has pith {executor['version']}, but the driver has pith {version}"
            )


def _no_pith(text: str) -> RuntimeError:
    return RuntimeError(f"{text}; {_REMEDY.format(version=_core.version())}")


_TASK_ERROR = re.compile(r"TaskError: (version|memory|data): (.+)")
_NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '(pith|pyarrow)[.\w]*'")


@contextmanager
def clear_errors() -> Iterator[None]:
    """Raises what went wrong in a task as if it had gone wrong here."""
    try:
        yield
    except PySparkException as error:
        found = translated(str(error))
        if found is None:
            raise
        raise found from error


def translated(report: str) -> Exception | None:
    """The error that a report of Spark is about; None: it is none of pith's."""
    match = _TASK_ERROR.search(report)
    if match is not None:
        kind, text = match.group(1), match.group(2).strip()
        if kind == "version":
            return _no_pith(text)
        return MemoryError(text) if kind == "memory" else ValueError(text)
    match = _NO_MODULE.search(report)
    if match is not None:
        return _no_pith(f"an executor cannot import {match.group(1)}: {match.group(0)}")
    return None
