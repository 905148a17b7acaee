# SPDX-License-Identifier: Apache-2.0
"""Forms of arguments: accepted, or named in the error."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.svm import LinearSVC

import pith
from pith import compat
from pith.plot import plot_evaluation, plot_selection

# Evaluations ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "methods",
    [
        "mrmr:form=quotient",
        ("mrmr", {"form": "quotient"}),
        {"mrmr": {"form": "quotient"}},
        pith.MRMR(form="quotient"),
        [pith.MRMR(form="quotient")],
    ],
)
def test_a_method_with_parameters_has_many_forms(methods, wine):
    assert pith.evaluate(*wine, methods, k=2, folds=2).methods == ["mrmr:form=quotient"]


def test_a_learner_with_parameters_may_be_a_dictionary(wine):
    found = pith.evaluate(*wine, "mim", k=2, folds=2, learner={"knn": {"neighbours": 3}})
    assert found.learners == ["knn:neighbours=3"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"methods": pith.MRMR}, r"methods has the class MRMR; pass an instance"),
        ({"methods": [pith.MRMR]}, r"methods has the class MRMR; pass an instance"),
        ({"methods": None}, r"methods has None; pass ids.*pith\.methods\(\)"),
        ({"methods": 5}, r"methods has 5; pass ids"),
        ({"learner": LinearSVC()}, r"learner has LinearSVC\(\); pass ids.*pith\.learners\(\)"),
    ],
)
def test_other_forms_are_named(arguments, words, wine):
    with pytest.raises(TypeError, match=words):
        pith.evaluate(*wine, **arguments)


def test_a_selector_with_positions_to_keep_is_named(wine):
    selector = pith.MRMR(keep=np.array([1, 2]))
    with pytest.raises(ValueError, match="methods has a selector with keep="):
        pith.evaluate(*wine, [selector])


# Selectors -----------------------------------------------------------------------------------


def test_names_of_columns_are_for_select_alone(wine_frame):
    X, y = wine_frame
    for part, values in (("y", {"y": "hue"}), ("sample_weight", {"y": y, "sample_weight": "hue"})):
        with pytest.raises(ValueError, match=f"{part} must be an array of one value per row"):
            pith.MRMR().fit(X, **values)


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        (pith.MRMR(n_jobs=True), "n_jobs must be an integer"),
        (pith.MRMR(k=np.array([1, 2])), "k must be an integer"),
    ],
)
def test_odd_parameters_are_named(selector, words, wine):
    with pytest.raises(TypeError, match=words):
        selector.fit(*wine)


def test_threads_are_whole(wine):
    with pytest.raises(TypeError, match="threads must be an integer"):
        pith.select(*wine, threads=-1.0)


def test_tags_tell_what_is_taken():
    for selector, is_categorical, is_required in (
        (pith.MRMR(), True, True),
        (pith.GCMI(), False, True),
        (pith.ReliefF(), True, True),
        (pith.Laplacian(), False, False),
        (pith.Laplacian(k="auto"), False, True),
    ):
        tags = selector.__sklearn_tags__()
        assert tags.input_tags.categorical == is_categorical
        assert tags.target_tags.required == is_required


# Adapters ------------------------------------------------------------------------------------


def test_names_of_arrow_tables_are_texts(wine_frame):
    arrow = pytest.importorskip("pyarrow")
    X, y = wine_frame
    names = compat.mrmr_classif(X, y, 3)
    table = arrow.Table.from_pandas(X)
    assert compat.mrmr_classif(table, y, 3) == names
    assert compat.mrmr_classif(table.to_batches()[0], y, 3) == names


@pytest.mark.parametrize(("y", "words"), [(np.nan, "contains NaN: drop"), (0.5, "discretise")])
def test_classes_that_are_none_are_named_with_what_helps_there(y, words, wine):
    X, classes = wine
    classes = classes.astype(float)
    classes[3] = y
    with pytest.raises(ValueError, match=words):
        compat.mrmr_classif(X, classes, 3)


def test_relevances_of_a_series_go_by_name(wine_frame):
    pandas = pytest.importorskip("pandas")
    X, y = wine_frame

    def backwards(X, y):
        return pandas.Series(compat.anova_f(X, y), index=X.columns)[::-1]

    assert compat.mrmr_classif(X, y, 4, relevance=backwards) == compat.mrmr_classif(X, y, 4)
    with pytest.raises(ValueError, match="without a score of 'alcohol'"):
        compat.mrmr_classif(X, y, 4, relevance=lambda X, y: backwards(X, y).drop("alcohol"))


def test_score_functions_take_weights(wine):
    X, y = wine
    weights = np.where(np.arange(len(y)) % 3 == 0, 2.0, 1.0)
    score = compat.score_function("fisher", sample_weight=weights)
    twice = np.repeat(np.arange(len(y)), weights.astype(int))
    np.testing.assert_allclose(score(X, y), compat.fisher_score(X[twice], y[twice]))
    assert score == compat.score_function("fisher", sample_weight=weights)
    assert score != compat.fisher_score


@pytest.mark.parametrize(("name", "words"), [("k", "all features"), ("threads", "n_jobs")])
def test_score_functions_name_what_they_do_not_take(name, words):
    with pytest.raises(
        TypeError, match=f"unexpected argument '{name}' of a score function: .*{words}"
    ):
        compat.score_function("fisher", **{name: 2})


# Pictures ------------------------------------------------------------------------------------


@pytest.fixture
def pictures():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    yield matplotlib
    matplotlib.pyplot.close("all")


def test_a_loss_is_hatched_and_ends_the_bar_at_the_score(pictures):
    selection = pith.select(*load_breast_cancer(return_X_y=True), "gc-mi", 15)
    gains = selection.to_frame(backend="dict")["gain"]
    assert min(gains) < 0  # else this tests nothing
    ax = plot_selection(selection)
    hatched = [bar for bar in ax.patches if bar.get_hatch()]
    assert [bar.get_width() for bar in hatched] == pytest.approx([-g for g in gains if g < 0])
    for bar in hatched:
        place = round(bar.get_y() + bar.get_height() / 2)
        light = next(
            patch for patch in ax.patches if patch is not bar and patch.get_y() == bar.get_y()
        )
        assert light.get_width() == pytest.approx(selection.scores[place])
    assert "hatched: loss" in ax.get_xlabel()


def test_curves_of_many_methods_all_look_different(pictures, wine):
    methods = ["mim", "mrmr", "jmi", "cife", "fisher", "anova-f", "chi2", "relieff", "disr"]
    ax = plot_evaluation(pith.evaluate(*wine, methods, k=[1, 2], folds=2))
    looks = {(line.get_color(), line.get_marker()) for line in ax.lines if line.get_marker() != ""}
    assert len({look for look in looks if look[1] not in ("None", None)}) == len(methods)


def test_relevance_reads_the_data_as_the_selection_did(pictures, wine):
    X, _ = wine
    amount = np.round(100 * X[:, 12]).astype(int)
    X = np.delete(X, 12, axis=1)
    reading = {"target_bins": "frequency:3"}
    selection = pith.select(X, amount, "mim", 3, **reading)
    ax = plot_selection(selection, kind="relevance", X=X, y=amount, **reading)
    places = ax.collections[0].get_offsets()
    np.testing.assert_allclose(places[:, 1], selection.scores)
    with pytest.raises(TypeError, match="unexpected argument 'target_bins' for kind='gain'"):
        plot_selection(selection, **reading)


def test_relevance_takes_tables_from_files(pictures, wine, tmp_path):
    X, y = wine
    path = tmp_path / "wine.csv"
    np.savetxt(path, np.column_stack([X, y]), delimiter=",", fmt="%.17g")
    table = pith.read(path)
    selection = pith.select(table, None, "mim", 3)
    ax = plot_selection(selection, kind="relevance", X=table)
    np.testing.assert_allclose(ax.collections[0].get_offsets()[:, 1], selection.scores)


def test_a_shape_must_be_two_numbers(pictures, wine):
    plot_selection(pith.select(*wine, "mim", 3), kind="pixels", shape=np.array([13, 1]))
    with pytest.raises(ValueError, match="requires the shape of an image.*got shape=13"):
        plot_selection(pith.select(*wine, "mim", 3), kind="pixels", shape=13)


# Notes ---------------------------------------------------------------------------------------


def test_a_duplicate_of_the_target_among_the_features_is_noted(wine):
    X, y = wine
    selection = pith.select(np.column_stack([X, 10.0 - y]), y, "mim", 2)
    assert any("'x13' duplicates the target" in note for note in selection.notes)
    assert not any("duplicates" in note for note in pith.select(X, y, "mim", 2).notes)


def test_many_integers_are_numbers_unless_they_are_to_be_classes(wine):
    X, _ = wine
    y = np.round(X[:, 12])
    assert pith.select(X[:, :12], y, "omp", 2).task == "regress"
    with pytest.raises(ValueError, match="numeric, but mim takes classes"):
        pith.select(X[:, :12], y, "mim", 2)
    found = pith.select(X[:, :12], y, "mim", 2, task="classify")
    assert found.task == "classify"
    assert len(found.data["classes"]) == len(np.unique(y))


def test_weights_that_add_up_to_one_are_rejected(wine):
    X, y = wine
    with pytest.raises(ValueError, match=r"weights of 178 rows add up to 1, .*\(sample_weight\)"):
        pith.select(X, y, "anova-f", 2, sample_weight=np.full(len(y), 1 / len(y)))


# Errors of others ----------------------------------------------------------------------------


class OddError(ValueError):
    def __init__(self, text, number):
        super().__init__(text)
        self.number = number


def test_errors_of_a_function_that_reports_progress_are_its_own():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(3000, 400)), random.integers(0, 2, 3000)

    def fail(phase, done, total):
        raise OddError("bad --threads 4", 4)

    with pytest.raises(OddError, match="^bad --threads 4$") as caught:
        for _ in range(20):  # until one is slow enough to report progress
            pith.select(X, y, "gmi", 20, progress=fail)
    assert caught.value.number == 4


def test_a_file_without_target_may_have_a_column_called_none(wine, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,none\n1,2\n2,3\n3,4\n")
    assert pith.read(path, target=None).names == ["a", "none"]


def test_patterns_are_texts(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("a,b\n1,2\n2,3\n3,4\n")
    with pytest.raises(TypeError, match=r"categorical must be strings \(got 5\)"):
        pith.read(path, categorical=5)
