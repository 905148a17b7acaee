# SPDX-License-Identifier: Apache-2.0
"""Messages: errors name the thing, the value and a remedy, in the words of Python."""

from __future__ import annotations

import errno
import inspect
import json
import pickle
from typing import get_args

import numpy as np
import pytest

import pith
from pith import _core
from pith._messages import CLASSES, FUNCTIONS, translated_errors
from pith._options import Missing

X = np.random.default_rng(3).normal(size=(40, 3))
Y = np.arange(40) % 2


@pytest.fixture
def file(tmp_path):
    """A file whose target is missing in row 3."""
    lines = [f"{i % 7},{i * i % 11},{i % 3},{'' if i == 3 else i % 2}" for i in range(40)]
    path = tmp_path / "table.csv"
    path.write_text("\n".join(["a,b,w,class", *lines]) + "\n", encoding="utf-8")
    return path


def said(error, run):
    """The text of the error."""
    with pytest.raises(error) as caught:
        run()
    return str(caught.value)


# Tables that were read -------------------------------------------------------------------------


def test_a_missing_target_in_a_file_has_the_remedy_of_read(file):
    text = said(ValueError, lambda: pith.read(file, target="class"))
    assert text.startswith(f"{file}: target 'class' is missing in 1 row, the first in row 3")
    assert text.endswith("; drop this row with drop_rows_without_target=True")
    assert pith.read(file, target="class", drop_rows_without_target=True).rows == 39


def test_a_table_without_target_needs_the_target_of_read(file):
    table = pith.read(file, target=None, drop=["class"])
    for run in (pith.select, pith.stability):
        text = said(ValueError, lambda run=run: run(table, method="mrmr"))
        assert text == "mrmr needs a target; name one (target of pith.read)"
    text = said(ValueError, lambda: pith.evaluate(table, methods="mim", k=1))
    assert text == "learners need a target; name one (target of pith.read)"


def test_weights_of_a_table_are_left_out_in_read(file):
    how = {"target": "class", "drop_rows_without_target": True}
    text = said(
        ValueError, lambda: pith.select(pith.read(file, weights="w", **how), method="relieff", k=1)
    )
    assert "omit them (weights of pith.read)" in text
    pith.select(pith.read(file, drop=["w"], **how), method="relieff", k=1)


def test_arrays_and_classes_have_their_own_remedies():
    wanted = "requires y to be passed, but the target y is None"
    assert wanted in said(ValueError, lambda: pith.select(X, method="mrmr"))
    assert wanted in said(ValueError, lambda: pith.MRMR().fit(X, None))
    assert "omit them (sample_weight)" in said(
        ValueError, lambda: pith.select(X, Y, "relieff", sample_weight=2.0)
    )


def test_options_are_called_what_they_are_called_where_the_message_is_read(file):
    """The same message about weights, in a function, in a class, and about a file."""
    weights = np.full(40, 1 / 40)
    assert "(sample_weight)" in said(
        ValueError, lambda: pith.select(X, Y, "anova-f", sample_weight=weights)
    )
    assert "(sample_weight)" in said(ValueError, lambda: pith.AnovaF().fit(X, Y, weights))
    path = file.with_name("weights.csv")
    rows = [f"{i % 7},{0.5 / 40},{i % 2}" for i in range(40)]
    path.write_text("\n".join(["a,w,class", *rows]) + "\n", encoding="utf-8")
    table = pith.read(path, weights="w")
    assert "(weights of pith.read)" in said(ValueError, lambda: pith.select(table, None, "anova-f"))


def test_values_are_written_as_in_python():
    gaps = X.copy()
    gaps[0, 0] = np.nan
    assert said(ValueError, lambda: pith.select(gaps, Y, "mrmr")).endswith(
        "use missing='drop', 'impute' or 'level'"
    )
    text = said(ValueError, lambda: pith.select(X, X[:, 0], "jmi"))
    assert "target_bins='frequency:3'" in text and "method='" in text
    assert "pith.methods()" in said(ValueError, lambda: pith.select(X, Y, "no-such-method"))


def test_advice_that_does_not_apply_is_left_out():
    """Selectors have no option to drop a column: the mention and its parentheses go."""
    ids = np.column_stack([X, np.arange(40)]).astype(object)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(ids).astype({3: str})
    frame[3] = "id " + frame[3]
    notes = pith.MIM(1, allow_ids=True).fit(frame, Y).selection_.notes
    about_ids = [note for note in notes if "'3'" in note]
    assert about_ids and not any("()" in note or "(drop" in note for note in about_ids)


# Texts for programs ----------------------------------------------------------------------------

FAILING = {
    "no method": lambda: pith.select(X, Y, "mrnr"),
    "no target": lambda: pith.select(X, method="mrmr"),
    "no target of an evaluation": lambda: pith.evaluate(X),
    "a numeric target": lambda: pith.select(X, X[:, 0], "jmi"),
    "text to be regressed": lambda: pith.select(X, list("ab" * 20), task="regress"),
    "bins to be regressed": lambda: pith.select(X, X[:, 0], task="regress", target_bins="width:3"),
    "one class": lambda: pith.select(X, np.zeros(40)),
    "missing values": lambda: pith.select(np.where(X > 1, np.nan, X), Y),
    "a method that cannot spread": lambda: pith.select(
        np.where(X > 1, np.nan, X), Y, "gc-mi", missing="spread"
    ),
    "a method that has no level": lambda: pith.select(
        np.where(X > 1, np.nan, X), Y, "gc-mi", missing="level"
    ),
    "all rows dropped": lambda: pith.select(np.full((40, 2), np.nan), Y, missing="drop"),
    "infinite values": lambda: pith.select(np.where(X > 1, np.inf, X), Y),
    "weights": lambda: pith.select(X, Y, "relieff", sample_weight=2.0),
    "small weights": lambda: pith.select(X, Y, "anova-f", sample_weight=np.full(40, 1 / 40)),
    "bins": lambda: pith.select(X, Y, "jmi", bins="five"),
    "target bins": lambda: pith.select(X, X[:, 0], target_bins="mdl"),
    "a parameter": lambda: pith.select(X, Y, "mrmr", form="sum"),
    "a number": lambda: pith.select(X, Y, "mrmr", epsilon=-1),
    "keep": lambda: pith.select(X, Y, "mrmr", 1, keep=[0, 1]),
    "k of a stability": lambda: pith.stability(X, Y, "mrmr", "auto"),
    "a small fraction": lambda: pith.stability(X, Y, "mrmr", fraction=0.001),
    "a rule for a method": lambda: pith.select(X, Y, "cfs", "auto", auto="null"),
    "alpha": lambda: pith.select(X, Y, "mim", "auto", auto="null", alpha=0.01, permutations=9),
    "folds": lambda: pith.evaluate(X, Y, "mim", folds=3, holdout=0.5),
    "many folds": lambda: pith.evaluate(X, Y, "mim", folds=100),
    "repeats": lambda: pith.evaluate(X, Y, "mim", leave_one_out=True, repeats=2),
    "a learner": lambda: pith.evaluate(X, Y, "mim", learner="svm"),
    "a parameter of a learner": lambda: pith.evaluate(X, Y, "mim", learner="knn:k=3"),
    "memory": lambda: pith.select(
        np.random.default_rng(0).normal(size=(400, 3000)), np.arange(400) % 2, "inf-fs", memory="1M"
    ),
    "categorical": lambda: pith.select(X, Y, categorical="z*"),
    "both kinds": lambda: pith.select(X, Y, categorical=["x0"], numeric=["x0"]),
    "a description": lambda: pith.describe("mrmr", "pdf"),
    "a class": lambda: pith.MRMR(form="sum").fit(X, Y),
}


def is_clean(text):
    """Whether a text has neither flags of the command line nor marks of the core."""
    return "--" not in text and all(character.isprintable() for character in text.replace("\n", ""))


@pytest.mark.parametrize("name", FAILING)
def test_errors_are_in_the_words_of_python(name):
    text = said((ValueError, TypeError, MemoryError), FAILING[name])
    assert text and is_clean(text), text


def test_errors_of_files_are_in_the_words_of_python(file, tmp_path):
    odd = tmp_path / "odd.csv"
    odd.write_text("a,b\n1,2\n3\n", encoding="utf-8")
    weights = {"target": "class", "drop_rows_without_target": True, "weights": "w"}
    for run in (
        lambda: pith.read(file, target="class"),
        lambda: pith.read(file, target="klass"),
        lambda: pith.read(file, target="a", target_bins="five"),
        lambda: pith.read(file, drop=["z*"]),
        lambda: pith.read(file, categorical=["a"], numeric=["a"]),
        lambda: pith.read(file, delimiter="||"),
        lambda: pith.read(file, format="xls"),
        lambda: pith.read(odd),
        lambda: pith.select(pith.read(file, **weights), None, "relieff"),
        lambda: pith.select(pith.read(file, target=None), None, "mrmr"),
    ):
        text = said((ValueError, OSError), run)
        assert is_clean(text), text


def test_notes_are_in_the_words_of_python(wine):
    features, y = wine
    odd = np.column_stack([features, features[:, 0], np.arange(len(y)), 10.0 - y, np.zeros(len(y))])
    odd[::9, 2] = np.nan
    noted = []
    for method in pith.methods():
        for missing in method.traits["missing"][1:]:
            try:
                noted += pith.select(odd, y, method.id, 3, missing=missing).notes
            except ValueError as error:  # numeric features have no level of their own
                noted.append(str(error))
    for auto in ("cv", "null"):
        noted += pith.select(features, y, "mrmr", auto=auto, max_features=3).notes
    noted += pith.stability(odd, y, "mrmr", 3, resamples=3, missing="drop").notes
    noted += pith.evaluate(odd, y, "mrmr,gc-mi", k=2, folds=2, missing="impute").notes
    seen = pith.inspect(odd, np.linspace(0, 1, len(y)))
    noted += [*seen.notes, *seen.warnings, repr(seen)]
    assert len(noted) > 100
    for note in noted:
        assert is_clean(note), note


def test_descriptions_and_docstrings_are_in_the_words_of_python():
    for method in pith.methods():
        assert is_clean(pith.describe(method.id)), method.id
        assert is_clean(pith.describe(method.id, "json")), method.id
        assert "`--" not in pith.describe(method.id, "markdown"), method.id
        assert all(is_clean(parameter.text) for parameter in method.parameters)
        assert is_clean(method.summary)
    for learner in pith.learners():
        assert is_clean(pith.describe(learner.id))
    for function in (pith.select, pith.stability, pith.evaluate, pith.read):
        lines = [line for line in function.__doc__.split("\n") if set(line.strip()) != {"-"}]
        assert all(is_clean(line) and len(line) <= 100 for line in lines)
        assert not any(line.strip().startswith("{") for line in lines), function


def test_docstrings_explain_every_argument():
    for function in (pith.select, pith.stability, pith.evaluate, pith.read, pith.inspect):
        documented = {
            name.strip(" *")
            for line in inspect.getdoc(function).split("\n")
            if line and not line.startswith(" ")
            for name in line.split(" : ")[0].split(",")
        }
        assert set(inspect.signature(function).parameters) <= documented


def test_roles_beside_a_table_are_rejected(file):
    table = pith.read(file, drop_rows_without_target=True)
    for argument, value in {
        "y": Y,
        "categorical": 5,
        "numeric": ["a"],
        "task": "classify",
        "target_bins": "width:3",
        "sample_weight": 1.0,
    }.items():
        text = said(ValueError, lambda: pith.select(table, **{argument: value}))
        assert text.startswith(f"{argument} cannot be combined with a table from pith.read")
    pith.select(table, categorical=None, numeric=[], k=1)


# Files that cannot be read ---------------------------------------------------------------------


def test_errors_of_files_are_those_of_python(tmp_path):
    for path, kind, code in (
        (tmp_path / "nothing.csv", FileNotFoundError, errno.ENOENT),
        (tmp_path / ("n" * 300 + ".csv"), OSError, errno.ENAMETOOLONG),
    ):
        with pytest.raises(kind) as caught:
            pith.read(path)
        assert caught.value.errno == code
        assert caught.value.filename == str(path)
        assert str(path) in str(caught.value)
    journal = tmp_path / "nowhere" / "journal"
    with pytest.raises(FileNotFoundError) as caught:
        pith.evaluate(X, Y, "mim", k=1, resume=journal)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, str(journal))


def test_other_errors_are_not_changed():
    for error in (
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        BrokenPipeError(errno.EPIPE, "Broken pipe"),
        OSError("a text without a reason of the system"),
    ):
        with pytest.raises(type(error)) as caught, translated_errors(path="a.csv"):
            raise error
        assert str(caught.value) == str(error)


def test_reading_reports_progress(tmp_path):
    path = tmp_path / "long.csv"
    row = ",".join(["0.5"] * 50)
    head = ",".join([*(f"x{i}" for i in range(50)), "class"])
    # Blocks of 8 MiB are reported.
    path.write_text(head + "\n" + f"{row},0\n{row},1\n" * 60_000, encoding="utf-8")
    seen = []
    table = pith.read(path, progress=lambda *now: seen.append(now))
    assert table.rows == 120_000
    assert {phase for phase, _, _ in seen} == {"read"}
    assert all(0 < done <= total == path.stat().st_size for _, done, total in seen)
    text = said(TypeError, lambda: pith.read(path, progress="yes"))
    assert text == "progress must be True, False or a function (got 'yes')"


# Arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["False", "no", 0, None, np.array([True])])
def test_booleans_must_be_booleans(value, file):
    for name, run in {
        "bootstrap": pith.stability,
        "leaky": pith.evaluate,
        "leave_one_out": pith.evaluate,
    }.items():
        text = said(TypeError, lambda: run(X, Y, **{name: value}))
        assert text == f"{name} must be True or False (got {value!r})"
    text = said(TypeError, lambda: pith.read(file, drop_rows_without_target=value))
    assert text == f"drop_rows_without_target must be True or False (got {value!r})"


def test_booleans_of_numpy_are_accepted():
    assert pith.evaluate(X, Y, "mim", k=1, folds=2, leaky=np.True_).leaky
    assert not pith.evaluate(X, Y, "mim", k=1, folds=2, leaky=np.False_).leaky


@pytest.mark.parametrize("value", ["abc", "0.5", [0.5], True, 0, 1.5, -0.1, float("nan")])
def test_fractions_are_named(value):
    text = said((TypeError, ValueError), lambda: pith.stability(X, Y, fraction=value))
    assert text == f"fraction must be a number above 0 and at most 1 (got {value!r})"


def test_all_rows_are_a_fraction():
    assert pith.stability(X, Y, "mim", 1, resamples=2, fraction=1).resamples["fraction"] == 1


def test_infinite_weights_are_named():
    for weights in (float("inf"), np.float32("inf"), np.where(Y, np.inf, 1.0)):
        text = said(ValueError, lambda: pith.select(X, Y, "mim", 1, sample_weight=weights))
        assert text.startswith("Input sample_weight contains infinity")
    text = said(ValueError, lambda: pith.select(X, Y, "mim", 1, sample_weight=float("nan")))
    assert text.startswith("Input sample_weight contains NaN")


def test_choices_of_missing_are_those_of_the_methods():
    of_methods = {word for method in pith.methods() for word in method.traits["missing"]}
    assert of_methods == set(get_args(Missing))


# Descriptions ----------------------------------------------------------------------------------


def test_learners_are_described_as_text_and_as_json():
    methods = {method.id: method for method in pith.methods()}
    for learner in pith.learners():
        text = pith.describe(learner.id)
        if learner.id in methods:  # which the other formats describe
            assert text.startswith(f"{learner.id}: {methods[learner.id].title}")
            assert f"As a learner\n\n{learner.id}: {learner.title}" in text
            continue
        assert text.startswith(f"{learner.id}: {learner.title}")
        document = json.loads(pith.describe(learner.id, "json"))
        assert document["id"] == learner.id
        assert [each["name"] for each in document["parameters"]] == [
            each.name for each in learner.parameters
        ]
    for format in ("markdown", "bibtex", "pdf"):
        text = said(ValueError, lambda format=format: pith.describe("knn", format))
        assert text == f"format of a learner must be 'text' or 'json' (got {format!r})"


def test_changing_a_method_does_not_change_the_catalogue():
    method = pith.methods()[0]
    method.traits["finds_k"] = "changed"
    method.traits["missing"].clear()
    method.references[0]["title"] = "changed"
    again = pith.methods()[0]
    assert again != method
    assert isinstance(again.traits["finds_k"], bool)
    assert again.traits["missing"] and again.references[0]["title"] != "changed"
    assert pickle.loads(pickle.dumps(again)) == again
    assert pickle.loads(pickle.dumps(pith.methods())) == pith.methods()


def test_options_have_other_names_in_classes():
    assert "(seed)" in _core.describe("random", "text", FUNCTIONS)
    assert "(random_state)" in _core.describe("random", "text", CLASSES)


def test_names_in_messages_are_those_of_the_table():
    names = {"missing": "gaps", "seed": "", "bins=five": "no bins"}
    text = _core.describe("random", "text", names)
    assert "gaps='error'" in text and "()" not in text
