# SPDX-License-Identifier: Apache-2.0
"""Tables are borrowed: pith allocates what a method needs, but no copy of the data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pith

# The Fisher score needs one column at a time, so a copy of the data would show.
SCRIPT = """
import json, sys
import numpy as np
import pith

kind = sys.argv[1]
rows, features = 10_000, 800
random = np.random.default_rng(0)
y = random.integers(0, 2, rows)
order = "C" if kind == "numpy by rows" else "F"
dtype = np.float64 if kind == "float64" else np.uint8 if kind == "uint8" else np.float32
X = np.empty((rows, features), dtype, order=order)
for j in range(0, features, 50):
    X[:, j : j + 50] = 100 + 20 * random.standard_normal((rows, 50), dtype=np.float32)
if kind == "pandas":
    import pandas
    X = pandas.DataFrame(X, copy=False)
elif kind == "pandas by columns":
    import pandas
    X = pandas.DataFrame({f"x{j}": X[:, j].copy() for j in range(features)}, copy=False)
elif kind == "polars":
    import polars
    X = polars.DataFrame({f"x{j}": X[:, j] for j in range(features)})
elif kind == "arrow":
    import pyarrow
    X = pyarrow.table({f"x{j}": X[:, j] for j in range(features)})
elif kind == "sparse":
    import scipy.sparse
    X[X < 110] = 0
    X = scipy.sparse.csc_array(X)

def memory(key):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(key)) * 1024

pith.select(X[:50], y[:50], "fisher", 5, threads=1)  # modules that are loaded once
with open("/proc/self/clear_refs", "w") as file:
    file.write("5")
held = memory("VmRSS")
chosen = pith.select(X, y, "fisher", 5, threads=2)
print(json.dumps({"added": memory("VmHWM") - held, "chosen": chosen.indices.tolist()}))
"""

KINDS = [
    "numpy by columns",
    "numpy by rows",
    "float64",
    "uint8",
    "pandas",
    "pandas by columns",
    "polars",
    "arrow",
    "sparse",
]


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="needs Linux's /proc")
@pytest.mark.parametrize("kind", KINDS)
def test_a_table_is_not_copied(kind: str) -> None:
    for module in ("pandas", "polars"):
        if kind.startswith(module):
            pytest.importorskip(module)
    if kind == "arrow":
        pytest.importorskip("pyarrow")
    run = subprocess.run([sys.executable, "-c", SCRIPT, kind], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    # 5 % of the data in float32, and the slack of the allocator; a copy would be 100 %.
    single = 10_000 * 800 * 4
    assert found["added"] < 0.05 * single + 3_000_000, found


def test_the_limit_includes_tables_that_pith_made_but_not_those_it_borrows(tmp_path):
    random = np.random.default_rng(0)
    X = random.normal(size=(4000, 400))  # 12 MiB
    y = np.arange(4000) % 2
    assert len(pith.select(X, y, "fisher", 3, memory="8M").indices) == 3
    path = tmp_path / "large.npz"
    np.savez(path, X=X, y=y)
    table = pith.read(path, memory="64M")
    refusal = (
        r"the table would take 13 MiB, and the limit is 8 MiB; raise the limit \(memory='13M'\)"
    )
    for call in (
        lambda: pith.select(table, method="fisher", k=3, memory="8M"),
        lambda: pith.evaluate(table, methods="fisher", k=3, memory="8M"),
        lambda: pith.stability(table, method="fisher", k=3, memory="8M"),
    ):
        with pytest.raises(MemoryError, match=refusal):
            call()
    assert len(pith.select(table, method="fisher", k=3, memory="64M").indices) == 3


def test_evaluations_keep_to_the_limit():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(900, 4)), np.arange(900) % 2
    with pytest.raises(MemoryError, match=r"fitting rbf-svm on 2 features would take \d+ MiB"):
        pith.evaluate(X, y, methods="fisher", k=2, learner="rbf-svm", memory="4M")
