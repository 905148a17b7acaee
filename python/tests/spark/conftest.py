# SPDX-License-Identifier: Apache-2.0
"""Sessions of Spark, one at a time, on this machine only.

PITH_SPARK_DEEP=1 runs every method on every table with every number of partitions.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Spark listens on the loopback interface, and its workers run this interpreter.
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
# Under pytest, the folder of the tests is on the path of the driver, but not on that of workers.
os.environ["PYSPARK_SUBMIT_ARGS"] = "--driver-memory 1g pyspark-shell"

Session = Any


def missing_part() -> str | None:
    """What the tests of Spark need and this machine does not have."""
    if not os.environ.get("JAVA_HOME") and shutil.which("java") is None:
        return "Java is not installed (Debian: openjdk-17-jre-headless)"
    try:
        import pyarrow  # noqa: F401
        import pyspark  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed (pip install 'pith[spark]')"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    reason = missing_part()
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.spark)
        if reason is not None:
            item.add_marker(pytest.mark.skip(reason=reason))


class Sessions:
    """Starts sessions; the one before is stopped."""

    def __init__(self) -> None:
        self._session: Session = None
        self._settings: dict[str, str] = {}

    def start(self, master: str, **settings: str) -> Session:
        from pyspark.sql import SparkSession

        wanted = {"spark.master": master, **settings}
        if self._session is not None and wanted == self._settings:
            return self._session
        self.stop()
        builder = SparkSession.builder.appName("pith tests")
        common = {
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.sql.shuffle.partitions": "2",
            "spark.sql.session.timeZone": "UTC",
            "spark.executor.extraJavaOptions": "-XX:TieredStopAtLevel=1",
            # A session inherits what earlier ones were given.
            "spark.executor.memory": "1g",
            "spark.executorEnv.PYTHONPATH": "",
        }
        for key, value in {**common, **wanted}.items():
            builder = builder.config(key, value)
        self._session = builder.getOrCreate()
        self._session.sparkContext.setLogLevel("OFF")
        self._settings = wanted
        return self._session

    def stop(self) -> None:
        if self._session is not None:
            self._session.stop()
            self._session = None


@pytest.fixture(scope="session")
def sessions() -> Iterator[Sessions]:
    all_sessions = Sessions()
    yield all_sessions
    all_sessions.stop()


@pytest.fixture
def local(sessions: Sessions) -> Session:
    """Two tasks at a time; a task is tried four times."""
    return sessions.start("local[2,4]")


@pytest.fixture
def cluster(sessions: Sessions) -> Session:
    """Two executors, each a process of its own."""
    return sessions.start("local-cluster[2,1,2048]", **{"spark.executor.memory": "2g"})


@pytest.fixture(scope="session")
def is_deep() -> bool:
    return bool(os.environ.get("PITH_SPARK_DEEP"))


@pytest.fixture
def persisted() -> Callable[[Session], int]:
    """The number of data frames that a session keeps."""
    return lambda session: len(session.sparkContext._jsc.getPersistentRDDs())
