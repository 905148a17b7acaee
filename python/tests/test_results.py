# SPDX-License-Identifier: Apache-2.0
"""Results: small, comparable, picklable, and readable in a terminal and a notebook."""

from __future__ import annotations

import copy
import gc
import importlib.util
import inspect
import json
import pickle
import weakref

import numpy as np
import pytest

import pith
from pith._show import aligned_numbers, display_width, fit

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")


@pytest.fixture(scope="module")
def results():
    from sklearn.datasets import load_wine

    X, y = load_wine(return_X_y=True, as_frame=True)
    return {
        "selection": pith.select(X, y, "mrmr", 5),
        "stability": pith.stability(X, y, "mrmr", 3, resamples=5),
        "evaluation": pith.evaluate(X, y, ["mrmr", "jmi"], k=[1, 2], folds=3),
        "inspection": pith.inspect(X, y),
    }


KINDS = ["selection", "stability", "evaluation", "inspection"]


def selection_of(names, scores, **changes):
    """A selection from a made-up document."""
    selected = [
        {"rank": i + 1, "index": i, "name": name, "score": score}
        for i, (name, score) in enumerate(zip(names, scores))
    ]
    document = {
        "schema": "pith/selection/1",
        "version": "0.1.0",
        "method": {
            "id": "mrmr",
            "parameters": {"form": "difference", "epsilon": 6.931471805599453e-05},
        },
        "data": {"source": "X", "rows": 9, "features": 99, "target": "y", "classes": ["a", "b"]},
        "k": len(selected),
        "stopped": "reached_k",
        "selected": selected,
        "notes": [],
        "seconds": {"read": 0, "select": 0},
        "threads": 1,
        "seed": 0,
    }
    return pith.Selection(json.dumps(document | changes))


@pytest.mark.parametrize("kind", KINDS)
def test_results_survive_pickling_and_copying(kind, results):
    result = results[kind]
    for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert again == result
        assert hash(again) == hash(result)
        assert again.to_json() == result.to_json()
        assert repr(again) == repr(result)


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_their_documents(kind, results):
    result = results[kind]
    assert result.to_dict() == json.loads(result.to_json())
    assert type(result)(result.to_json()) == result
    result.to_dict()["notes"].append("changed")
    assert "changed" not in result.notes
    with pytest.raises(ValueError, match="schema of the document must be .*got None"):
        type(result)("{}")


@pytest.mark.parametrize("kind", KINDS)
def test_results_are_equal_when_they_found_the_same(kind, results):
    result = results[kind]
    document = result.to_dict()
    if "seconds" in document:
        document["threads"] += 1
        assert type(result)(json.dumps(document)) == result
    document["version"] = "9.9.9"
    assert type(result)(json.dumps(document)) != result
    assert result != "a text"
    assert len({result, type(result)(result.to_json())}) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_results_fit_a_terminal(kind, results):
    lines = repr(results[kind]).splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("backend", ["pandas", "polars", "dict", None])
def test_results_become_frames(kind, backend, results):
    frame = results[kind].to_frame(backend=backend)
    expected = {"pandas": pandas.DataFrame, "polars": polars.DataFrame, "dict": dict}
    assert isinstance(frame, expected[backend or "pandas"])
    names = {"evaluation": "method"}.get(kind, "name")
    assert len(frame[names]) > 0
    with pytest.raises(
        ValueError, match=r"backend must be 'pandas', 'polars' or 'dict' \(got 'spark'\)"
    ):
        results[kind].to_frame(backend="spark")


def test_frames_fall_back_on_what_is_installed(results, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "pandas" else find(name)
    )
    assert isinstance(results["selection"].to_frame(), polars.DataFrame)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert isinstance(results["selection"].to_frame(), dict)


def test_selection_has_names_positions_and_scores(results, wine_frame):
    X, _ = wine_frame
    found = results["selection"]
    assert list(found) == found.names == list(X.columns[found.indices])
    assert len(found) == found.k == 5
    assert found.scores.dtype == np.float64
    assert found.gains is None and found.ranking is None
    assert found.method == "mrmr"
    assert [note for note in found.notes if "13 numeric features by sigma" in note] == found.notes
    assert X[found.names].shape == X.iloc[:, found.indices].shape == (178, 5)


def test_selection_has_gains_rankings_and_figures_where_the_method_does(wine):
    found = pith.select(*wine, "gc-mi", 3)
    assert np.allclose(np.diff(found.scores, prepend=0), found.gains)
    assert "gain" in found.to_frame().columns
    ranked = pith.select(*wine, "inf-fs", 3)
    assert ranked.ranking.names[:3] == ranked.names
    assert sorted(ranked.ranking.indices) == list(range(13))
    assert (np.diff(ranked.ranking.scores) <= 0).all()
    assert len(ranked.to_frame("ranking")) == 13
    assert ranked.figures["alpha"] == 0.2
    assert "radius" in repr(ranked)
    with pytest.raises(ValueError, match="gc-mi does not score every feature"):
        found.to_frame("ranking")
    bounds = pith.select(*wine, "dp", 2).to_frame()
    assert (bounds["error_lower"] <= bounds["error_upper"]).all()


def test_infinite_and_undefined_scores_are_numbers():
    found = selection_of(["a", "b", "c"], ["inf", 1.5, "-inf"])
    assert found.scores.tolist() == [np.inf, 1.5, -np.inf]
    assert found.to_frame()["score"].tolist() == [np.inf, 1.5, -np.inf]
    lines = repr(found).splitlines()
    assert lines[4].endswith("inf  ####################")
    assert lines[6].endswith("-inf")


def test_nothing_selected_is_shown_too():
    found = selection_of([], [], k=0, stopped="no_gain")
    assert "Selected 0 of 99 features: no feature adds information" in repr(found)
    assert "0 of 99 features" in found._repr_html_()
    assert found.names == [] and len(found.to_frame()) == 0 and found.scores.shape == (0,)


def test_changed_parameters_are_shown(wine):
    assert "(mrmr, form='quotient')" in repr(pith.select(*wine, "mrmr", 2, form="quotient"))
    assert "(mrmr)" in repr(pith.select(*wine, "mrmr", 2))


def test_long_and_wide_names_fit_a_terminal():
    names = ["a" * 300, "温度" * 60, "line\nbreak", "right\u202eleft", "plain"]
    text = repr(selection_of(names, [5, 4, 3, 2, 1]))
    lines = text.splitlines()
    assert max(display_width(line) for line in lines) <= 80
    assert "line\\nbreak" in text
    assert "\u202e" not in text
    ends = {display_width(line[: line.index("  #")]) for line in lines if "  #" in line}
    assert len(ends) == 1


def test_many_features_are_shown_in_part():
    names = [f"feature {i}" for i in range(500)]
    found = selection_of(names, range(500, 0, -1))
    assert len(repr(found).splitlines()) < 50
    assert "feature 499" in repr(found) and "feature 250" not in repr(found)
    assert found._repr_html_().count("<tr>") < 50


def test_html_is_escaped():
    found = selection_of(
        ["<script>alert(1)</script>", "a&b"],
        [2, 1],
        notes=["<b>note</b>"],
        data={"source": "<i>", "rows": 9, "features": 2, "target": "<u>", "classes": ["a", "b"]},
    )
    page = found._repr_html_()
    for tag in ("<script>", "<b>", "<i>", "<u>"):
        assert tag not in page
    assert "&lt;script&gt;" in page and "a&amp;b" in page


@pytest.mark.parametrize("kind", KINDS)
def test_results_have_a_page_for_notebooks(kind, results):
    from xml.etree import ElementTree

    page = results[kind]._repr_html_().replace("<br>", "<br/>")
    assert ElementTree.fromstring(f"<page>{page}</page>").findall(".//table")


@pytest.mark.parametrize("kind", ["selection", "stability", "evaluation"])
def test_results_are_drawn_without_matplotlib(kind, results):
    from xml.etree import ElementTree

    namespace = "{http://www.w3.org/2000/svg}"
    drawn = results[kind].to_svg()
    assert drawn == results[kind].to_svg()
    assert "var(--pith" not in drawn
    picture = ElementTree.fromstring(drawn)
    assert picture.tag == namespace + "svg"
    marks = [mark.get("data-tip") for mark in picture.iter() if mark.get("data-tip")]
    assert len(marks) >= 3
    page = results[kind]._repr_html_()
    assert page.count("<style>") == 1
    inner = ElementTree.fromstring(page.replace("<br>", "<br/>"))
    shown = [mark.get("data-tip") for mark in inner.iter() if mark.get("data-tip")]
    assert shown == marks


def test_a_drawing_has_the_exact_numbers(results):
    found = results["selection"]
    drawn = found.to_svg()
    for rank, (name, score) in enumerate(zip(found.names, found.scores.tolist()), start=1):
        assert f'data-tip="{rank}. {name}: score {score!r}"' in drawn


def test_a_document_that_lacks_parts_is_shown_without_a_picture():
    found = selection_of(["a"], [1.0])
    content = found.to_dict()
    del content["stopped"]
    bare = pith.Selection(json.dumps({**content, "stopped": 3}))
    with pytest.raises(ValueError, match="not a complete pith/selection/1"):
        bare.to_svg()
    assert "<svg" not in bare._repr_html_()


def test_stability_has_a_verdict(results):
    found = results["stability"]
    index = found.to_dict()["indices"]["nogueira"]["value"]
    assert found.verdict == (
        "stable" if index > 0.75 else "moderately stable" if index >= 0.4 else "unstable"
    )
    assert found.verdict.capitalize() in repr(found)


def test_results_keep_nothing_of_the_data():
    X = np.random.default_rng(0).normal(size=(50, 4))
    kept = weakref.ref(X)
    found = pith.select(X, np.arange(50) % 2, "gc-mi", 2)
    del X
    gc.collect()
    assert kept() is None
    assert len(pickle.dumps(found)) < 5000


def test_documents_of_other_versions_are_still_shown():
    found = selection_of(["a"], [1.0], method={"id": "brand-new", "parameters": {"x": 1}})
    assert repr(found).startswith("brand-new\n")


def test_evaluation_answers_questions(results):
    found = results["evaluation"]
    assert found.best.method in found.methods
    assert [curve.method for curve in found] == ["mrmr", "jmi"]
    curve = found.curve("jmi")
    assert (curve.lower() <= curve.mean()).all() and (curve.mean() <= curve.upper()).all()
    assert np.isnan(curve.mean("log_loss")).all()
    assert curve.overall("auc")[0] > 0.5
    assert curve.best_k in curve.k
    assert 0 < found.chance < 1 and not found.leaky
    assert found.to_frame("comparisons")["other"].tolist() == ["jmi"]
    assert set(found.to_frame("selected")["method"]) == {"mrmr", "jmi"}
    assert found.selected["mrmr"][0]["name"] == "flavanoids"
    with pytest.raises(
        ValueError, match="there is no curve of 'mim' with 'linear-svm'; the methods are mrmr"
    ):
        found.curve("mim")
    with pytest.raises(ValueError, match="metric must be one of error"):
        curve.mean("accuracy")
    with pytest.raises(ValueError, match="what must be 'curves'"):
        found.to_frame("errors")


def test_evaluation_of_many_methods_fits_a_terminal(wine):
    ids = [method.id for method in pith.methods() if method.traits["takes"] == "codes"]
    text = repr(pith.evaluate(*wine, ids, k=[1, 2], folds=2))
    assert max(map(len, text.splitlines())) <= 80
    assert all(id in text for id in ids)


def test_leaky_evaluations_say_so(wine):
    found = pith.evaluate(*wine, "mim", k=1, folds=2, leaky=True)
    assert "LEAKY" in repr(found) and "LEAKY" in found._repr_html_()


def test_stability_has_all_measures(results):
    found = results["stability"]
    assert {"nogueira", "kuncheva", "jaccard", "jensen_shannon"} <= set(found.measures)
    assert list(found) == found.names
    assert found.mean_ranks.min() >= 1
    assert found.method == "mrmr" and found.k == 3
    assert found.frequencies.shape == found.indices.shape == (len(found),)


def test_numbers_are_aligned_at_the_point():
    assert aligned_numbers([0.5, 12.25, -3]) == ["0.500", "12.250", "-3.000"]
    assert aligned_numbers([1e-6, 0]) == ["1.000e-06", "0.0000"]
    assert aligned_numbers([1.0, 1e-7, float("nan")]) == ["1.0000", "1.0e-07", "-"]
    assert aligned_numbers([]) == []


def test_texts_are_cut_in_the_middle():
    assert fit("short", 12) == "short"
    assert fit("a_long_name_that_ends_in_42", 12) == "a_long_.._42"


def test_what_is_done_to_a_part_of_a_result_does_not_change_it(wine):
    found = pith.select(*wine, "mim", 2)
    found.data["classes"].append("another")
    assert found.data["classes"] == ["0", "1", "2"]


def test_results_of_methods_tell_what_was_asked_for(wine):
    found = pith.select(*wine, "mrmr", 3, form="quotient", seed=7)
    stability = pith.stability(*wine, "mrmr", 3, form="quotient", seed=7, resamples=4)
    for each in (found, stability):
        assert each.method == "mrmr"
        assert each.params["form"] == "quotient"
        assert (each.k, each.seed) == (3, 7)
        assert list(each) == each.names == [f"x{index}" for index in each.indices]
        assert len(each) == len(each.names)
    assert pith.evaluate(*wine, "mim", k=1, folds=2, seed=7).seed == 7


@pytest.mark.parametrize("kind", KINDS[:3])
def test_methods_that_draw_have_the_signatures_of_the_functions(kind, results):
    function = inspect.signature(getattr(pith.plot, f"plot_{kind}")).parameters
    method = inspect.signature(type(results[kind]).plot).parameters
    for name, parameter in list(function.items())[1:]:
        assert method[name].default == parameter.default
        assert name in type(results[kind]).plot.__doc__
    assert "args" not in method


def test_what_to_draw_may_be_the_first_argument(results, monkeypatch):
    drawn = []
    monkeypatch.setattr(pith.plot, "plot_selection", lambda found, **how: drawn.append(how))
    results["selection"].plot("relevance", X=1, y=2, missing="drop")
    expected = {"kind": "relevance", "shape": None, "X": 1, "y": 2, "ax": None}
    assert drawn == [expected | {"missing": "drop"}]
    with pytest.raises(TypeError, match="positional"):
        results["selection"].plot("pixels", (28, 28))


def test_what_the_table_was_kept_in_does_not_make_results_differ(wine_frame):
    polars = pytest.importorskip("polars")
    X, y = wine_frame
    one = pith.select(X, y, "mrmr", 3)
    other = pith.select(polars.from_pandas(X), y, "mrmr", 3)
    assert one == other and hash(one) == hash(other)
    assert one != pith.select(X, y, "mrmr", 2)
    assert pith.inspect(X, y) == pith.inspect(polars.from_pandas(X), y)
    assert one.data["source"] == "pandas.DataFrame"
