# SPDX-License-Identifier: Apache-2.0
"""Results on Spark have the bytes of the exact ones in memory, however the rows are split."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pandas")

from spark_tables import METHODS, TABLES, outcome, spark_frame, suitable

import pith
import pith.spark


def _compare(session, name, partitions, seed, methods=METHODS) -> None:
    make, target, options = TABLES[name]
    frame = make()
    rows = spark_frame(session, frame, partitions, seed).persist()
    for method, params in methods.items():
        few = suitable(frame, method, target)
        wanted = pith.select(few, target, method, exact=True, **options, **params)
        found = pith.spark.select(
            rows.select(*(f"`{name}`" for name in few.columns)),
            target,
            method,
            check=False,
            **options,
            **params,
        )
        assert outcome(found) == outcome(wanted), (name, method, partitions, seed)
        engine = found.to_dict()["engine"]
        assert engine["kind"] == "spark" and engine["spark"] == session.version
        assert engine["partitions"] == partitions and engine["passes"] > 1
    rows.unpersist()


@pytest.mark.parametrize("name", TABLES)
def test_every_table(local, name):
    few = {name: METHODS[name] for name in ("jmi", "gc-mi")}
    _compare(local, name, 3, None, few)


def test_every_family(local):
    _compare(local, "categories", 2, 5)


@pytest.mark.parametrize("partitions", [1, 2, 7, 64])
def test_partitions_and_shuffled_rows(local, partitions):
    # Many of 64 partitions have no row of the rare class.
    _compare(local, "rare class", partitions, partitions, {"mim": {}})


def test_empty_partitions(local):
    make, target, _ = TABLES["numbers"]
    frame = make()
    rows = spark_frame(local, frame, 2).repartition(8, target)
    found = pith.spark.select(rows, target, "jmi", 3, check=False)
    assert outcome(found) == outcome(pith.select(frame, target, "jmi", 3, exact=True))


@pytest.mark.parametrize("policy", ["drop", "level", "spread"])
def test_policies_for_missing_values(local, policy):
    make, target, _ = TABLES["missing"]
    frame = make()
    method = "mim" if policy == "spread" else "mrmr"
    rows = spark_frame(local, frame, 3)
    found = pith.spark.select(rows, target, method, 4, missing=policy, check=False)
    wanted = pith.select(frame, target, method, 4, missing=policy, exact=True)
    assert outcome(found) == outcome(wanted)


@pytest.mark.parametrize("bins", ["frequency:3", "mdl"])
def test_bins(local, bins):
    make, target, _ = TABLES["numbers"]
    frame = make()
    found = pith.spark.select(
        spark_frame(local, frame, 5), target, "mim", 4, bins=bins, check=False
    )
    wanted = pith.select(frame, target, "mim", 4, bins=bins, exact=True)
    assert outcome(found) == outcome(wanted)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("partitions", [1, 2, 7, 64])
@pytest.mark.parametrize("master", ["local[2,4]", "local-cluster[2,1,2048]"])
def test_all_that_can_be_run(sessions, is_deep, master, name, partitions):
    if not is_deep:
        pytest.skip("long; set PITH_SPARK_DEEP=1")
    settings = {"spark.executor.memory": "2g"} if "cluster" in master else {}
    _compare(sessions.start(master, **settings), name, partitions, partitions)
