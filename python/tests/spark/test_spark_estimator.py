# SPDX-License-Identifier: Apache-2.0
"""The estimator: parameters, pipelines, save and load."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pandas")

from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.classification import LogisticRegression
from pyspark.ml.feature import VectorAssembler
from spark_tables import numbers, outcome, spark_frame

import pith
import pith.spark
from pith.spark import PithSelector, PithSelectorModel


def test_columns_are_selected(local, tmp_path):
    frame = numbers().assign(note="kept")
    inputs = [f"x{i}" for i in range(8)]
    rows = spark_frame(local, frame, 2)
    selector = PithSelector(labelCol="y", inputCols=inputs, method="mrmr", k=3)
    model = selector.fit(rows)
    wanted = pith.select(frame.drop(columns="note"), "y", "mrmr", 3, exact=True)
    assert outcome(model.selection) == outcome(wanted)
    assert model.transform(rows).columns == [*wanted.names, "y", "note"]
    model.write().overwrite().save(str(tmp_path / "model"))
    again = PithSelectorModel.load(str(tmp_path / "model"))
    assert again.names == model.names
    assert again.transform(rows).columns == [*wanted.names, "y", "note"]
    with pytest.raises(ValueError, match="no column"):
        again.transform(rows.drop(wanted.names[0]))


def test_a_pipeline_with_a_vector_column(local, tmp_path):
    frame = numbers()
    rows = spark_frame(local, frame, 2)
    stages = [
        VectorAssembler(inputCols=[f"x{i}" for i in range(8)], outputCol="features"),
        PithSelector(labelCol="y", featuresCol="features", outputCol="few", method="gc-mi", k=2),
        LogisticRegression(featuresCol="few", labelCol="y", maxIter=5),
    ]
    pipeline = Pipeline(stages=stages)
    pipeline.write().overwrite().save(str(tmp_path / "pipeline"))
    model = Pipeline.load(str(tmp_path / "pipeline")).fit(rows)
    chosen = pith.select(frame, "y", "gc-mi", 2, exact=True).names
    places = [int(name[1:]) for name in chosen]
    made = model.transform(rows)
    first = made.select("features", "few").head()
    assert list(first["few"]) == [first["features"][place] for place in places]
    model.write().overwrite().save(str(tmp_path / "model"))
    again = PipelineModel.load(str(tmp_path / "model")).transform(rows)
    assert again.select("prediction").collect() == made.select("prediction").collect()


def test_an_array_column(local):
    frame = numbers()
    values = frame.drop(columns="y").to_numpy().tolist()
    rows = local.createDataFrame(list(zip(values, frame.y.tolist())), "f array<double>, y bigint")
    model = PithSelector(labelCol="y", featuresCol="f", method="mim", k=2).fit(rows)
    first = model.transform(rows).head()
    places = [int(name[2:-1]) for name in model.names]
    assert first["f_selected"] == [first["f"][place] for place in places]


def test_parameters():
    selector = PithSelector(k=3, method="mrmr", settings={"form": "quotient"})
    assert selector.getOrDefault("k") == 3
    copied = selector.copy({selector.k: 5})
    assert copied.getOrDefault("k") == 5 and selector.getOrDefault("k") == 3
    assert "the number of features" in selector.explainParam("k")
    with pytest.raises(ValueError, match="alternatives"):
        PithSelector(inputCols=["a"], featuresCol="f")._fit(None)
