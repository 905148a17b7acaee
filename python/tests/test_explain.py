# SPDX-License-Identifier: Apache-2.0
"""Explanations: the same document as the program's, and views of it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pith

pd = pytest.importorskip("pandas")

PROGRAM = os.environ.get("PITH", "")
needs_program = pytest.mark.skipif(not Path(PROGRAM).is_file(), reason="PITH names no program")
ROWS = 120


def frame(seed: int = 1) -> Any:
    """Features of which `a` and `b` tell the class, and `copy` is `a` again."""
    random = np.random.default_rng(seed)
    y = np.arange(ROWS) % 3
    columns: dict[str, Any] = {f"n{i}": random.normal(size=ROWS).round(6) for i in range(4)}
    columns["a"] = np.where(y == 2, "yes", "no")
    columns["b"] = (y + random.normal(size=ROWS)).round(6)
    columns["copy"] = columns["a"]
    return pd.DataFrame({**columns, "class": [f"c{label}" for label in y]})


def comparable(document: str) -> dict[str, Any]:
    """Without what may differ between the program and the package."""
    content = json.loads(document)
    for key in ("seconds", "threads"):
        del content[key]
    for key in ("source", "sha256"):
        content["data"].pop(key, None)
    return content


@needs_program
@pytest.mark.parametrize("method", ["mrmr", "cmim", "mim", "relieff", "cfs", "random"])
def test_the_document_is_that_of_the_program(tmp_path: Path, method: str) -> None:
    table = frame()
    table.to_csv(tmp_path / "table.csv", index=False)
    X = pith.read(tmp_path / "table.csv")
    chosen = pith.select(X, method=method, k=3, seed=4)
    (tmp_path / "result.json").write_text(chosen.to_json(), encoding="utf-8")
    found = chosen.explain(X, why_not=["n1", "copy"])
    command = [PROGRAM, "explain", "result.json", "table.csv", "-f", "json"]
    done = subprocess.run(
        [*command, "--why-not", "n1,copy"], cwd=tmp_path, capture_output=True, check=True
    )
    assert comparable(found.to_json()) == comparable(done.stdout.decode())
    again = pith.explain(tmp_path / "result.json", X, why_not=["n1", "copy"])
    assert again == found


def test_a_copy_is_a_perfect_substitute() -> None:
    table = frame()
    chosen = pith.select(table, "class", method="mrmr", k=2)
    found = chosen.explain(table, "class")
    assert found.names == chosen.names
    assert found.basis["substitutes"] == "criterion"
    best = found.substitutes["a"][0]
    assert (best["name"], best["loss"]) == ("copy", 0)
    assert [each["name"] for each in found.groups["a"]] == ["copy"]


def test_views_show_the_parts() -> None:
    table = frame()
    chosen = pith.select(table.drop(columns="class"), table["class"], method="jmi", k=2)
    X, y = table.drop(columns="class"), table["class"]
    found = chosen.explain(X, y, why_not=["n0", chosen.names[0]])
    names, values = found.similarity
    assert names[:2] == chosen.names
    assert values.shape == (7, 7) and np.array_equal(values, values.T)
    assert set(found.serves[chosen.names[0]]) == {"c0", "c1", "c2"}
    assert found.why_not[chosen.names[0]]["selected"] == 1
    ranks = found.to_frame("why_not", backend="dict")
    assert ranks["name"] == ["n0", "n0"] and ranks["lost_to"] == chosen.names
    steps = found.to_frame(backend="dict")
    assert steps["name"] == chosen.names and steps["runner_up"] == found.runners_up
    assert set(found.to_frame("substitutes", backend="dict")) == {
        "name",
        "substitute",
        "loss",
        "similarity",
    }
    assert len(found.distributions) == 7
    assert "runner-up" in repr(found) and "Why not n0?" in repr(found)
    assert "<table" in found._repr_html_()
    with pytest.raises(ValueError, match="what must be one of 'steps'"):
        found.to_frame("else")


def test_options_of_the_selection_are_given_again() -> None:
    table = frame()
    chosen = pith.select(table, "class", method="mrmr", k=3, keep=["n3"])
    with pytest.raises(ValueError, match=r"selecting again gives .* but the result has 'n3'"):
        chosen.explain(table, "class")
    found = chosen.explain(table, "class", keep=["n3"])
    assert found.steps[0]["kept"] is True
    assert found.runners_up[0] is None


def test_unknown_features_are_named() -> None:
    table = frame()
    chosen = pith.select(table, "class", method="mrmr", k=2)
    with pytest.raises(ValueError, match="n9"):
        chosen.explain(table, "class", why_not="n9")


def test_a_numeric_target_and_none() -> None:
    random = np.random.default_rng(2)
    X = random.normal(size=(60, 5))
    y = X[:, 1] + random.normal(size=60) / 4
    chosen = pith.select(X, y, k=2)
    found = chosen.explain(X, y)
    assert found.task == "regress" and len(found.serves["x1"]) == 5
    assert "mean_target" in found.distributions[0]
    plain = pith.select(X, method="laplacian", k=2)
    assert plain.explain(X).serves == {}


def test_targets_of_both_kinds_keep_their_tasks() -> None:
    random = np.random.default_rng(3)
    X = pd.DataFrame(random.normal(size=(60, 4)), columns=list("abcd"))
    y = pd.DataFrame({"number": X["a"] + random.normal(size=60), "class": ["u", "v"] * 30})
    chosen = pith.select(X, y, method="mrmr", k=2)
    assert chosen.explain(X, y).names == chosen.names
