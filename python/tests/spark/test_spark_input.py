# SPDX-License-Identifier: Apache-2.0
"""Which columns can be read, what is rejected, and what a call leaves behind."""

from __future__ import annotations

import datetime
import decimal

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pandas")

import numpy as np
import pandas as pd
from spark_tables import TABLES, numbers, outcome, spark_frame

import pith
import pith.spark

BATCH_ROWS = "spark.sql.execution.arrow.maxRecordsPerBatch"


def test_columns_of_every_type(local):
    random = np.random.default_rng(4)
    y = random.integers(0, 2, 60).tolist()
    x = (random.normal(size=60) + y).tolist()
    start = datetime.datetime(2021, 3, 1)
    frame = {
        "byte": [int(9 * v) % 100 for v in x],
        "money": [decimal.Decimal(f"{v:.2f}") for v in x],
        "day": [(start + datetime.timedelta(days=int(10 * v))).date() for v in x],
        "time": [start + datetime.timedelta(seconds=int(1e6 * v)) for v in x],
        "span": [datetime.timedelta(hours=int(20 * v)) for v in x],
        "flag": [v > 0 for v in x],
        "text": ["ab"[v > 0.5] for v in x],
        "half": [None if v > 2 else v for v in x],
        "y": y,
    }
    schema = (
        "byte tinyint, money decimal(12,2), day date, time timestamp, span interval day to second,"
        " flag boolean, text string, half float, y int"
    )
    rows = local.createDataFrame(list(zip(*frame.values())), schema).repartition(4)
    found = pith.spark.select(rows, "y", "mim", "all", missing="impute", check=False)
    pa = pytest.importorskip("pyarrow")
    types = [pa.int8(), pa.decimal128(12, 2), pa.date32(), pa.timestamp("us", "UTC")]
    types += [pa.duration("us"), pa.bool_(), pa.string(), pa.float32(), pa.int32()]
    table = pa.table(
        {name: pa.array(values, kind) for (name, values), kind in zip(frame.items(), types)}
    )
    wanted = pith.select(table, "y", "mim", "all", missing="impute", exact=True)
    assert outcome(found) == outcome(wanted)


@pytest.mark.parametrize("kind", ["array", "vector", "sparse"])
def test_a_column_of_arrays_is_many_features(local, kind):
    frame = numbers()
    X = frame.drop(columns="y").to_numpy(copy=True)
    X[X < -1] = 0
    if kind == "array":
        X[3, 2], X[5, 0] = np.nan, np.nan
        values = [[None if v != v else v for v in row] for row in X.tolist()]
        schema = "f array<double>, y bigint"
    else:
        from pyspark.ml.linalg import Vectors

        make = Vectors.dense if kind == "vector" else _sparse
        values = [make(row) for row in X.tolist()]
        schema = ["f", "y"]
    rows = local.createDataFrame(list(zip(values, frame.y.tolist())), schema).repartition(3)
    flat = pd.DataFrame(X, columns=[f"f[{i}]" for i in range(8)]).assign(y=frame.y)
    # Of few elements, such as the two that are selected, Spark sends no others.
    for method, k in (("jmi", 4), ("gc-mi", 2)):
        found = pith.spark.select(rows, "y", method, k, missing="impute", check=False)
        wanted = pith.select(flat, "y", method, k, missing="impute", exact=True)
        assert outcome(found) == outcome(wanted)


def _sparse(row):
    from pyspark.ml.linalg import Vectors

    return Vectors.sparse(len(row), [(i, value) for i, value in enumerate(row) if value != 0])


def test_null_arrays_are_missing(local):
    rows = local.createDataFrame(
        [([1.0, 2.0], 0), (None, 1), ([2.0, 1.0], 1), ([3.0, 5.0], 0)] * 5, "f array<double>, y int"
    )
    found = pith.spark.select(rows, "y", "mim", 2, missing="drop", check=False)
    assert found.data["rows"] == 20 and "dropped 5 of 20 rows" in " ".join(found.notes)
    with pytest.raises(ValueError, match=r"'f\[0\]'.*missing"):
        pith.spark.select(rows, "y", "mim", 2, check=False)


def test_arrays_of_several_lengths_are_rejected(local):
    rows = local.createDataFrame([([1.0, 2.0], 0), ([1.0], 1)] * 8, "f array<double>, y int")
    with pytest.raises(ValueError, match=r"column 'f' has an array of \d .*partition \d"):
        pith.spark.select(rows.coalesce(1), "y", "mim", 1, check=False)


def test_declared_kinds(local):
    make, target, _ = TABLES["categories"]
    frame = make()
    rows = spark_frame(local, frame, 3)
    how = {"categorical": ["floor"], "numeric": ["rooms"], "drop": ["town", "since"]}
    found = pith.spark.select(rows, target, "mrmr", 3, check=False, **how)
    assert outcome(found) == outcome(pith.select(frame, target, "mrmr", 3, exact=True, **how))
    with pytest.raises(TypeError, match="cast it in Spark"):
        pith.spark.select(rows, target, "mrmr", 3, check=False, numeric="town")


def test_rejected_columns(local):
    rows = local.createDataFrame([({"a": 1}, 1.0, 0)], "m map<string,int>, x double, y int")
    with pytest.raises(TypeError, match=r"'m' has the type map<string,int>.*drop=\['m'\]"):
        pith.spark.select(rows, "y", "mim", 1, check=False)
    with pytest.raises(ValueError, match="no column 'xx' for the target; did you mean 'x'"):
        pith.spark.select(rows, "xx", "mim", 1, check=False)
    with pytest.raises(TypeError, match=r"name of one column \(got .*several targets"):
        pith.spark.select(rows, ["x", "y"], "mim", 1, check=False)
    with pytest.raises(ValueError, match="several columns called 'x'"):
        pith.spark.select(rows.select("x", "x", "y"), "y", "mim", 1, check=False)


def test_names_that_spark_would_confuse(local):
    frame = numbers().rename(columns={"x0": "a.b", "x1": "A", "x2": "a", "x3": "b`c", "x4": "ü x"})
    frame = frame.drop(columns=["x5", "x6"])
    rows = spark_frame(local, frame.rename(columns={"b`c": "bc"}), 2).withColumnRenamed("bc", "b`c")
    found = pith.spark.select(rows, "y", "mim", "all", check=False)
    assert outcome(found) == outcome(pith.select(frame, "y", "mim", "all", exact=True))


def test_a_bad_value_is_reported_with_its_column_and_partition(local, persisted):
    frame = numbers()
    frame.loc[200, "x4"] = np.inf
    rows = spark_frame(local, frame, 4)
    with pytest.raises(ValueError, match=r"'x4'.*infinit.*\(in partition 3\)") as caught:
        pith.spark.select(rows, "y", "gc-mi", 3, check=False)
    assert "\n" not in str(caught.value)
    assert persisted(local) == 0


def test_a_method_that_needs_rows_is_rejected_with_a_remedy(local):
    rows = spark_frame(local, numbers(), 2)
    with pytest.raises(ValueError, match="relieff.*statistics"):
        pith.spark.select(rows, "y", "relieff", 3, check=False)


def test_nothing_is_left_behind(local, persisted):
    rows = spark_frame(local, numbers(), 2)
    before = local.conf.get(BATCH_ROWS)
    local.sparkContext.setLocalProperty("spark.job.description", "mine")
    pith.spark.select(rows, "y", "mrmr", 3, check=False)
    assert persisted(local) == 0
    assert local.conf.get(BATCH_ROWS) == before
    assert local.sparkContext.getLocalProperty("spark.job.description") == "mine"
    local.sparkContext.setLocalProperty("spark.job.description", None)


def test_progress_names_the_passes(local):
    rows = spark_frame(local, numbers(), 2)
    phases: list[str] = []
    pith.spark.select(
        rows, "y", "mrmr", 3, check=False, progress=lambda phase, done, total: phases.append(phase)
    )
    assert len(set(phases)) >= 3 and "encode rows" in phases, phases


def test_an_error_in_the_progress_function_passes_through(local, persisted):
    def fail(phase, done, total):
        if phase == "encode rows":
            raise ZeroDivisionError("in progress")

    with pytest.raises(ZeroDivisionError, match="in progress"):
        pith.spark.select(
            spark_frame(local, numbers(), 2), "y", "mrmr", 3, check=False, progress=fail
        )
    assert persisted(local) == 0
