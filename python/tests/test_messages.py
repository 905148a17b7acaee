# SPDX-License-Identifier: Apache-2.0
"""Errors name the thing, the value and a remedy that exists where they are read."""

from __future__ import annotations

import errno
import json
import pickle

import numpy as np
import pytest

import pith
from pith._messages import CLASSES, FILES, MISSING, in_python, python_words, rewritten

X = np.random.default_rng(3).normal(size=(40, 3))
Y = np.arange(40) % 2


@pytest.fixture
def file(tmp_path):
    """A file whose target has a gap in row 3."""
    lines = [f"{i % 7},{i * i % 11},{i % 3},{'' if i == 3 else i % 2}" for i in range(40)]
    path = tmp_path / "table.csv"
    path.write_text("\n".join(["a,b,w,class", *lines]) + "\n", encoding="utf-8")
    return path


def said(error, run):
    """What an error says."""
    with pytest.raises(error) as caught:
        run()
    return str(caught.value)


# Tables that were read -------------------------------------------------------------------------


def test_gaps_of_a_target_in_a_file_have_the_remedy_of_read(file):
    text = said(ValueError, lambda: pith.read(file, target="class"))
    assert text.startswith(f"{file}: target 'class' is missing in 1 row, first in row 3")
    assert text.endswith("; drop_rows_without_target=True drops such rows")
    assert pith.read(file, target="class", drop_rows_without_target=True).rows == 39


def test_a_table_without_target_is_to_be_read_anew(file):
    table = pith.read(file, target=None, drop=["class"])
    for run in (pith.select, pith.stability):
        text = said(ValueError, lambda run=run: run(table, method="mrmr"))
        assert text == "mrmr needs a target; name one (target of pith.read)"
    text = said(ValueError, lambda: pith.evaluate(table, methods="mim", k=1))
    assert text == "a learner needs a target; name one (target of pith.read)"


def test_weights_of_a_table_are_left_out_in_read(file):
    how = {"target": "class", "drop_rows_without_target": True}
    text = said(
        ValueError, lambda: pith.select(pith.read(file, weights="w", **how), method="relieff", k=1)
    )
    assert "leave them out (weights of pith.read)" in text
    pith.select(pith.read(file, drop=["w"], **how), method="relieff", k=1)


def test_arrays_and_classes_have_remedies_of_their_own():
    wanted = "requires y to be passed, but the target y is None"
    assert wanted in said(ValueError, lambda: pith.select(X, method="mrmr"))
    assert wanted in said(ValueError, lambda: pith.MRMR().fit(X, None))
    assert "leave them out (sample_weight)" in said(
        ValueError, lambda: pith.select(X, Y, "relieff", sample_weight=2.0)
    )


def test_texts_are_in_the_words_of_those_who_read_them():
    text = "leave it out (--drop), or draw another (--seed) with --weights and --target"
    assert in_python(text) == "leave it out, or draw another (seed) with sample_weight and y"
    assert "(random_state) with sample_weight" in in_python(text, CLASSES)
    assert in_python(text, FILES) == (
        "leave it out (drop of pith.read), or draw another (seed) with weights and target"
    )
    gaps = "a.csv: target 't' is missing in 2 rows, first in row 0 (counted from 0); "
    gaps += "--missing drop drops such rows"
    assert rewritten(gaps).startswith("Input y contains NaN: a.csv: target 't'")
    assert rewritten(gaps).endswith("missing='drop' drops such rows")


def test_parts_beside_a_table_are_refused_whatever_they_are(file):
    table = pith.read(file, drop_rows_without_target=True)
    for argument, value in {
        "y": Y,
        "categorical": 5,
        "numeric": ["a"],
        "target_bins": "width:3",
        "sample_weight": 1.0,
    }.items():
        text = said(ValueError, lambda: pith.select(table, **{argument: value}))
        assert text.startswith(f"{argument} is given, but X is a table from pith.read")
    pith.select(table, categorical=None, numeric=[], k=1)


# Files that cannot be read ---------------------------------------------------------------------


def test_errors_of_files_are_those_of_python(tmp_path):
    for path, kind, code in (
        (tmp_path / "nothing.csv", FileNotFoundError, errno.ENOENT),
        (tmp_path, IsADirectoryError, errno.EISDIR),
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


def test_errors_of_others_pass_as_they_are():
    for error in (
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
        BrokenPipeError(errno.EPIPE, "Broken pipe"),
        OSError("a text without a reason of the system"),
    ):
        with pytest.raises(type(error)) as caught, python_words(path="a.csv"):
            raise error
        assert str(caught.value) == str(error)


def test_reading_tells_how_far_it_is(tmp_path):
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
    assert text == "progress must be True, False or a function, not 'yes'"


# Arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["False", "no", 0, None, np.array([True])])
def test_flags_are_truths_and_nothing_else(value, file):
    for name, run in {
        "bootstrap": pith.stability,
        "leaky": pith.evaluate,
        "leave_one_out": pith.evaluate,
    }.items():
        text = said(TypeError, lambda: run(X, Y, **{name: value}))
        assert text == f"{name} must be True or False, not {value!r}"
    text = said(TypeError, lambda: pith.read(file, drop_rows_without_target=value))
    assert text == f"drop_rows_without_target must be True or False, not {value!r}"


def test_flags_of_numpy_are_truths():
    assert pith.evaluate(X, Y, "mim", k=1, folds=2, leaky=np.True_).leaky
    assert not pith.evaluate(X, Y, "mim", k=1, folds=2, leaky=np.False_).leaky


@pytest.mark.parametrize("value", ["abc", "0.5", [0.5], True, 0, 1.5, -0.1, float("nan")])
def test_fractions_are_named(value):
    text = said((TypeError, ValueError), lambda: pith.stability(X, Y, fraction=value))
    assert text == f"fraction must be a number above 0 and at most 1, not {value!r}"


def test_all_rows_are_a_fraction():
    assert pith.stability(X, Y, "mim", 1, resamples=2, fraction=1).resamples["fraction"] == 1


def test_infinite_weights_are_named():
    for weights in (float("inf"), np.float32("inf"), np.where(Y, np.inf, 1.0)):
        text = said(ValueError, lambda: pith.select(X, Y, "mim", 1, sample_weight=weights))
        assert text.startswith("Input sample_weight contains infinity")
    text = said(ValueError, lambda: pith.select(X, Y, "mim", 1, sample_weight=float("nan")))
    assert text.startswith("Input sample_weight contains NaN")


def test_words_of_missing_are_those_of_the_methods():
    of_methods = {word for method in pith.methods() for word in method.traits["missing"]}
    assert of_methods == set(MISSING)


# Descriptions ----------------------------------------------------------------------------------


def test_learners_are_described_as_text_and_as_json():
    for learner in pith.learners():
        assert pith.describe(learner.id).startswith(f"{learner.id}: {learner.title}")
        document = json.loads(pith.describe(learner.id, "json"))
        assert document["id"] == learner.id
        assert [each["name"] for each in document["parameters"]] == [
            each.name for each in learner.parameters
        ]
    for format in ("markdown", "bibtex", "pdf"):
        text = said(ValueError, lambda format=format: pith.describe("knn", format))
        assert text == f"a learner is described as text or json, not as {format!r}"


def test_what_is_done_to_a_method_does_not_change_the_catalogue():
    method = pith.methods()[0]
    method.traits["finds_k"] = "changed"
    method.traits["missing"].clear()
    method.references[0]["title"] = "changed"
    again = pith.methods()[0]
    assert again != method
    assert again.traits["finds_k"] is False
    assert again.traits["missing"] and again.references[0]["title"] != "changed"
    assert pickle.loads(pickle.dumps(again)) == again
    assert pickle.loads(pickle.dumps(pith.methods())) == pith.methods()


def test_classes_speak_of_their_own_arguments():
    def rows(parameters):
        return next(each.text for each in parameters if each.name == "rows")

    method = next(each for each in pith.methods() if each.id == "relieff")
    assert "(seed)" in rows(method.parameters)
    assert "(random_state)" in rows(pith.ReliefF._entry.parameters)
