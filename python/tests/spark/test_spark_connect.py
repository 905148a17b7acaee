# SPDX-License-Identifier: Apache-2.0
"""A session of Spark Connect, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pyspark = pytest.importorskip("pyspark")
pytest.importorskip("pandas")

SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from pyspark.sql import SparkSession
session = SparkSession.builder.remote("local[2]").getOrCreate()
assert type(session).__module__.startswith("pyspark.sql.connect"), type(session)
import pith, pith.spark
from spark_tables import TABLES, outcome, numbers, spark_frame
for name, method in (("missing", "mrmr"), ("numbers", "gc-mi")):
    make, target, options = TABLES[name]
    frame = make()
    rows = spark_frame(session, frame, 3, 1)
    found = pith.spark.select(rows, target, method, 4, **options)
    wanted = pith.select(frame, target, method, 4, exact=True, **options)
    assert outcome(found) == outcome(wanted), (name, method)
frame = numbers()
frame.loc[3, "x4"] = float("inf")
try:
    pith.spark.select(spark_frame(session, frame, 2, 1), "y", "mim", 3)
except ValueError as error:
    assert "'x4'" in str(error) and "partition" in str(error), error
else:
    raise AssertionError("an infinite value was accepted")
print("equal")
session.stop()
"""


def test_a_connect_session():
    if int(pyspark.__version__.split(".")[0]) < 4:
        pytest.skip("the package of PySpark 3.5 has no server for Connect")
    pytest.importorskip("grpc", reason="grpcio is not installed (pip install 'pyspark[connect]')")
    environment = {key: value for key, value in os.environ.items() if key != "PYSPARK_SUBMIT_ARGS"}
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=False,
    )
    assert ended.stdout.split()[-1:] == ["equal"], ended.stdout + ended.stderr
