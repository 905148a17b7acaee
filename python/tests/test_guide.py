# SPDX-License-Identifier: Apache-2.0
"""The guide is tested: its scripts run, and its examples print what the page shows. The README
runs, too."""

from __future__ import annotations

import doctest
import importlib.util
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"
PAGES = ("python", "regression")
PICTURES = {
    "housing": set(),
    "images": {"digits_alone.png", "digits_errors.png", "digits_together.png"},
    "microarray": {"genes_errors.png", "genes_relevance.png", "genes_stability.png"},
    "mixed_table": set(),
}


def test_every_script_of_the_guide_is_tested() -> None:
    assert {path.stem for path in (GUIDE / "python").glob("*.py")} == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES)
def test_a_script_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    pictures, elsewhere = tmp_path / "pictures", tmp_path / "elsewhere"
    pictures.mkdir()
    elsewhere.mkdir()
    monkeypatch.setenv("PITH_PICTURES", str(pictures))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.chdir(elsewhere)
    runpy.run_path(str(GUIDE / "python" / f"{name}.py"), run_name="__main__")
    has_matplotlib = importlib.util.find_spec("matplotlib") is not None
    expected = PICTURES[name] if has_matplotlib else set()
    assert {path.name for path in pictures.iterdir()} == expected
    assert not list(elsewhere.iterdir())
    if has_matplotlib:
        import matplotlib.pyplot as plt

        plt.close("all")


def test_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # it reads examples/wine.csv
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    names: dict[str, object] = {}
    exec(compile(block, "README.md", "exec"), names)
    assert "pith" in names and "X" in names


def _examples(page: str) -> str:
    """The sessions of a page, with the blank lines that doctest would take for the end."""
    lines: list[str] = []
    for session in re.findall(r"^```pycon\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        # A blank line before a prompt is layout; any other is output.
        marked = re.sub(r"\n(?=\n(?!>>>|\n|$))", "\n<BLANKLINE>", session.rstrip("\n"))
        lines += [marked, ""]
    return "\n".join(lines)


def test_blank_lines_of_an_output_are_part_of_it() -> None:
    page = "text\n```pycon\n>>> print('a\\n\\nb')\na\n\nb\n\n>>> 1\n1\n```\n"
    found = doctest.DocTestParser().get_examples(_examples(page))
    assert [(each.source, each.want) for each in found] == [
        ("print('a\\n\\nb')\n", "a\n<BLANKLINE>\nb\n"),
        ("1\n", "1\n"),
    ]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_its_examples_print(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(ROOT)  # examples read examples/wine.csv
    page = GUIDE / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    assert len(re.findall(r"^>>> ", text, re.MULTILINE)) == _examples(text).count(">>> ")
    test = doctest.DocTestParser().get_doctest(_examples(text), {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    result = runner.run(test, out=report.append)
    assert result.attempted > 10
    assert result.failed == 0, "".join(report)
