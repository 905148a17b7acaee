# SPDX-License-Identifier: Apache-2.0
"""Tables for the tests of Spark, and what of two results must be equal."""

from __future__ import annotations

import decimal
import json
from typing import Any

import numpy as np
import pandas as pd


def numbers() -> pd.DataFrame:
    """Three classes, numbers, some of them redundant."""
    random = np.random.default_rng(1)
    y = random.integers(0, 3, 240)
    X = random.normal(size=(240, 8))
    X[:, 0] += y
    X[:, 1] += y == 2
    X[:, 2] = X[:, 0] + 0.1 * random.normal(size=240)
    frame = pd.DataFrame(X, columns=[f"x{i}" for i in range(8)])
    return frame.assign(y=y)


def with_missing() -> pd.DataFrame:
    """Missing numbers, texts and targets."""
    random = np.random.default_rng(2)
    frame = numbers()
    for name in ("x0", "x3", "x5"):
        frame.loc[random.random(len(frame)) < 0.1, name] = np.nan
    town = np.array(["Ulm", "Bonn", "Jena"], dtype=object)[(frame.y + (frame.x1 > 1)) % 3]
    town[random.random(len(frame)) < 0.1] = None
    return frame.assign(town=town)


def categories() -> pd.DataFrame:
    """Texts, truth values, integers, dates and decimals, with names for classes."""
    random = np.random.default_rng(3)
    rows = 200
    y = random.integers(0, 2, rows)
    days = pd.to_datetime("2020-01-01") + pd.to_timedelta(random.integers(0, 900, rows), "D")
    return pd.DataFrame(
        {
            "town": np.array(["Ulm", "Bonn", "Jena", "Köln"], dtype=object)[
                (2 * y + random.integers(0, 3, rows)) % 4
            ],
            "garden": random.random(rows) < 0.3 + 0.4 * y,
            "rooms": random.integers(1, 7, rows).astype(np.int32),
            "floor": (random.integers(-1, 9, rows) + 2 * y).astype(np.int8),
            "since": days,
            "price.net": random.normal(size=rows).astype(np.float32) + y.astype(np.float32),
            "class": np.array(["no", "yes"], dtype=object)[y],
        }
    )


def rare_class() -> pd.DataFrame:
    """Sorted by class, so that most partitions lack a class."""
    frame = numbers().sort_values("y", kind="stable").reset_index(drop=True)
    return frame.drop(frame.index[(frame.y == 2) & (np.arange(len(frame)) % 9 != 0)])


def constants() -> pd.DataFrame:
    """Columns without information, and an identifier."""
    frame = numbers()
    return frame.assign(zero=0.0, one="a", empty=np.nan, id=np.arange(len(frame)))[
        ["id", "zero", "x0", "one", "x1", "empty", "x2", "x3", "y"]
    ]


def offsets() -> pd.DataFrame:
    """Small differences of large numbers."""
    frame = numbers()
    return frame.assign(x0=frame.x0 + 1e8, x1=frame.x1 * 1e-8, x2=frame.x2 * 1e8 - 1e12)


TABLES = {
    "numbers": (numbers, "y", {}),
    "missing": (with_missing, "y", {"missing": "impute"}),
    "categories": (categories, "class", {}),
    "rare class": (rare_class, "y", {}),
    "constants": (constants, "y", {}),
    "offsets": (offsets, "y", {}),
}
# Of each family one that asks for other statistics, with its options.
METHODS = {
    "mim": {},
    "jmi": {"k": 4},
    "mrmr": {"k": 4},
    "fcbf": {},
    "gc-mi": {"k": 4},
    "anova-f": {},
}


NUMERIC = ("gc-mi", "anova-f")  # take numbers only


def suitable(frame: pd.DataFrame, method: str, target: str) -> pd.DataFrame:
    """The columns that a method takes."""
    if method not in NUMERIC:
        return frame
    is_text = [frame[name].dtype.kind not in "ifbM" for name in frame.columns]
    gone = [name for name, is_gone in zip(frame.columns, is_text) if is_gone and name != target]
    return frame.drop(columns=gone)


def spark_frame(session: Any, frame: pd.DataFrame, partitions: int, seed: int | None = None) -> Any:
    """The frame on Spark; with a seed, in another order."""
    if seed is not None:
        frame = frame.sample(frac=1, random_state=seed)
    schema = _schema(frame)
    rows = [tuple(_plain(value) for value in row) for row in frame.itertuples(index=False)]
    if hasattr(session, "_sc") and seed is None:
        # Rows stay together: the first of them in the first partition.
        made = session.sparkContext.parallelize(rows, partitions)
        return session.createDataFrame(made, schema)
    return session.createDataFrame(rows, schema).repartition(partitions)


_TYPES = {
    "float64": "double",
    "float32": "float",
    "int64": "bigint",
    "int32": "int",
    "int8": "tinyint",
    "bool": "boolean",
}


def _schema(frame: pd.DataFrame) -> str:
    def kind(name: str) -> str:
        dtype = str(frame[name].dtype)
        return "timestamp" if dtype.startswith("datetime") else _TYPES.get(dtype, "string")

    return ", ".join(f"`{name}` {kind(name)}" for name in frame.columns)


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, pd.Timestamp):
        return value.to_pydatetime()
    return value if isinstance(value, (str, decimal.Decimal)) or value == value else None


def outcome(result: Any) -> str:
    """The document without what may differ: time, threads, engine and the kind of the table."""
    document = json.loads(result.to_json())
    for key in ("seconds", "threads", "engine"):
        document.pop(key, None)
    document["data"].pop("source")
    return json.dumps(document, indent=1)
