# SPDX-License-Identifier: Apache-2.0
"""Feature selection: finds the few features that are jointly most informative about a target.

`pith.select(X, y, method="mrmr", k=10)` selects features; `pith.MRMR(k=10)` is the same method as
a selector of scikit-learn. `pith.methods()` lists the methods, `pith.describe("mrmr")` describes
one of them.
"""

from pith import _core, compat, passes, plot
from pith._apply import apply
from pith._core import Table
from pith._evaluation import Curve, Evaluation
from pith._methods import (
    LearnerInfo,
    MethodInfo,
    ParameterInfo,
    describe,
    learners,
    methods,
)
from pith._read import read
from pith._results import Inspection, Ranking, Selection
from pith._select import evaluate, inspect, select, stability
from pith._selectors import *
from pith._selectors import SELECTORS
from pith._stability import Stability

__version__ = _core.version()

__all__ = [
    "Curve",
    "Evaluation",
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
    "inspect",
    "learners",
    "methods",
    "passes",
    "plot",
    "read",
    "select",
    "stability",
]
__all__ += list(SELECTORS)
