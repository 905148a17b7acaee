# SPDX-License-Identifier: Apache-2.0
"""Information from counts, corrected for its bias."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.metrics import adjusted_mutual_info_score, mutual_info_score
from sklearn.metrics.cluster import contingency_matrix, expected_mutual_information

import pith

pd = pytest.importorskip("pandas")

PROGRAM = os.environ.get("PITH", "")


def survey() -> tuple[Any, np.ndarray]:
    """A city of 200 levels that means nothing, a coin, and two answers that follow the class."""
    random = np.random.default_rng(11)
    y = random.integers(0, 2, 400)
    frame = pd.DataFrame(
        {
            "city": [f"c{i}" for i in random.integers(0, 200, 400)],
            "coin": [f"s{i}" for i in random.integers(0, 2, 400)],
            "signal": [f"a{i}" for i in np.where(random.random(400) < 0.25, 1 - y, y)],
            "weak": [f"a{i}" for i in np.where(random.random(400) < 0.33, 1 - y, y)],
        }
    )
    return frame, y


def scores(result: Any) -> dict[str, float]:
    return {step["name"]: step["score"] for step in json.loads(result.to_json())["selected"]}


def test_equals_scikit_learn() -> None:
    frame, y = survey()
    by_chance = scores(pith.select(frame, y, method="mim", k=4, correction="chance"))
    adjusted = scores(
        pith.select(frame, y, method="symmetric-uncertainty", k=4, correction="chance")
    )
    for name in frame:
        table = contingency_matrix(frame[name], y, sparse=True)
        expected = expected_mutual_information(table, len(y))
        shared = mutual_info_score(frame[name], y)
        assert by_chance[name] == pytest.approx(shared - expected, abs=1e-12)
        assert adjusted[name] == pytest.approx(
            adjusted_mutual_info_score(frame[name], y), abs=1e-12
        )


def test_is_a_parameter_of_selectors() -> None:
    frame, y = survey()
    for make in (pith.MIM, pith.JMI, pith.CMIM, pith.MRMR):
        plain = make(k=2).fit(frame, y)
        corrected = make(k=2, correction="chance").fit(frame, y)
        assert "city" in plain.get_feature_names_out()
        assert sorted(corrected.get_feature_names_out()) == ["signal", "weak"]


@pytest.mark.skipif(not Path(PROGRAM).is_file(), reason="PITH names no program")
@pytest.mark.parametrize("correction", ["none", "miller-madow", "chance"])
@pytest.mark.parametrize("method", ["mim", "jmi", "fcbf"])
def test_equals_the_program(method: str, correction: str, tmp_path: Path) -> None:
    frame, y = survey()
    frame.assign(y=[f"k{i}" for i in y]).to_csv(tmp_path / "survey.csv", index=False)
    out = subprocess.run(
        [PROGRAM, "select", str(tmp_path / "survey.csv"), "--target", "y", "--method", method]
        + ["--correction", correction, "-k", "4", "--format", "json"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    here = pith.select(
        frame, [f"k{i}" for i in y], method=method, k=4, correction=correction
    ).to_json()
    assert json.loads(out)["selected"] == json.loads(here)["selected"]
