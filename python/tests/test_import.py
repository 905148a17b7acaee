# SPDX-License-Identifier: Apache-2.0
"""What importing pith loads: nothing that takes long, until it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pith


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_loads_nothing_large() -> None:
    large = ("sklearn", "scipy", "joblib", "pandas", "polars", "pyarrow", "matplotlib")
    assert run(f"import pith, sys; print([m for m in {large} if m in sys.modules])") == "[]"


def test_the_catalogue_does_not_load_scikit_learn() -> None:
    code = "import pith, sys; pith.describe('mrmr'); print('sklearn' in sys.modules)"
    assert run(code) == "False"


def test_selecting_from_arrays_does_not_load_scikit_learn() -> None:
    code = (
        "import numpy as np, pith, sys; X = np.arange(40.0).reshape(20, 2) % 7; "
        "pith.select(X, np.arange(20) % 2, method='mim', k=1); print('sklearn' in sys.modules)"
    )
    assert run(code) == "False"


def test_selectors_load_scikit_learn_when_used() -> None:
    code = "import pith, sys; pith.MRMR(k=2); print('sklearn' in sys.modules)"
    assert run(code) == "True"


def test_selectors_are_attributes_like_others() -> None:
    assert "MRMR" in dir(pith)
    assert pith.SELECTORS["MRMR"] is pith.MRMR
    assert set(pith.SELECTORS) <= set(pith.__all__)
    assert run("from pith import *; print(GCMI.__name__, select.__name__)") == "GCMI select"


def test_selectors_can_be_unpickled_before_they_are_used() -> None:
    make = "import pickle, pith, sys; sys.stdout.write(pickle.dumps(pith.MRMR(k=3), 0).decode())"
    dumped = run(make)
    code = f"import pickle; print(pickle.loads({dumped!r}.encode()).k)"
    assert run(code) == "3"


def test_an_unknown_attribute_is_an_error() -> None:
    with pytest.raises(AttributeError, match="module 'pith' has no attribute 'mrmr'"):
        _ = pith.mrmr
