# SPDX-License-Identifier: Apache-2.0
"""The report: a page of HTML of data or of results."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import pith

ROOT = Path(__file__).resolve().parents[2]
WINE = ROOT / "examples" / "wine.csv"


def document(page: str) -> dict[str, Any]:
    block = re.search(r'id="pith-report">(.*?)</script>', page, re.S)
    assert block is not None
    content: dict[str, Any] = json.loads(block[1])
    return content


@pytest.fixture(autouse=True)
def fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")


@pytest.fixture
def wine() -> pd.DataFrame:
    return pd.read_csv(WINE)


def test_a_report_of_a_frame_has_every_part(wine: pd.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "wine.html"
    page = pith.report(wine, "class", k=4, folds=3, resamples=5, path=path, title="A <b> title")
    assert path.read_text("utf-8") == page
    assert [each.name for each in tmp_path.iterdir()] == ["wine.html"]
    content = document(page)
    assert content["schema"] == "pith/report/1"
    assert content["title"] == "A <b> title" and "<title>A &lt;b&gt; title" in page
    assert len(content["selections"]) == 4
    assert content["selections"][0]["k"] == 4
    assert content["stability"]["resamples"]["count"] == 5
    assert content["inspection"]["data"]["rows"] == 178
    assert content["omitted"] == []


def test_a_report_has_the_results_of_the_functions(wine: pd.DataFrame) -> None:
    content = document(pith.report(wine, "class", "mrmr,mim", k=3, folds=3, resamples=5))
    chosen = pith.select(wine, "class", method="mrmr", k=3)
    assert [step["name"] for step in content["selections"][0]["selected"]] == chosen.names
    stability = pith.stability(wine, "class", method="mrmr", k=3, resamples=5).to_dict()
    assert content["stability"]["indices"]["nogueira"]["value"] == pytest.approx(
        stability["indices"]["nogueira"]["value"], abs=0
    )


def test_results_are_shown_as_they_are(wine: pd.DataFrame) -> None:
    chosen = pith.select(wine, "class", method="mrmr", k=3)
    stable = pith.stability(wine, "class", method="mrmr", k=3, resamples=4)
    content = document(pith.report([stable, chosen], title="both"))
    assert content["stability"]["k"] == 3 and len(content["selections"]) == 1
    alone = document(chosen.to_html())
    assert "stability" not in alone
    assert document(stable.to_html())["stability"]["k"] == 3
    other = pith.select(wine.rename(columns={"ash": "other"}), "class", method="mim", k=13)
    all_of_wine = pith.select(wine, "class", method="mim", k=13)
    with pytest.raises(ValueError, match="a report is about one table"):
        pith.report([all_of_wine, other])


def test_a_report_of_numbers_and_of_several_targets() -> None:
    generator = np.random.default_rng(0)
    X = generator.normal(size=(60, 5))
    y = X[:, 1] + 0.1 * generator.normal(size=60)
    content = document(pith.report(X, y, k=2, folds=3, resamples=4))
    assert content["evaluation"]["task"] == "regress"
    both = np.column_stack([y, X[:, 2]])
    content = document(pith.report(X, both, k=2, folds=3, resamples=4))
    assert content["evaluation"]["metric"] == "mean-loss"


def test_a_report_combines_targets_as_told() -> None:
    rows = np.arange(60)
    u, v = rows % 2, rows // 2 % 3
    X = np.column_stack(
        [np.where(u == 0, 0, np.where(v == 0, 2, 1)), v, rows * 7 % 5, u * (v == 2)]
    )
    y = pd.DataFrame({"y1": u, "y2": v})
    for how in ("mean", "min"):
        page = pith.report(X, y, "jmi", k=2, folds=2, resamples=3, combine=how)
        chosen = pith.select(X, y, method="jmi", k=2, combine=how)
        found = document(page)["selections"][0]["selected"]
        assert [step["name"] for step in found] == chosen.names


def test_a_report_reads_missing_values_as_told() -> None:
    rows = np.arange(40)
    X = pd.DataFrame({"a": [*map(str, rows % 7 + rows / 100)], "b": rows * 3 % 11})
    X.loc[3, "a"] = "none seen"
    page = pith.report(X, rows % 2, k=1, folds=2, resamples=3, na="none seen")
    columns = document(page)["inspection"]["columns"]
    assert [(each["name"], each["missing"]) for each in columns][:2] == [("a", 1), ("b", 0)]


def test_a_page_that_cannot_be_put_in_its_place_leaves_nothing(
    wine: pd.DataFrame, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):
        pith.report(wine, "class", k=2, folds=2, resamples=2, path=tmp_path / "folder")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_bad_options_are_rejected(wine: pd.DataFrame) -> None:
    with pytest.raises(ValueError, match="resamples"):
        pith.report(wine, "class", resamples=1)
    with pytest.raises(ValueError, match="nothing"):
        pith.report(wine, "class", methods="nothing")


def test_the_program_and_the_package_agree(tmp_path: Path) -> None:
    program = os.environ.get("PITH")
    if program is None:
        pytest.skip("PITH does not name the program")
    path = tmp_path / "wine.html"
    words = [str(WINE), "--target", "class", "-k", "3", "--folds", "3", "--resamples", "4"]
    subprocess.run([program, "report", *words, "-q", "-o", str(path)], check=True)
    theirs = document(path.read_text("utf-8"))
    table = pith.read(WINE, target="class")
    ours = document(pith.report(table, k=3, folds=3, resamples=4))
    for part in ("explanations", "evaluation", "stability", "selections"):
        for each in theirs[part] if isinstance(theirs[part], list) else [theirs[part]]:
            each["data"].pop("sha256")
            each.pop("notes")
        for each in ours[part] if isinstance(ours[part], list) else [ours[part]]:
            each["data"].pop("sha256", None)
            each.pop("notes")
        assert ours[part] == theirs[part], part
