# SPDX-License-Identifier: Apache-2.0
"""Plots: the drawing matches the results."""

import json
import sys

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_wine

import pith
from pith.plot import plot_evaluation, plot_selection, plot_stability

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    matplotlib.pyplot.close("all")


@pytest.fixture(scope="module")
def wine():
    pytest.importorskip("pandas")
    return load_wine(as_frame=True, return_X_y=True)


@pytest.fixture(scope="module")
def digits():
    return load_digits(return_X_y=True)


def bars(ax):
    return [patch for patch in ax.patches if patch.get_width() != 0]


def names_at_the_side(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


def draw(ax):
    ax.figure.canvas.draw()


def texts_that_overlap(ax):
    """Pairs of labels at the side that cover each other."""
    draw(ax)
    boxes = [label.get_window_extent() for label in ax.get_yticklabels() if label.get_text()]
    return [(a, b) for place, a in enumerate(boxes) for b in boxes[:place] if a.overlaps(b)]


# Selections ----------------------------------------------------------------------------------


def test_gain_has_a_bar_for_each_step_in_order(wine):
    selection = pith.select(*wine, "jmi", 5)
    ax = plot_selection(selection)
    assert [bar.get_width() for bar in bars(ax)] == pytest.approx(list(selection.scores))
    assert names_at_the_side(ax) == list(selection.names)
    assert ax.yaxis_inverted()
    assert ax.get_xlabel() == "score (nats)"
    assert ax.get_title() == "jmi: 5 of 13 features"
    assert not texts_that_overlap(ax)


def test_gain_shows_what_each_feature_adds_to_the_set(wine):
    selection = pith.select(*wine, "gkl-mi", 4)
    ax = plot_selection(selection, kind="gain")
    ends = [bar.get_x() + bar.get_width() for bar in bars(ax)]
    assert set(np.round(selection.scores, 9)) <= set(np.round(ends, 9))
    widths = np.round([bar.get_width() for bar in bars(ax)], 9)
    assert set(np.round(selection.gains, 9)) - {0.0} <= set(widths)
    assert "gain of the feature" in ax.get_xlabel()


def test_many_features_are_a_curve(digits):
    selection = pith.select(*digits, "mim", 60)
    ax = plot_selection(selection)
    assert ax.lines[0].get_ydata().tolist() == list(selection.scores)
    assert ax.get_xlabel() == "features selected"


def test_infinite_scores_are_drawn_and_named():
    y = np.arange(40) % 2
    X = np.column_stack([y, y + np.sin(np.arange(40)), np.cos(np.arange(40))]).astype(float)
    selection = pith.select(X, y, "fisher", 2, numeric=["*"])
    assert selection.scores[0] == np.inf
    ax = plot_selection(selection)
    assert [text.get_text().strip() for text in ax.texts] == ["infinite"]
    draw(ax)


def test_relevance_and_redundancy_are_the_two_parts_of_mrmr(wine):
    selection = pith.select(*wine, "mrmr", 5)
    ax = plot_selection(selection, kind="relevance", X=wine[0], y=wine[1])
    redundancy, relevance = ax.collections[0].get_offsets().T
    assert (relevance - redundancy).tolist() == pytest.approx(list(selection.scores))
    assert redundancy[0] == 0
    assert (redundancy[1:] > 0).all()
    alone = pith.select(*wine, "mim", 13)
    scores = dict(zip(alone.names, alone.scores, strict=True))
    assert relevance.tolist() == pytest.approx([scores[name] for name in selection.names])
    assert any("flavanoids" in text.get_text() for text in ax.texts)


def test_relevance_is_of_the_path_of_any_method(wine):
    selection = pith.select(*wine, "gc-mi", 4)
    ax = plot_selection(selection, kind="relevance", X=wine[0], y=wine[1])
    assert len(ax.collections[0].get_offsets()) == 4


def test_relevance_needs_the_data(wine):
    selection = pith.select(*wine, "mrmr", 3)
    with pytest.raises(ValueError, match="requires X and y"):
        plot_selection(selection, kind="relevance")
    with pytest.raises(ValueError, match="no feature 'flavanoids'"):
        plot_selection(selection, kind="relevance", X=wine[0].iloc[:, :5], y=wine[1])


def test_pixels_show_scores_of_all_and_frame_the_selected(digits):
    selection = pith.select(*digits, "mim", 6)
    ax = plot_selection(selection, kind="pixels", shape=(8, 8))
    image = ax.images[0].get_array()
    assert image.shape == (8, 8)
    assert int(image.argmax()) == selection.indices[0]
    columns, rows = ax.collections[0].get_offsets().T
    assert (rows * 8 + columns).tolist() == list(selection.indices)


def test_pixels_show_the_order_where_there_are_no_scores(digits):
    selection = pith.select(*digits, "mrmr", 6)
    image = plot_selection(selection, kind="pixels", shape=(8, 8)).images[0].get_array()
    assert image.ravel()[list(selection.indices)].tolist() == [1, 2, 3, 4, 5, 6]
    assert np.isnan(np.ma.filled(image, np.nan)).sum() == 58


@pytest.mark.parametrize("shape", [None, (8, 7), (64,)])
def test_pixels_need_the_shape_of_the_image(shape, digits):
    with pytest.raises(ValueError, match="64 pixels"):
        plot_selection(pith.select(*digits, "mim", 3), kind="pixels", shape=shape)


def test_an_unknown_kind_is_named(wine):
    with pytest.raises(ValueError, match="'pie'"):
        plot_selection(pith.select(*wine, "mim", 3), kind="pie")


def test_nothing_selected_can_be_drawn(wine):
    draw(plot_selection(pith.select(*wine, "fcbf", threshold=1.0)))


def test_names_are_no_formulas(wine):
    X, y = wine
    odd = X.rename(columns={"flavanoids": "$price$_{x", "proline": "x" * 60})
    ax = plot_selection(pith.select(odd, y, "mrmr", 3))
    draw(ax)
    assert max(len(name) for name in names_at_the_side(ax)) < 35


def test_long_names_are_told_apart_by_their_ends(wine):
    X, y = wine
    long = X.rename(columns={name: f"{'a long beginning ' * 4}{i}" for i, name in enumerate(X)})
    names = names_at_the_side(plot_selection(pith.select(long, y, "mrmr", 8)))
    assert len(set(names)) == 8


def test_scores_that_have_no_length_are_named(wine):
    document = pith.select(*wine, "mrmr", 3).to_json()
    content = json.loads(document)
    for step, score in zip(content["selected"], ("-inf", None, 0.5), strict=True):
        step["score"] = score
    ax = plot_selection(pith.Selection(json.dumps(content)))
    draw(ax)
    assert [text.get_text() for text in ax.texts] == ["minus infinite", "undefined"]


# Evaluations and stability -------------------------------------------------------------------


@pytest.fixture(scope="module")
def evaluation(wine):
    methods = ["mrmr", "mrmr:form=quotient"]
    return pith.evaluate(*wine, methods, learner=["knn", "naive-bayes"], k=[1, 3, 5], folds=5)


def test_evaluation_draws_every_curve_with_its_interval(evaluation):
    ax = plot_evaluation(evaluation)
    curves = evaluation.to_dict()["curves"]
    assert len(curves) == 4
    for curve, line, band in zip(curves, ax.lines[:4], ax.collections, strict=True):
        assert line.get_xdata().tolist() == [1, 3, 5]
        means = [point["error"]["mean"] for point in curve["points"]]
        assert line.get_ydata().tolist() == means
        heights = band.get_paths()[0].vertices[:, 1]
        for point in curve["points"]:
            assert np.isclose(heights, point["error"]["upper"]).any()
            assert np.isclose(heights, point["error"]["lower"]).any()
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels[0] == "mrmr, knn"
    assert labels[-1].startswith("baseline")
    styles = {(line.get_color(), line.get_linestyle()) for line in ax.lines[:4]}
    assert len(styles) == 4


def test_one_number_of_features_has_an_interval_too(wine):
    evaluation = pith.evaluate(*wine, ["mrmr", "jmi"], learner="knn", k=3, folds=5)
    ax = plot_evaluation(evaluation)
    draw(ax)
    for curve, bar in zip(evaluation.curves, ax.collections, strict=True):
        (low, high) = bar.get_segments()[0][:, 1]
        assert (low, high) == (curve.lower()[0], curve.upper()[0])
    places = [line.get_xdata()[0] for line in ax.lines[:2]]
    assert places[0] == 3 < places[1] < 3.5


def test_evaluation_draws_other_metrics(evaluation):
    assert "ROC" in plot_evaluation(evaluation, metric="auc").get_ylabel()
    ax = plot_evaluation(evaluation, metric="balanced_error")
    chance = [text.get_text() for text in ax.get_legend().get_texts()][-1]
    # Drawn if it is near the curves, else in the legend.
    assert chance == "baseline: 0.67, not in view" or ax.lines[-1].get_ydata()[0] == 2 / 3
    with pytest.raises(ValueError, match="'accuracy'"):
        plot_evaluation(evaluation, metric="accuracy")


def test_a_leaky_evaluation_says_so(wine):
    leaky = pith.evaluate(*wine, "mrmr", learner="knn", k=[1, 2], folds=3, leaky=True)
    assert "optimistically biased" in plot_evaluation(leaky).get_title()


def test_stability_draws_how_often_each_was_selected(wine):
    stability = pith.stability(*wine, "mrmr", 4, resamples=20)
    ax = plot_stability(stability)
    features = stability.to_dict()["features"]
    assert names_at_the_side(ax) == [feature["name"] for feature in features]
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == pytest.approx([100 * feature["frequency"] for feature in features])
    colours = [bar.get_facecolor() for bar in ax.patches]
    dark = {colour for colour, feature in zip(colours, features) if "rank" in feature}
    light = {colour for colour, feature in zip(colours, features) if "rank" not in feature}
    assert len(dark) == len(light) == 1
    assert sum(dark.pop()[:3]) < sum(light.pop()[:3])
    assert "stability 0." in ax.get_title()
    assert not texts_that_overlap(ax)


# Manners -------------------------------------------------------------------------------------


def test_draws_into_the_axes_that_are_given(wine, evaluation):
    _, axes = matplotlib.pyplot.subplots(2, 2)
    selection = pith.select(*wine, "mrmr", 3)
    assert plot_selection(selection, ax=axes[0, 0]) is axes[0, 0]
    assert plot_evaluation(evaluation, ax=axes[1, 0]) is axes[1, 0]
    assert (
        plot_selection(selection, kind="relevance", X=wine[0], y=wine[1], ax=axes[0, 1])
        is axes[0, 1]
    )
    stability = pith.stability(*wine, "mrmr", 3, resamples=5)
    assert plot_stability(stability, ax=axes[1, 1]) is axes[1, 1]
    assert len(matplotlib.pyplot.get_fignums()) == 1
    draw(axes[0, 0])


def test_changes_no_settings(wine):
    before = dict(matplotlib.rcParams)
    plot_selection(pith.select(*wine, "mrmr", 3))
    assert dict(matplotlib.rcParams) == before


def test_without_matplotlib_the_error_says_what_to_install(wine, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(ImportError, match=r"pith\[plot\]"):
        plot_selection(pith.select(*wine, "mrmr", 3))


def test_results_draw_themselves(wine, evaluation):
    assert pith.select(*wine, "mrmr", 3).plot().get_title().startswith("mrmr")
    assert evaluation.plot(metric="auc").get_ylabel().startswith("area")
    assert pith.stability(*wine, "mrmr", 3, resamples=5).plot().get_title().startswith("mrmr")
