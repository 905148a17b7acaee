# SPDX-License-Identifier: Apache-2.0
"""Classes and numbers as targets: the option task, tags, results and messages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.base import is_classifier, is_regressor
from sklearn.datasets import load_diabetes
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks

import pith
from pith import passes

sys.path.append(str(Path(__file__).parents[2] / "examples"))
from thread_runner import ThreadRunner

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

CLASSES = {method.id: getattr(pith, method.class_name) for method in pith.methods()}
TARGETS = {method.id: method.traits["targets"] for method in pith.methods()}
NUMERIC = [method for method, kinds in TARGETS.items() if "numbers" in kinds]
CLASSES_ONLY = [method for method, kinds in TARGETS.items() if kinds == ["classes"]]
ROWS = 60


@pytest.fixture
def diabetes() -> Any:
    return load_diabetes(return_X_y=True, as_frame=True)


@pytest.fixture
def X() -> np.ndarray:
    return np.random.default_rng(3).normal(size=(ROWS, 4))


# The rule --------------------------------------------------------------------------------------

INTEGERS = np.arange(ROWS)
AUTO: dict[str, tuple[Any, str]] = {
    "fractions": (INTEGERS / 7, "regress"),
    "two fractions": (INTEGERS % 2 + 0.5, "regress"),
    "20 integers": (INTEGERS % 20, "classify"),
    "21 integers": (INTEGERS % 21, "regress"),
    "20 integers as floats": (INTEGERS % 20 * 1.0, "classify"),
    "21 integers as a list": ((INTEGERS % 21).tolist(), "regress"),
    "21 small integers": ((INTEGERS % 21).astype(np.int8), "regress"),
    "truths": (INTEGERS % 2 == 0, "classify"),
    "text": ([f"a{i % 30}" for i in range(ROWS)], "classify"),
    "numbers as text": ([str(i % 30) for i in range(ROWS)], "classify"),
    "a series": (pandas.Series(INTEGERS / 7), "regress"),
    "nullable integers": (pandas.Series(INTEGERS % 21, dtype="Int64"), "regress"),
    "30 integer categories": (pandas.Series(INTEGERS % 30, dtype="category"), "classify"),
    "30 categories": (pandas.Categorical(INTEGERS % 30), "classify"),
    "categories of fractions": (pandas.Series(INTEGERS % 3 / 2, dtype="category"), "classify"),
    "polars": (polars.Series(INTEGERS / 7), "regress"),
    "polars truths": (polars.Series((INTEGERS % 2 == 0).tolist()), "classify"),
    "arrow": (pyarrow.array(INTEGERS / 7), "regress"),
    "single precision": ((INTEGERS / 7).astype(np.float32), "regress"),
    "dates": (np.datetime64("2020-01-01") + INTEGERS, "regress"),
    "durations": (INTEGERS.astype("m8[h]"), "regress"),
    "objects": (np.array((INTEGERS / 7).tolist(), dtype=object), "regress"),
}


@pytest.mark.parametrize("name", AUTO)
def test_y_is_classes_or_numbers_by_its_values(name: str, X: np.ndarray) -> None:
    y, task = AUTO[name]
    assert pith.select(X, y, "omp", 2).task == task


@pytest.mark.parametrize("name", ["polars", "arrow", "pandas"])
def test_a_column_of_x_is_a_numeric_target(name: str, X: np.ndarray) -> None:
    frame = pandas.DataFrame(X, columns=list("abcd"))
    table = {
        "pandas": frame,
        "polars": polars.from_pandas(frame),
        "arrow": pyarrow.Table.from_pandas(frame),
    }[name]
    found = pith.select(table, "c", "omp", 2)
    assert found.task == "regress"
    assert found.names == pith.select(frame.drop(columns="c"), frame["c"], "omp", 2).names


def test_task_decides_otherwise_both_ways(X: np.ndarray) -> None:
    few, many = INTEGERS % 3, INTEGERS % 21
    assert pith.select(X, few, "omp", 2, task="regress").task == "regress"
    assert pith.select(X, many, "omp", 2, task="classify").task == "classify"
    assert pith.select(X, few == 0, "omp", 2, task="regress").task == "regress"
    assert pith.select(X, [str(i) for i in many], "omp", 2, task="regress").task == "regress"
    with pytest.raises(ValueError, match="contains text such as 'a', which cannot be regressed"):
        pith.select(X, ["a", "b"] * 30, "omp", 2, task="regress")
    with pytest.raises(ValueError, match="declared categorical, so that it cannot be regressed"):
        pith.select(X, pandas.Series(few, dtype="category"), "omp", 2, task="regress")
    with pytest.raises(ValueError, match="leave out one of target_bins and task='regress'"):
        pith.select(X, many, "omp", 2, task="regress", target_bins="width:3")


def test_regressed_classes_give_the_scores_of_numbers(X: np.ndarray) -> None:
    few = INTEGERS % 3
    regressed = pith.select(X, few, "omp", 3, task="regress")
    shifted = pith.select(X, few + 0.5, "omp", 3)
    assert regressed.names == shifted.names
    assert regressed.scores == pytest.approx(shifted.scores, rel=1e-12)


def test_a_file_may_have_a_numeric_target(tmp_path: Path, X: np.ndarray) -> None:
    path = tmp_path / "table.csv"
    pandas.DataFrame(X, columns=list("abcd")).assign(y=INTEGERS % 3).to_csv(path, index=False)
    assert pith.read(path).task == "classify"
    assert pith.read(path, target=None).task is None
    table = pith.read(path, task="regress")
    assert table.task == "regress"
    assert table.classes == []
    assert repr(table).endswith("60 rows x 4 features, numeric target 'y'>")
    expected = pith.select(X, INTEGERS % 3, "omp", 2, task="regress")
    assert pith.select(table, method="omp", k=2).scores.tolist() == expected.scores.tolist()
    with pytest.raises(ValueError, match="task cannot be combined with a table from pith.read"):
        pith.select(table, task="classify")


# Results ---------------------------------------------------------------------------------------


def test_results_say_what_is_predicted(diabetes: Any) -> None:
    X, y = diabetes
    found = pith.select(X, y, "omp", 3)
    assert found.task == found.to_dict()["task"] == "regress"
    assert "442 rows x 10 features, numeric target 'target'" in repr(found)
    assert "numeric target &#x27;target&#x27;" in found._repr_html_()
    assert "classes" not in found.data
    assert pith.select(X, y > 100, "omp", 3).task == "classify"
    assert pith.select(X, method="laplacian", k=3).task is None


def test_evaluations_have_the_metrics_of_the_target(diabetes: Any) -> None:
    X, y = diabetes
    found = pith.evaluate(X, y, ["omp", "ksg"], k=[1, 3], folds=3)
    assert found.task == found.to_dict()["task"] == "regress"
    assert found.metric == "rmse"
    assert found.metrics == ["rmse", "mae", "r2", "spearman"]
    assert found.learners == ["ridge"]
    assert found.chance == pytest.approx(float(np.std(y)), rel=0.02)
    curve = found.curve("omp")
    assert curve.mean().tolist() == curve.mean("rmse").tolist()
    assert (curve.mean() < found.chance).all() and (curve.mean("r2") > 0.2).all()
    assert curve.overall()[0] == pytest.approx(curve.mean().mean())
    assert found.all_features("r2")[0] > 0.4
    with pytest.raises(ValueError, match="metric must be one of rmse, mae, r2, spearman .got 'a"):
        curve.mean("auc")
    with pytest.raises(ValueError, match="metric must be one of rmse, mae, r2, spearman .got 'a"):
        found.all_features("auc")
    assert "mean baseline: RMSE 76.98" in repr(found)
    assert "Ridge regression (ridge): RMSE" in repr(found)
    assert "numeric target" in found._repr_html_()
    assert {"rmse", "rmse_lower", "spearman_upper"} <= set(found.to_frame(backend="dict"))
    pytest.importorskip("matplotlib").use("Agg")
    assert found.plot().get_ylabel() == "root mean squared error"
    assert found.plot(metric="r2").get_ylabel() == "R2"
    with pytest.raises(ValueError, match="metric must be one of rmse, mae, r2, spearman"):
        found.plot(metric="error")


def test_learners_say_what_they_predict(diabetes: Any) -> None:
    X, y = diabetes
    predicts = {learner.id: learner.predicts for learner in pith.learners()}
    assert predicts["ridge"] == ("numbers",)
    assert predicts["linear-svm"] == ("classes",)
    assert predicts["knn"] == ("classes", "numbers")
    assert "Predicts numbers." in pith.describe("ridge")
    assert "Predicts classes, without probabilities." in pith.describe("linear-svm")
    for learner, kinds in predicts.items():
        if "numbers" in kinds:
            assert pith.evaluate(X, y, "omp", learner=learner, k=2, folds=2).learners == [learner]
        else:
            with pytest.raises(ValueError, match=f"{learner}.*classes"):
                pith.evaluate(X, y, "omp", learner=learner, k=2, folds=2)


def test_the_number_of_features_is_found_for_numbers(diabetes: Any) -> None:
    X, y = diabetes
    for auto in ("cv", "null"):
        found = pith.select(X, y, "omp", "auto", auto=auto)
        assert found.task == "regress"
        assert 2 <= len(found) <= 8, auto
        assert pith.OMP(k="auto", auto=auto).fit(X, y).selection_.names == found.names
    assert "ridge" in " ".join(pith.select(X, y, "omp", "auto", auto="cv").notes)


def test_other_results_say_what_is_predicted(diabetes: Any) -> None:
    X, y = diabetes
    stable = pith.stability(X, y, "omp", 3, resamples=5)
    assert stable.task == "regress"
    assert "of all rows)" in repr(stable) and "numeric target 'target'" in repr(stable)
    seen = pith.inspect(X, y)
    assert seen.task == "regress" and seen.target == "target" and seen.classes == {}
    assert "numeric target 'target': 25 to 346, mean 152.13" in repr(seen)
    seen = pith.inspect(X, y > 100)
    assert seen.task == "classify" and sum(seen.classes.values()) == 442
    assert pith.inspect(X).task is None
    assert pith.inspect(X, y, task="classify").task == "classify"


def test_a_numeric_target_is_plotted_as_classes(diabetes: Any) -> None:
    pytest.importorskip("matplotlib").use("Agg")
    X, y = diabetes
    axes = pith.select(X, y, "omp", 3).plot("relevance", X=X, y=y)
    assert len(axes.collections) > 0 or len(axes.lines) > 0


# Methods ---------------------------------------------------------------------------------------


def test_there_are_methods_for_numbers() -> None:
    assert {"omp", "forward-regression", "alpha-investing"} <= set(NUMERIC)
    assert {"jmi", "fisher", "svm-rfe"} <= set(CLASSES_ONLY)


@pytest.mark.parametrize("method", NUMERIC)
def test_classes_give_what_select_gives_for_numbers(method: str, diabetes: Any) -> None:
    X, y = diabetes
    selector = CLASSES[method](k=4).fit(X, y)
    found = pith.select(X, y, method, 4)
    assert selector.selection_ == found
    assert found.task == "regress" and len(found) > 0
    assert selector.transform(X).shape == (442, len(found))


@pytest.mark.parametrize("method", CLASSES_ONLY)
def test_methods_for_classes_reject_numbers_at_once_and_name_others(
    method: str, diabetes: Any
) -> None:
    X, y = diabetes
    for fit in (CLASSES[method](k=2).fit, lambda X, y: pith.select(X, y, method, 2)):
        with pytest.raises(ValueError, match=f"target is numeric, but {method} takes classes") as e:
            fit(X, y)
        named = [other for other in NUMERIC if f"'{other}'" in str(e.value)]
        assert len(named) == 3, str(e.value)
    assert pith.select(X, y, method, 2, target_bins="frequency:2").task == "classify"


def test_rows_elsewhere_must_have_classes() -> None:
    rows = np.random.default_rng(1).normal(size=(90, 5))
    names = [*"abcd", "y"]
    fields = [passes.Field(name) for name in names]
    runner = ThreadRunner(rows, names, 3)
    with pytest.raises(ValueError, match="target 'y' holds numbers"):
        passes.select(fields, runner, "y", "mim", 2)
    with pytest.raises(ValueError, match="target 'y' holds numbers"):
        passes.select(fields, runner, "y", "mim", 2, task="regress")
    rows[:, 4] = np.arange(90) % 30
    found = passes.select(fields, ThreadRunner(rows, names, 3), "y", "mim", 2, task="classify")
    assert found.task == "classify" and len(found.data["classes"]) == 30


# Tags of scikit-learn --------------------------------------------------------------------------


# The checks give y as integers, which are numbers here. Nothing is expected to fail.
@parametrize_with_checks([CLASSES[method](task="regress") for method in NUMERIC])
def test_passes_the_checks_of_scikit_learn_with_numbers(estimator: Any, check: Any) -> None:
    check(estimator)


@pytest.mark.parametrize("method", CLASSES)
def test_tags_say_which_targets_are_taken(method: str, diabetes: Any) -> None:
    X, y = diabetes
    tags = get_tags(CLASSES[method]())
    assert tags.target_tags.required == bool(TARGETS[method])
    assert (tags.classifier_tags is not None) == ("classes" in TARGETS[method])
    assert (tags.regressor_tags is not None) == ("numbers" in TARGETS[method])
    assert not is_regressor(CLASSES[method]()) and not is_classifier(CLASSES[method]())
    binned = get_tags(CLASSES[method](target_bins="frequency:3"))
    assert (binned.regressor_tags is not None) == bool(TARGETS[method])


def test_tags_follow_parameters_and_survive_bad_ones() -> None:
    assert get_tags(pith.SPEC(graph="unsupervised")).classifier_tags is None
    assert get_tags(pith.SPEC()).classifier_tags is not None
    assert get_tags(pith.SPEC(graph="no such")).classifier_tags is not None
    assert get_tags(pith.InfFS(alpha="cv")).classifier_tags is not None


def test_works_in_pipelines_for_regression(diabetes: Any) -> None:
    X, y = diabetes
    pipeline = make_pipeline(pith.ForwardRegression(), LinearRegression())
    assert is_regressor(pipeline)
    assert is_classifier(make_pipeline(pith.OMP(), LogisticRegression()))
    search = GridSearchCV(pipeline, {"forwardregression__k": [1, 4, 8]}, cv=5).fit(X, y)
    assert search.best_params_["forwardregression__k"] > 1
    assert search.best_score_ > 0.4
    assert cross_val_score(make_pipeline(pith.OMP(k=4), LinearRegression()), X, y).mean() > 0.4


def test_presets_and_defaults_reach_the_method(wine: Any) -> None:
    X, y = wine
    assert pith.InfFS(preset="paper", k=3).fit(X, y).selection_ == pith.select(
        X, y, "inf-fs", 3, preset="paper"
    )
