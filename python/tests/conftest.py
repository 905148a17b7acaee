# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_wine

# Where 'scripts/setup --sql' puts the drivers for databases.
os.environ.setdefault("ADBC_DRIVER_PATH", str(Path(__file__).parents[2] / "build" / "adbc"))


@pytest.fixture(scope="session")
def wine_arrays():
    return load_wine(return_X_y=True)


@pytest.fixture
def wine(wine_arrays):
    """Measurements and classes as arrays of their own."""
    X, y = wine_arrays
    return X.copy(), y.copy()


@pytest.fixture
def wine_frame():
    """Measurements as a frame, classes as a series."""
    pytest.importorskip("pandas")
    return load_wine(return_X_y=True, as_frame=True)


@pytest.fixture
def mixed():
    """A frame of numbers, whole numbers, truths, text and categories, and its classes."""
    pandas = pytest.importorskip("pandas")
    random = np.random.default_rng(7)
    rows = 120
    y = random.integers(0, 3, rows)
    frame = pandas.DataFrame(
        {
            "size": y + random.normal(size=rows),
            "rooms": random.integers(1, 6, rows),
            "garden": random.random(rows) < 0.4,
            "town": np.array(["Ulm", "Bonn", "Jena"], dtype=object)[
                (y + (random.random(rows) < 0.2)) % 3
            ],
            "heating": pandas.Categorical(np.array(["gas", "oil"])[random.integers(0, 2, rows)]),
        }
    )
    return frame, pandas.Series(np.array(["low", "mid", "high"], dtype=object)[y], name="price")
