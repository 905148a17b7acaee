# SPDX-License-Identifier: Apache-2.0
"""Results on Spark have the bytes of the exact ones in memory, however the rows are split."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspark")
pytest.importorskip("pandas")

from spark_tables import METHODS, TABLES, outcome, spark_frame, suitable

import pith
import pith.spark

CLUSTER_MEMORY = "spark.executor.memory"


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
    assert found.to_dict()["engine"]["partitions"] == 8


@pytest.mark.parametrize("method", ["jmi", "gc-mi"])
def test_states_that_tasks_merge(local, monkeypatch, method):
    monkeypatch.setattr("pith.spark._runner._MAX_COLLECTED", 0)
    _compare(local, "numbers", 20, 1, {method: {"k": 3}})


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


def _accepted(frame, target, method, options, is_numeric):
    """The table that a method takes, and its exact result; None: it takes neither."""
    few = suitable(frame, "gc-mi", target) if is_numeric else frame
    try:
        return few, pith.select(few, target, method, 3, exact=True, **options)
    except ValueError:
        return None


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("master", ["local[2,4]", "local-cluster[2,1,2048]"])
def test_every_method(sessions, is_deep, master, name):
    """Every method that needs statistics only, on every table, in 1, 2, 7 or 64 partitions: each
    method in each of them, because there are more tables."""
    if not is_deep:
        pytest.skip("long; set PITH_SPARK_DEEP=1")
    session = sessions.start(master, **({CLUSTER_MEMORY: "2g"} if "cluster" in master else {}))
    make, target, options = TABLES[name]
    frame = make()
    count = 0
    for place, info in enumerate(pith.methods()):
        method = info.id
        taken = _accepted(frame, target, method, options, False)
        taken = taken or _accepted(frame, target, method, options, True)
        if taken is None:
            continue
        few, wanted = taken
        partitions = (1, 2, 7, 64)[(place + list(TABLES).index(name)) % 4]
        rows = spark_frame(session, few, partitions, place)
        found = pith.spark.select(rows, target, method, 3, check=False, **options)
        assert outcome(found) == outcome(wanted), (name, method, partitions)
        count += 1
    assert count >= 15, count


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("partitions", [1, 2, 7, 64])
@pytest.mark.parametrize("master", ["local[2,4]", "local-cluster[2,1,2048]"])
def test_every_number_of_partitions(sessions, is_deep, master, name, partitions):
    if not is_deep:
        pytest.skip("long; set PITH_SPARK_DEEP=1")
    session = sessions.start(master, **({CLUSTER_MEMORY: "2g"} if "cluster" in master else {}))
    _compare(session, name, partitions, partitions)
