# SPDX-License-Identifier: Apache-2.0
"""Feature selection: finds the few features that are jointly most informative about a target.

`pith.select(X, y, method="mrmr", k=10)` selects features; `pith.MRMR(k=10)` is the same method as
a selector of scikit-learn. `pith.methods()` lists the methods, `pith.describe("mrmr")` describes
one of them.
"""

import importlib
from typing import TYPE_CHECKING, Any

from pith import _core, passes, plot
from pith._apply import apply
from pith._core import Table
from pith._evaluation import Curve, Evaluation
from pith._explain import explain
from pith._explanation import Explanation
from pith._methods import (
    LearnerInfo,
    MethodInfo,
    ParameterInfo,
    catalogue,
    describe,
    learners,
    methods,
)
from pith._read import read
from pith._report import report
from pith._results import Inspection, Ranking, Selection
from pith._select import evaluate, inspect, select, stability
from pith._stability import Stability

if TYPE_CHECKING:
    from pith import compat
    from pith._selectors import *
    from pith._selectors import SELECTORS as SELECTORS

__version__ = _core.version()

__all__ = [
    "Curve",
    "Evaluation",
    "Explanation",
    "Inspection",
    "LearnerInfo",
    "MethodInfo",
    "ParameterInfo",
    "Ranking",
    "Selection",
    "Stability",
    "Table",
    "__version__",
    "apply",
    "compat",
    "describe",
    "evaluate",
    "explain",
    "inspect",
    "learners",
    "methods",
    "passes",
    "plot",
    "read",
    "report",
    "select",
    "stability",
]
_SELECTORS = {method.class_name for method in catalogue().values()}
__all__ += sorted(_SELECTORS)


def __getattr__(name: str) -> Any:
    """What needs scikit-learn is imported when it is first used, because that takes long."""
    if name == "compat":
        return importlib.import_module("pith.compat")
    if name == "SELECTORS" or name in _SELECTORS:
        found = getattr(importlib.import_module("pith._selectors"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'pith' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
