# SPDX-License-Identifier: Apache-2.0
"""Feature selection on Spark: data frames that no single machine holds.

`pith.spark.select(df, target="y", method="mrmr", k=20)` selects features of a data frame of Spark;
`pith.spark.PithSelector(k=20, labelCol="y")` is an estimator for pipelines of `pyspark.ml`.
Executors need the same version of pith as the driver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import pyspark  # noqa: F401
except ImportError as error:
    raise ImportError(
        "pith.spark needs PySpark 3.5 or later; install it with: pip install 'pith[spark]'"
    ) from error

from pith.spark._select import select

if TYPE_CHECKING:
    from pith.spark._estimator import PithSelector, PithSelectorModel

__all__ = ["PithSelector", "PithSelectorModel", "select"]


def __getattr__(name: str) -> Any:
    # Executors import this package, too, and need nothing of pyspark.ml.
    if name in ("PithSelector", "PithSelectorModel"):
        from pith.spark import _estimator

        return getattr(_estimator, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "PithSelector", "PithSelectorModel"])
