# SPDX-License-Identifier: Apache-2.0
"""Several targets at once: multi-label, multi-output and mixed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_linnerud
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags

import pith

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

PROGRAM = os.environ.get("PITH", "")
needs_program = pytest.mark.skipif(not Path(PROGRAM).is_file(), reason="PITH names no program")
CLASSES = {method.id: getattr(pith, method.class_name) for method in pith.methods()}
COMBINING = [m.id for m in pith.methods() if m.traits.get("several_targets") == "combined"]


@pytest.fixture
def labels() -> tuple[Any, Any]:
    """Two labels, of which one depends on 'a', the other on 'b', and both on 'both'."""
    random = np.random.default_rng(1)
    first, second = random.integers(0, 2, 200), random.integers(0, 3, 200)
    X = pandas.DataFrame(
        {
            "noise": random.normal(size=200),
            "a": first + 0.6 * random.normal(size=200),
            "b": second + 0.6 * random.normal(size=200),
            "both": first + second + random.normal(size=200),
        }
    )
    return X, pandas.DataFrame({"first": first, "second": second})


def test_every_form_of_y_gives_the_same_result(labels: Any) -> None:
    X, Y = labels
    wanted = pith.select(X, Y, "mim", 3)
    assert wanted.targets == ["first", "second"]
    assert wanted.task == "classify"
    frame = pandas.concat([X, Y], axis=1)
    for found in (
        pith.select(frame, ["first", "second"], "mim", 3),
        pith.select(polars.from_pandas(X), polars.from_pandas(Y), "mim", 3),
        pith.select(polars.from_pandas(frame), ["first", "second"], "mim", 3),
        pith.select(pyarrow.Table.from_pandas(frame), ["first", "second"], "mim", 3),
        pith.select(pyarrow.Table.from_pandas(X), pyarrow.Table.from_pandas(Y), "mim", 3),
        pith.MIM(k=3).fit(X, Y).selection_,
    ):
        assert found == wanted
    for rows in (Y.to_numpy(), Y.to_numpy().tolist(), Y.to_numpy().astype(float)):
        found = pith.select(X, rows, "mim", 3)
        assert found.targets == ["y0", "y1"]
        assert found.names == wanted.names
        assert found.scores.tolist() == wanted.scores.tolist()


def test_terms_are_combined(labels: Any) -> None:
    X, Y = labels
    one, two = (
        dict(zip(*pith.select(X, Y[name], "mim", "all").ranking[::2]))
        for name in ("first", "second")
    )
    for combine, rule in (("mean", lambda a, b: (a + b) / 2), ("min", min), ("max", max)):
        found = pith.select(X, Y, "mim", 4, combine=combine)
        for name, score in zip(found.names, found.scores):
            assert score == pytest.approx(rule(one[name], two[name]), rel=1e-12)
            assert found.serves[name] == {
                "first": pytest.approx(one[name]),
                "second": pytest.approx(two[name]),
            }
    joint = pith.select(X, Y, "mim", 4, combine="joint")
    together = [f"{a},{b}" for a, b in Y.to_numpy()]
    assert joint.scores == pytest.approx(pith.select(X, together, "mim", 4).scores)
    with pytest.raises(ValueError, match="combine must be 'mean', 'min', 'max' or 'joint'"):
        pith.select(X, Y, "mim", 4, combine="sum")


def test_results_say_which_target_a_feature_serves(labels: Any) -> None:
    X, Y = labels
    found = pith.select(X, Y, "mim", 4)
    assert found.serves["a"]["first"] > found.serves["a"]["second"]
    assert found.serves["b"]["second"] > found.serves["b"]["first"]
    assert "2 targets: 'first', 'second'" in repr(found)
    assert "relevance to" in repr(found) and "relevance to" in found._repr_html_()
    frame = found.to_frame("serves")
    assert list(frame.columns) == ["name", "first", "second"]
    assert frame["first"].tolist() == [found.serves[name]["first"] for name in found.names]
    alone = pith.select(X, Y["first"], "mim", 4)
    assert alone.targets == ["first"] and alone.serves == {}
    assert list(alone.to_frame("serves", backend="dict")) == ["name"]
    assert pith.select(X, method="laplacian", k=2).targets == []


def test_numbers_and_classes_may_be_mixed(labels: Any) -> None:
    X, Y = labels
    mixed = Y.assign(second=Y["second"] + np.linspace(0, 1, 200))
    found = pith.select(X, mixed, "relieff", 4)
    assert found.task == "regress"
    assert pith.select(X, mixed, "relieff", 4, task="regress").task == "regress"
    assert set(found.serves["a"]) == {"first", "second"}


def test_several_numbers_are_regressed() -> None:
    X, Y = load_linnerud(return_X_y=True, as_frame=True)
    found = pith.select(X, Y, "omp", 2, task="regress")
    assert found.targets == ["Weight", "Waist", "Pulse"] and found.task == "regress"
    model = make_pipeline(pith.OMP(k=2, task="regress"), LinearRegression()).fit(X, Y)
    assert model.predict(X).shape == (20, 3)


def test_tables_of_files_have_several_targets(labels: Any, tmp_path: Path) -> None:
    X, Y = labels
    path = tmp_path / "table.csv"
    pandas.concat([X, Y], axis=1).to_csv(path, index=False)
    table = pith.read(path, target=["first", "second"])
    assert table.targets == ["first", "second"] and table.task == "classify"
    assert repr(table).endswith("200 rows x 4 features, 2 targets>")
    assert pith.select(table, method="mim", k=3) == pith.select(X, Y, "mim", 3)
    assert pith.read(path, target="second").targets == ["second"]
    assert pith.read(path, target=-2).targets == ["first"]
    assert pith.read(path, target=None).targets == []


def test_targets_with_names_of_features_keep_theirs_with_a_mark(labels: Any) -> None:
    X, Y = labels
    named = Y.set_axis(["a", "y"], axis=1)
    assert pith.select(X, named, "mim", 2).targets == ["a_", "y"]
    with pytest.raises(ValueError, match="y has several columns 'a'; rename them"):
        pith.select(X, Y.set_axis(["a", "a"], axis=1), "mim", 2)


def test_bad_targets_are_named(labels: Any) -> None:
    X, Y = labels
    frame = pandas.concat([X, Y], axis=1)
    with pytest.raises(ValueError, match="X has no column 'secnd' for y; did you mean 'second'"):
        pith.select(frame, ["first", "secnd"], "mim", 2)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        pith.select(X, Y.to_numpy()[:50], "mim", 2)
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        pith.select(X, ["u", "v", "w"], "mim", 2)


@pytest.mark.parametrize("method", CLASSES)
def test_tags_say_whether_several_targets_are_taken(method: str, labels: Any) -> None:
    X, Y = labels
    selector = CLASSES[method](k=2)
    tags = get_tags(selector)
    if not tags.target_tags.required:
        assert not tags.target_tags.multi_output
        return
    if tags.target_tags.multi_output:
        if tags.classifier_tags is None or not tags.classifier_tags.multi_label:
            Y = Y + np.linspace(0, 1, 200)[:, None]
            assert tags.regressor_tags is not None
        assert len(selector.fit(X, Y).selection_order_) > 0
        assert set(selector.selection_.serves) == set(selector.selection_.names)
    else:
        with pytest.raises(ValueError, match="targets"):
            selector.fit(X, Y)
    if tags.classifier_tags is not None:
        joint = CLASSES[method](k=2, combine="joint")
        assert get_tags(joint).target_tags.multi_output
        assert get_tags(joint).classifier_tags.multi_label
        assert joint.fit(X, labels[1]).selection_.targets == ["first", "second"]


@needs_program
@pytest.mark.parametrize("combine", ["mean", "min", "max", "joint"])
def test_results_are_those_of_the_program(labels: Any, combine: str, tmp_path: Path) -> None:
    X, Y = labels
    path = tmp_path / "table.csv"
    pandas.concat([X, Y], axis=1).to_csv(path, index=False)
    assert COMBINING
    for method in COMBINING:
        how = ["-m", method, "-k", "3", "--combine", combine, "--format", "json"]
        run = subprocess.run(
            [PROGRAM, "select", str(path), "--target", "first", "--target", "second", *how],
            capture_output=True,
            text=True,
        )
        if run.returncode != 0:
            with pytest.raises(ValueError):
                pith.select(X, Y, method, 3, combine=combine)
            continue
        found = pith.select(X, Y, method, 3, combine=combine).to_dict()
        wanted = json.loads(run.stdout)
        assert found["selected"] == wanted["selected"], method
        assert found["targets"] == wanted["targets"] == ["first", "second"]


def test_evaluation_has_the_metrics_of_several_labels(labels: Any) -> None:
    X, Y = labels
    found = pith.evaluate(X, Y, ["mim", "jmi"], learner="knn", k=[1, 3], combine="max")
    assert found.metric == "hamming_loss"
    assert {"subset_accuracy", "macro_f1", "micro_f1", "auc"} < set(found.metrics)
    assert found.best.mean()[-1] < found.chance
    assert "Hamming loss" in repr(found)
    assert found.to_frame(backend="pandas")["macro_f1"].between(0, 1).all()


def test_label_metrics_are_those_of_scikit_learn(labels: Any) -> None:
    from sklearn.metrics import f1_score
    from sklearn.neighbors import KNeighborsClassifier

    X, Y = labels
    Y = pandas.DataFrame({"first": Y["first"], "large": (Y["second"] > 1).astype(int)})
    is_test = np.arange(len(X)) % 4 == 0
    split = np.where(is_test, "test", "train")
    found = pith.evaluate(X, Y, "mim", learner="knn", k=4, scale="none", split=split)
    model = KNeighborsClassifier(3).fit(X[~is_test], Y[~is_test])
    predicted, truth = model.predict(X[is_test]), Y[is_test].to_numpy()
    curve = found.curves[0]
    assert curve.mean("hamming_loss")[0] == pytest.approx((predicted != truth).mean())
    assert curve.mean("subset_accuracy")[0] == pytest.approx((predicted == truth).all(1).mean())
    for average in ("macro", "micro"):
        wanted = f1_score(truth, predicted, average=average)
        assert curve.mean(f"{average}_f1")[0] == pytest.approx(wanted)


def test_numbers_are_evaluated_without_their_units() -> None:
    from sklearn.linear_model import Ridge
    from sklearn.metrics import r2_score, root_mean_squared_error

    X, Y = load_linnerud(return_X_y=True, as_frame=True)
    split = np.where(np.arange(len(X)) % 3 == 0, "test", "train")
    is_test = split == "test"
    found = pith.evaluate(
        X, Y, "omp", learner="ridge", k=3, scale="none", split=split, task="regress"
    )
    assert found.metric == "mean_loss"
    assert found.task == "regress"
    predicted = Ridge(alpha=1).fit(X[~is_test], Y[~is_test]).predict(X[is_test])
    curve = found.curves[0]
    assert curve.mean("r2")[0] == pytest.approx(r2_score(Y[is_test], predicted))
    assert curve.mean()[0] == pytest.approx(1 - r2_score(Y[is_test], predicted))
    assert curve.mean("rmse")[0] == pytest.approx(root_mean_squared_error(Y[is_test], predicted))


def test_stability_and_auto_take_several_targets(labels: Any) -> None:
    X, Y = labels
    assert pith.stability(X, Y, "mim", 2, resamples=10).value > 0
    mixed = pandas.DataFrame({"first": Y["first"], "number": X["b"] + 0.1 * np.sin(range(200))})
    for y in (Y, mixed):
        for auto in ("cv", "null"):
            found = pith.select(X, y, "correlation", "auto", auto=auto)
            assert found.targets == list(y)
            assert "noise" not in found.names
