# SPDX-License-Identifier: Apache-2.0
"""The functions of the package: their arguments and results."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import json
import pathlib
import re

import numpy as np
import pytest

import pith
from pith._options import memory_bytes

pandas = pytest.importorskip("pandas")

ROOT = pathlib.Path(__file__).resolve().parents[2]

# select ----------------------------------------------------------------------------------------


def test_selects_by_default_with_a_method_that_suits(wine_frame, mixed):
    numbers = pith.select(*wine_frame)
    assert numbers.method == "gc-mi"
    assert numbers.names == pith.select(*wine_frame, "gc-mi", cap=False, shrinkage=1).names
    categories = pith.select(*mixed)
    assert categories.method == "mrmr"
    assert categories.to_dict()["method"]["parameters"]["correction"] == "chance"


def test_k_is_a_number_none_all_or_auto(wine):
    assert len(pith.select(*wine, "mrmr", 4)) == 4
    assert len(pith.select(*wine, "mrmr", np.int64(4))) == 4
    assert len(pith.select(*wine, "mrmr")) == 10
    assert len(pith.select(*wine, "cfs")) == len(pith.select(*wine, "cfs", "auto")) == 7
    assert pith.select(*wine, "cfs", "auto").auto is None
    by_folds = pith.select(*wine, "mrmr", "auto")
    assert by_folds.auto["how"] == "cv"
    assert len(by_folds) == by_folds.k < 13
    assert len(pith.select(*wine, "mrmr", "all")) == 13
    assert len(pith.select(*wine, "cfs", "all")) == 7  # a limit on what the method finds


def test_k_beyond_the_features_takes_all(wine):
    found = pith.select(*wine, "mrmr", 100)
    assert sorted(found.indices) == list(range(13))
    assert found.stopped == "nothing_left"


def test_number_of_features_is_found_by_permutation_or_cross_validation(wine):
    found = pith.select(
        *wine, "mrmr", "auto", auto="null", permutations=19, alpha=0.2, max_features=3
    )
    assert found.auto["how"] == "null"
    assert len(found) == 3
    assert pith.select(*wine, "mrmr", auto="cv", learner="knn:neighbours=5", max_features=4).k <= 4
    found = pith.select(
        np.random.default_rng(1).normal(size=(60, 5)), np.arange(60) % 2, auto="null"
    )
    assert len(found) == 0 and found.names == []


def test_parameters_go_to_the_method(wine):
    plain, quotient = pith.select(*wine, "mrmr", 5), pith.select(*wine, "mrmr", 5, form="quotient")
    assert plain.names != quotient.names
    assert quotient.params["form"] == "quotient"
    assert pith.select(*wine, "gc-mi", 3, cap=False).params["cap"] is False
    assert pith.select(*wine, "relieff", 3, neighbours=np.int32(7)).params["neighbours"] == 7
    assert pith.select(*wine, "gc-mi", 3, shrinkage=np.float32(0.25)).params["shrinkage"] == 0.25


def test_alpha_of_a_method_is_its_own(wine):
    assert pith.select(*wine, "qpfs", 3, alpha=0.25).params["alpha"] == 0.25
    assert pith.select(*wine, "inf-fs", 3, alpha="cv").figures["alpha"] >= 0
    with pytest.raises(ValueError, match="alpha=0.25 requires k='auto'"):
        pith.select(*wine, "mrmr", 3, alpha=0.25)


def test_learner_of_a_method_is_its_own(wine):
    found = pith.select(*wine, "wrapper", 3, learner="naive-bayes", folds=3)
    assert found.params["learner"] == "naive-bayes"
    assert found.figures["folds"] == 3
    assert found.figures["inner_error"] == pytest.approx(found.scores[-1])
    chosen = pith.select(*wine, "wrapper", "auto", learner="naive-bayes", max_features=2)
    assert chosen.params["learner"] == "naive-bayes"
    assert any("cross-validation with naive-bayes chose" in note for note in chosen.notes)
    tested = pith.select(
        *wine, "wrapper", "auto", auto="null", learner="qda", permutations=19, max_features=1
    )
    assert tested.params["learner"] == "qda"
    with pytest.raises(ValueError, match="learner='knn' requires k='auto'"):
        pith.select(*wine, "mrmr", 3, learner="knn")
    with pytest.raises(ValueError, match="'svm'"):
        pith.select(*wine, "wrapper", 3, learner="svm")


def test_learner_of_a_method_in_an_evaluation(wine):
    methods = ["wrapper:learner=qda:folds=3", pith.Wrapper(learner="naive-bayes", folds=3)]
    found = pith.evaluate(*wine, methods, learner="knn", k=2, folds=3)
    assert found.methods == ["wrapper:learner=qda:folds=3", "wrapper:learner=naive-bayes:folds=3"]
    assert found.learners == ["knn"]


def test_features_that_must_stay_come_first(wine_frame):
    X, y = wine_frame
    for keep in ("ash", ["ash"], [2], np.array([2]), (name for name in ["ash"])):
        assert pith.select(X, y, "mrmr", 3, keep=keep).names[0] == "ash"


def test_bins_and_kinds_change_the_result(wine):
    X, y = wine
    scores = {
        tuple(pith.select(X, y, "jmi", 3, bins=bins).scores) for bins in (None, "width:5", "mdl")
    }
    assert len(scores) == 3


def test_threads_do_not_change_the_result(wine):
    one = pith.select(*wine, "relieff", 13, threads=1)
    assert one == pith.select(*wine, "relieff", 13, threads=-1)
    assert one == pith.select(*wine, "relieff", 13, threads=2) == pith.select(*wine, "relieff", 13)


def test_seeds_change_what_is_drawn(wine):
    assert pith.select(*wine, "random", 13, seed=1) == pith.select(*wine, "random", 13, seed=1)
    assert pith.select(*wine, "random", 13, seed=1).names != pith.select(*wine, "random", 13).names


def test_memory_is_bytes_or_a_size(wine):
    for memory in (10**9, "1G", "1.5 GiB", "700M", "2T"):
        assert len(pith.select(*wine, "mrmr", 2, memory=memory)) == 2
    sizes = {"2000000": 2 * 10**6, "2048K": 2**21, "2048KiB": 2**21, "2000kb": 2 * 10**6}
    sizes |= {"1.5M": 3 << 19, "1 GB": 10**9}
    assert {text: memory_bytes(text) for text in sizes} == sizes
    assert memory_bytes(None) == 0


def test_target_bins_make_classes_of_numbers(wine):
    X, _ = wine
    found = pith.select(X[:, 1:], X[:, 0], "jmi", 3, target_bins="frequency:3")
    assert len(found.data["classes"]) == 3
    assert any("binned target 'y' by frequency:3" in note for note in found.notes)


def test_methods_without_a_target_need_no_y(wine):
    X, _ = wine
    assert len(pith.select(X, method="laplacian", k=3)) == 3


@pytest.fixture(scope="module")
def slow():
    """Enough rows for slow work: progress is reported every 20 ms at most."""
    random = np.random.default_rng(0)
    return random.normal(size=(4_000, 100)), random.integers(0, 2, 4_000)


def test_progress_is_reported_to_a_function(slow):
    calls = []
    pith.stability(*slow, "jmi", 10, progress=lambda *args: calls.append(args))
    assert len(calls) > 2
    assert all(isinstance(phase, str) and 0 <= done <= total for phase, done, total in calls)


def test_progress_is_displayed_only_on_request(slow, capfd):
    pith.stability(*slow, "jmi", 10, resamples=25)
    assert capfd.readouterr() == ("", "")
    pith.stability(*slow, "jmi", 10, resamples=25, progress=True)
    out, err = capfd.readouterr()
    assert out == "" and "%" in err and err.endswith("\r")


def test_errors_of_a_progress_function_arrive(slow):
    def fail(phase, done, total):
        raise LookupError("stop here")

    with pytest.raises(LookupError, match="stop here"):
        pith.stability(*slow, "jmi", 10, progress=fail)


# stability, evaluate, inspect, read ------------------------------------------------------------


def test_stability_counts_how_often_features_are_selected(wine_frame):
    found = pith.stability(*wine_frame, "mrmr", 3, resamples=10, fraction=0.7, seed=3)
    assert found.resamples["count"] == 10
    assert found.names[0] == "flavanoids"
    assert found.frequencies[0] == 1
    assert found.interval[0] <= found.value <= found.interval[1]
    assert pith.stability(*wine_frame, "mrmr", 3, bootstrap=True).resamples["bootstrap"] is True
    assert pith.stability(*wine_frame, "mrmr", "all", resamples=2).k == 13
    assert pith.stability(*wine_frame, "cfs", "auto", resamples=2).method == "cfs"
    with pytest.raises(
        ValueError,
        match="give k a number, or use method='alpha-investing', 'cfs', 'fcbf' or 'gbfs'",
    ):
        pith.stability(*wine_frame, "mrmr", "auto")


def test_evaluation_has_a_curve_for_each_method_and_learner(wine):
    found = pith.evaluate(
        *wine, ["mrmr", ("mrmr", {"form": "quotient"})], learner="knn,qda", k=[3, 1], folds=3
    )
    assert found.methods == ["mrmr", "mrmr:form=quotient"]
    assert found.learners == ["knn", "qda"]
    assert found.k == [1, 3]
    assert len(found) == 4
    assert found.curve("mrmr", "qda").mean("error").shape == (2,)
    assert found.splits == {"how": "folds", "folds": 3, "repeats": 1, "count": 3}


def test_methods_of_an_evaluation_may_be_selectors(wine):
    given = [pith.MRMR(form="quotient", n_jobs=2), pith.JMI()]
    assert pith.evaluate(*wine, given, k=1, folds=2).methods == ["mrmr:form=quotient", "jmi"]


def test_ways_to_split_are_passed_on(wine):
    options = {"methods": "mim", "k": 2, "learner": "naive-bayes"}
    assert pith.evaluate(*wine, **options, holdout=0.3, repeats=4).splits["how"] == "holdout"
    assert pith.evaluate(*wine, **options, leave_one_out=True).splits["count"] == len(wine[1])
    assert pith.evaluate(*wine, **options, folds=4, repeats=2).splits["count"] == 8
    assert pith.evaluate(*wine, **options, leaky=True).leaky


def test_features_may_be_selected_on_few_training_rows(wine):
    options = {"methods": "mim", "k": 2, "learner": "naive-bayes", "folds": 3}
    found = pith.evaluate(*wine, **options, select_rows=12)
    assert found.splits["select_rows"] == 12
    assert "features selected on 12 training rows of each" in repr(found).replace("\n", " ")
    whole = pith.evaluate(*wine, **options)
    assert "select_rows" not in whole.splits
    many = pith.evaluate(*wine, **options, select_rows=1000)
    assert [curve.mean().tolist() for curve in many] == [each.mean().tolist() for each in whole]
    with pytest.raises(ValueError, match="select_rows must be at least 3, one row for each class"):
        pith.evaluate(*wine, **options, select_rows=2)
    with pytest.raises(ValueError, match="select_rows must be at least 1"):
        pith.evaluate(*wine, **options, select_rows=0)


def test_labels_of_folds_may_be_given(wine_frame):
    X, y = wine_frame
    labels = np.arange(len(y)) % 4
    given = pith.evaluate(X, y, "mim", k=2, split=labels)
    assert given.splits == {"how": "given", "count": 4}
    assert given.data["features"] == 13
    words = np.array(["north", "east", "south", "west"])[labels]
    for split in (
        words,
        words.tolist(),
        pandas.Series(words),
        pandas.Series(words, dtype="category"),
    ):
        assert pith.evaluate(X, y, "mim", k=2, split=split).splits == given.splits
    named = pith.evaluate(X.assign(part=labels), y, "mim", k=2, split="part")
    assert named.curves[0].mean().tolist() == given.curves[0].mean().tolist()
    with pytest.raises(ValueError, match=r"inconsistent numbers of samples: \[178, 3\]"):
        pith.evaluate(X, y, "mim", k=2, split=[1, 2, 3])


def test_evaluations_can_be_taken_up_again(wine, tmp_path):
    journal = tmp_path / "wine.journal"
    first = pith.evaluate(*wine, "mrmr", k=range(1, 4), resume=journal)
    assert journal.exists()
    assert pith.evaluate(*wine, "mrmr", k=range(1, 4), resume=journal) == first
    with pytest.raises(ValueError, match=r"name another file \(resume\)"):
        pith.evaluate(*wine, "jmi", k=range(1, 4), resume=journal)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"k": []}, ValueError, "k is empty"),
        ({"k": [0, 1]}, ValueError, r"k must be at least 1 \(got 0\)"),
        ({"methods": []}, ValueError, "methods is empty"),
        ({"methods": [3]}, TypeError, "methods has 3; pass ids"),
        ({"methods": "mrnr"}, ValueError, "did you mean 'mrmr'"),
        ({"learner": "svm"}, ValueError, "'svm'"),
        ({"folds": 1}, ValueError, "folds must be at least 2"),
        ({"folds": 3, "holdout": 0.5}, ValueError, "folds, holdout, leave_one_out, split"),
        ({"scale": "robust"}, ValueError, "'robust'"),
    ],
)
def test_bad_arguments_of_an_evaluation_are_named(options, error, text, wine):
    with pytest.raises(error, match=text):
        pith.evaluate(*wine, **options)


def test_inspection_shows_missing_values_and_problems(mixed):
    X, y = mixed
    X.loc[3, "town"] = None
    found = pith.inspect(X, y)
    assert found.kinds["town"] == "category"
    assert found.target == "price"
    assert sum(found.classes.values()) == len(y)
    assert {c["name"]: c["missing"] for c in found.columns}["town"] == 1
    assert "no target: " in repr(pith.inspect(X, np.zeros(len(X))))
    assert pith.inspect(X).target is None


def test_files_are_read_with_their_target(tmp_path, wine_frame):
    X, y = wine_frame
    path = tmp_path / "wine.csv"
    X.assign(cultivar=y).to_csv(path, index=False)
    assert pith.read(path).target == "cultivar"
    assert pith.read(str(path), target=None).target is None
    assert pith.read(path, target="cultivar", drop=["ash", "h*"]).features == 11
    assert pith.read(path, target=-1, features="a*").names == [
        "alcohol",
        "ash",
        "alcalinity_of_ash",
    ]
    assert pith.read(path, target=0, target_bins="width:3").target == "alcohol"
    assert pith.evaluate(pith.read(path), methods="mim", k=2).data["source"] == str(path)


def test_fields_of_a_file_may_be_divided_by_anything(tmp_path):
    path = tmp_path / "few.txt"
    path.write_text("a|b|y\n1|2|u\n2|5|v\n3|1|u\n", encoding="utf-8")
    for delimiter in ("|", "pipe"):
        assert pith.read(path, format="csv", delimiter=delimiter).names == ["a", "b"]


# methods, learners, describe -------------------------------------------------------------------


def test_methods_are_listed_with_their_classes():
    listed = pith.methods()
    by_id = {method.id: method for method in listed}
    assert len(by_id) == len(listed) >= 38
    assert by_id["gc-mi"].class_name == "GCMI"
    assert by_id["mrmr"].parameters[0].choices == ("difference", "quotient")
    assert all(hasattr(pith, method.class_name) for method in listed)
    assert len(repr(listed).splitlines()) == len(listed) + 1
    assert "Minimum redundancy" in listed._repr_html_()
    assert max(map(len, repr(listed).splitlines())) <= 80


def test_learners_are_listed():
    assert "linear-svm" in [learner.id for learner in pith.learners()]
    assert "k-nearest neighbours" in repr(pith.learners())


def test_descriptions_are_shown_as_they_are():
    text = pith.describe("mrmr")
    assert repr(text) == str(text)
    assert text.startswith("mrmr: Minimum redundancy, maximum relevance")
    assert json.loads(pith.describe("mrmr", "json"))["id"] == "mrmr"
    assert "@" in pith.describe("mrmr", "bibtex")
    assert "# mrmr" in pith.describe("mrmr", "markdown")
    assert "neighbours" in pith.describe("knn")
    with pytest.raises(ValueError, match="unknown method 'nothing'"):
        pith.describe("nothing")


@pytest.mark.parametrize("module", ["pith._select", "pith._methods"])
def test_examples_of_the_docstrings_hold(module):
    results = doctest.testmod(importlib.import_module(module))
    assert results.attempted > 0 and results.failed == 0


def test_all_public_names_are_there():
    assert all(hasattr(pith, name) for name in pith.__all__)
    assert {"select", "evaluate", "stability", "inspect", "read", "MRMR"} <= set(pith.__all__)
    assert pith.__version__ == pith.select([[0], [1]] * 4, [0, 1] * 4, "mim", 1).version
    assert (pathlib.Path(pith.__file__).parent / "py.typed").exists()


def test_the_version_is_the_same_everywhere():
    said = {
        "CMakeLists.txt": r"project\(pith VERSION (\S+)",
        "pyproject.toml": r'^version = "(.+)"$',
        "CITATION.cff": r"^version: (\S+)$",
    }
    for name, pattern in said.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        assert re.findall(pattern, text, re.MULTILINE) == [pith.__version__], name


def test_the_installed_version_is_that_of_the_core():
    try:
        installed = importlib.metadata.version("pith")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("pith is imported from a folder")
    assert installed == pith.__version__


def test_an_evaluation_rejects_options_of_a_selector(wine):
    pith.evaluate(*wine, [pith.MRMR(k=3, form="quotient")], k=2)
    with pytest.raises(ValueError, match=r"selector with bins='width:3'"):
        pith.evaluate(*wine, [pith.MRMR(bins="width:3")], k=2)
    with pytest.raises(ValueError, match="k must be numbers of features"):
        pith.evaluate(*wine, k="auto")
    with pytest.raises(ValueError, match=r"holdout must be a number between 0 and 1 \(got 'x'\)"):
        pith.evaluate(*wine, holdout="x")
    with pytest.raises(ValueError, match="split has 'zz', which is not a feature"):
        pith.evaluate(*wine, split="zz")
    with pytest.raises(ValueError, match="null character"):
        pith.read("a\0b")
    with pytest.raises(TypeError, match="header must be True, False or None"):
        pith.read("a.csv", header="yes")
