# SPDX-License-Identifier: Apache-2.0
"""Invalid input raises the errors that a user of scikit-learn expects, with a remedy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import pith

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")

Y = np.array([0, 1, 0, 1, 0, 1])
GOOD = np.arange(12.0).reshape(6, 2) ** 2


def with_value(value, dtype=float):
    X = GOOD.astype(dtype)
    X[3, 1] = value
    return X


def frame_with(value):
    frame = pandas.DataFrame(GOOD, columns=["a", "b"]).astype(object)
    frame.loc[3, "b"] = value
    return frame


BAD_X = {
    "one dimension": (GOOD[:, 0], ValueError, "Expected 2D array, got 1D array instead"),
    "a series": (pandas.Series(GOOD[:, 0]), ValueError, "Expected a 2-dimensional container"),
    "a series of polars": (polars.Series(GOOD[:, 0]), ValueError, "Expected 2D array, got 1D"),
    "three dimensions": (np.ones((6, 2, 2)), ValueError, "Found array with dim 3"),
    "a number": (3, ValueError, "Expected 2D array, got scalar array instead"),
    "nothing": (None, ValueError, "Expected 2D array, got scalar array instead"),
    "no rows": (np.empty((0, 3)), ValueError, r"0 sample\(s\) \(shape=\(0, 3\)\)"),
    "no features": (np.empty((6, 0)), ValueError, r"0 feature\(s\) \(shape=\(6, 0\)\)"),
    "a frame without rows": (
        pandas.DataFrame({"a": np.empty(0)}),
        ValueError,
        r"0 sample\(s\) \(shape=\(0, 1\)\) while a minimum of 1 is required",
    ),
    "a frame without features": (
        pandas.DataFrame(index=range(6)),
        ValueError,
        r"0 feature\(s\) \(shape=\(6, 0\)\) while a minimum of 1 is required",
    ),
    "polars without rows": (polars.DataFrame({"a": []}), ValueError, r"0 sample\(s\)"),
    "polars without features": (polars.DataFrame(), ValueError, r"0 (sample|feature)\(s\)"),
    "complex numbers": (GOOD.astype(complex), ValueError, "Complex data not supported"),
    "complex column": (
        pandas.DataFrame({"a": GOOD[:, 0], "b": GOOD[:, 1].astype(complex)}),
        ValueError,
        "Complex data not supported: column 'b' of X",
    ),
    "text": (with_value("red", object), ValueError, "could not convert string to float: 'red'"),
    "text array": (GOOD.astype(str), ValueError, "arrays of bytes/strings"),
    "a dictionary": (
        with_value({}, object),
        TypeError,
        "float.. argument must be .* string.* number",
    ),
    "months": (GOOD.astype("m8[M]"), TypeError, "X holds durations in months or years"),
    "mixed objects": (
        frame_with("red"),
        TypeError,
        r"column 'b' of X must be uniformly strings or numbers. Got \['float', 'str'\]",
    ),
    "lists in cells": (
        frame_with([1, 2]),
        TypeError,
        r"column 'b' of X holds objects \(float, list\)",
    ),
    "NaN": (
        with_value(np.nan),
        ValueError,
        "Input X contains NaN: feature 'x1' has 1 missing value",
    ),
    "None in a frame": (frame_with(None), ValueError, "Input X contains NaN: feature 'b' has 1"),
    "null in polars": (
        polars.DataFrame({"a": [1, None, 3, 4, 5, 6]}),
        ValueError,
        "Input X contains NaN: feature 'a' has 1 missing value, the first in row 1",
    ),
    "infinity": (with_value(np.inf), ValueError, "Input X contains infinity: column 'x1', row 3"),
    "minus infinity": (
        with_value(-np.inf, np.float32),
        ValueError,
        "contains infinity: .*'x1', row 3",
    ),
    "infinity in a frame": (
        frame_with(np.inf),
        ValueError,
        "contains infinity: column 'b', row 3",
    ),
    "infinity in polars": (
        polars.DataFrame({"a": [1.0, np.inf, 3, 4, 5, 6]}),
        ValueError,
        "Input X contains infinity: column 'a', row 1",
    ),
    "infinity among zeros": (
        sparse.csr_matrix(with_value(np.inf)),
        ValueError,
        "contains infinity: column 'x1', row 3",
    ),
    "twins": (
        pandas.DataFrame(GOOD, columns=["a", "a"]),
        ValueError,
        "several columns called 'a'; column names must be unique",
    ),
    "twins by text": (pandas.DataFrame(GOOD, columns=[1, "1"]), ValueError, "columns called '1'"),
    "twins in Arrow": (
        pyarrow.Table.from_arrays([pyarrow.array(GOOD[:, 0])] * 2, names=["a", "a"]),
        ValueError,
        "several columns called 'a'",
    ),
    "a path": ("wine.csv", ValueError, "X is the string 'wine.csv'; read a file with pith.read"),
    "a matrix of NumPy": (GOOD.view(np.matrix), TypeError, "np.matrix is not supported"),
    "ragged lists": ([[1, 2], [3]] * 3, ValueError, "inhomogeneous|setting an array element"),
    "structured": (
        np.zeros((6, 1), dtype=[("a", "f8")]),
        ValueError,
        "An array must be numeric; pass X as a data frame",
    ),
}


@pytest.mark.parametrize("name", BAD_X)
def test_bad_features_are_rejected(name):
    X, error, text = BAD_X[name]
    with pytest.raises(error, match=text):
        pith.select(X, Y)


def series_with(value):
    return pandas.Series([0, 1, value, 1, 0, 1])


BAD_Y = {
    "too short": (Y[:5], ValueError, r"inconsistent numbers of samples: \[6, 5\]"),
    "too long": (pandas.Series(np.tile(Y, 2)), ValueError, r"numbers of samples: \[6, 12\]"),
    "NaN": (np.where(Y, np.nan, 0), ValueError, "Input y contains NaN: 3 of 6 .* first in row 1"),
    "NaN in a series": (series_with(np.nan), ValueError, "Input y contains NaN: 1 of 6"),
    "NA": (series_with(None).astype("Int64"), ValueError, "Input y contains NaN: 1 of 6"),
    "NaN and NA": (
        pandas.Series(pandas.array([0, 1, None, 0, 0, 1], dtype="Float64") / [1, 1, 1, 0, 1, 1]),
        ValueError,
        "Input y contains NaN: [12] of 6",
    ),
    "None among text": (["a", "b", None, "b", "a", "b"], ValueError, "Input y contains NaN"),
    "NaN among text": (["a", "b", np.nan, "b", "a", "b"], ValueError, "Input y contains NaN"),
    "null in polars": (polars.Series([0, 1, None, 1, 0, 1]), ValueError, "Input y contains NaN"),
    "infinity": (
        np.where(Y, np.inf, 0),
        ValueError,
        "Input y contains infinity or a value too large",
    ),
    "fractions": (
        Y + 0.5 * (np.arange(6) == 2),
        ValueError,
        r"numeric, but jmi takes classes.*, e.g. method='.*target_bins='frequency:3'",
    ),
    "one number": (np.full(6, 0.5), ValueError, "target 'y' has the same number in every row"),
    "one class": (np.zeros(6), ValueError, "target 'y' has 1 class .*at least two"),
    "three dimensions": (
        np.zeros((6, 2, 2)),
        ValueError,
        r"y should be an array of one or two dimensions, got an array of shape \(6, 2, 2\)",
    ),
    "a column of several without values": (
        pandas.DataFrame({"a": Y, "b": [np.nan] * 6}),
        ValueError,
        "Input y contains NaN: 6 of 6 values of column 'b' are missing",
    ),
    "a number": (3.5, ValueError, "y should be a 1d array|got an array of shape"),
    "complex": (Y.astype(complex), ValueError, "Complex data not supported"),
    "mixed": ([0, "a", 1, "b", 0, "a"], TypeError, r"y must be uniformly strings or numbers"),
    "a name for an array": (
        "class",
        ValueError,
        "names a column, but X is a ndarray without names",
    ),
    "sparse": (sparse.csr_matrix(Y), TypeError, "[Ss]parse"),
}


@pytest.mark.parametrize("name", BAD_Y)
def test_bad_targets_are_rejected(name):
    y, error, text = BAD_Y[name]
    with pytest.raises(error, match=text):
        pith.select(GOOD, y, "jmi")


def test_names_that_are_no_column_get_a_hint():
    frame = pandas.DataFrame(GOOD, columns=["a", "length"]).assign(kind=Y)
    for X in (frame, polars.from_pandas(frame)):
        with pytest.raises(ValueError, match="no column 'lenght' for y; did you mean 'length'"):
            pith.select(X, "lenght")
        with pytest.raises(ValueError, match="column 'a' cannot be both y and sample_weight"):
            pith.select(X, "a", sample_weight="a")
    with pytest.raises(ValueError, match="0 feature"):
        pith.select(frame[["kind"]], "kind")


def test_frames_that_cannot_be_read_do_not_lose_their_names():
    class Frame:
        def __dataframe__(self):
            raise NotImplementedError

        def __array__(self, dtype=None, copy=None):
            return GOOD

    with pytest.raises(TypeError, match="without __arrow_c_stream__; update its package"):
        pith.select(Frame(), Y)


def test_methods_that_need_a_target_ask_for_y():
    with pytest.raises(ValueError, match="requires y to be passed, but the target y is None"):
        pith.select(GOOD, method="mrmr")
    with pytest.raises(ValueError, match="requires y to be passed, but the target y is None"):
        pith.evaluate(GOOD)


BAD_WEIGHTS = {
    "too short": (np.ones(5), r"sample_weight.shape == \(5,\), expected \(6,\)!"),
    "two dimensions": (np.ones((6, 1)), "Sample weights must be 1D array or scalar"),
    "NaN": (np.full(6, np.nan), "contains NaN"),
    "text": (["a"] * 6, "could not convert string to float"),
    "negative": (-np.ones(6), r"must be at least 0 \(got -1\)"),
    "nothing but zeros": (np.zeros(6), "weight"),
}


@pytest.mark.parametrize("name", BAD_WEIGHTS)
def test_bad_weights_are_rejected(name):
    weights, text = BAD_WEIGHTS[name]
    with pytest.raises(ValueError, match=text):
        pith.select(GOOD, Y, "mrmr", 1, sample_weight=weights)


def test_methods_without_weights_reject_them():
    with pytest.raises(
        ValueError, match=r"does not support row weights; omit them \(sample_weight\)"
    ):
        pith.select(GOOD, Y, "relieff", 1, sample_weight=np.ones(6) * 2)


def test_missing_values_are_rejected_with_remedies(wine):
    X, y = wine
    X[5, 2] = np.nan
    with pytest.raises(ValueError, match="use missing='drop' or 'impute'$"):
        pith.select(X, y, "gc-mi")
    with pytest.raises(ValueError, match="use missing='drop', 'impute' or 'level'$"):
        pith.select(X, y, "mrmr")


def test_text_in_an_array_has_a_remedy():
    with pytest.raises(ValueError, match="pass X as a data frame"):
        pith.select(with_value("red", object), Y)


def test_numeric_methods_reject_categorical_features(mixed):
    X, y = mixed
    with pytest.raises(ValueError, match=r"feature 'town' is categorical.*e.g. method='jmi'$"):
        pith.select(X, y, "gc-mi")


ARGUMENTS = {
    "k of 0": ({"k": 0}, ValueError, r"k must be at least 1 \(got 0\)"),
    "k of a fraction": ({"k": 2.5}, TypeError, r"k must be an integer \(got 2.5\)"),
    "k of a truth": ({"k": True}, TypeError, r"k must be an integer \(got True\)"),
    "k of a word": ({"k": "some"}, ValueError, r"k must be a number, .* or None \(got 'some'\)"),
    "no method": ({"method": "mrnr"}, ValueError, "unknown method 'mrnr'; did you mean 'mrmr'"),
    "far off": ({"method": "lasso-cv"}, ValueError, r"pith.methods\(\) lists all"),
    "method of no text": ({"method": 3}, TypeError, "method must be an id of pith.methods"),
    "unknown parameter": (
        {"method": "mrmr", "gamma": 1},
        TypeError,
        "mrmr has no parameter 'gamma'; its parameters are form, epsilon.* and correction",
    ),
    "n_jobs": ({"method": "jmi", "n_jobs": 2}, TypeError, "use 'threads'"),
    "random_state": ({"random_state": 0}, TypeError, "use 'seed'"),
    "n_features": ({"n_features_to_select": 3}, TypeError, "use 'k'"),
    "choice": (
        {"method": "mrmr", "form": "sum"},
        ValueError,
        "form of mrmr must be difference or quotient",
    ),
    "value of no kind": (
        {"method": "mrmr", "form": None},
        TypeError,
        r"form must be a number, a bool or a string \(got None\)",
    ),
    "missing": ({"missing": "ignore"}, ValueError, "missing.*'ignore'"),
    "missing of no text": ({"missing": None}, TypeError, "missing must be 'error', .*got None"),
    "bins": ({"method": "jmi", "bins": "five"}, ValueError, "bins must be sigma"),
    "bins of no text": ({"bins": 5}, TypeError, "bins must be a rule such as 'width:5'"),
    "task": ({"task": "rank"}, ValueError, "task must be 'auto', 'classify' or 'regress' .got 'r"),
    "task by number": ({"task": 1}, TypeError, "task must be .* .got 1"),
    "target_bins": ({"target_bins": 3}, TypeError, "target_bins must be a rule such as"),
    "target_bins by name": ({"target_bins": "x"}, ValueError, "target_bins must be sigma, .* 'x'"),
    "a word for a bool": ({"method": "cmim", "cap": "yes"}, ValueError, "must be true or false"),
    "keep": ({"keep": ["x7"]}, ValueError, "keep has 'x7', which is not a feature of X"),
    "keep of no list": ({"keep": 5}, TypeError, "keep must be a list of names .*got 5"),
    "keep by a short mask": ({"keep": [True]}, ValueError, "mask of 1 values, but X has 2"),
    "k too large": ({"k": 10**30}, ValueError, "k must be at most"),
    "seed too large": ({"seed": 2**64}, ValueError, "seed must be at most"),
    "many threads": ({"threads": 10**30}, ValueError, "threads must be at most 1024"),
    "little memory": ({"memory": 1}, ValueError, "memory must be at least '1M' .got 1."),
    "no memory": ({"memory": "0"}, ValueError, "memory must be at least '1M' .got '0'."),
    "learner": ({"k": "auto", "learner": 3}, TypeError, "learner must be an id of pith.learners"),
    "alpha": ({"k": "auto", "auto": "null", "alpha": "x"}, ValueError, "alpha must be a number"),
    "permutations": (
        {"k": "auto", "auto": "null", "permutations": 10**18},
        ValueError,
        "permutations must be at most 1000000",
    ),
    "categorical": ({"categorical": ["x8"]}, ValueError, "categorical has 'x8', which is not"),
    "keep position": ({"keep": [7]}, ValueError, "keep has position 7, but X has 2 features"),
    "threads": ({"threads": 0}, ValueError, r"threads must be at least 1 \(got 0\)"),
    "seed": ({"seed": -1}, ValueError, r"seed must be at least 0 \(got -1\)"),
    "memory": ({"memory": "lots"}, ValueError, "memory must be in bytes or a size such as '512M'"),
    "progress": ({"progress": "yes"}, TypeError, "progress must be True, False or a function"),
    "auto with a number": (
        {"k": 1, "auto": "cv"},
        ValueError,
        r"auto='cv' requires k='auto' \(got k=1\)",
    ),
    "alpha without null": ({"k": "auto", "alpha": 0.1}, ValueError, "alpha requires auto='null'"),
    "auto": (
        {"k": "auto", "auto": "loo"},
        ValueError,
        r"auto must be 'cv' or 'null' \(got 'loo'\)",
    ),
    "learner with null": (
        {"k": "auto", "auto": "null", "learner": "knn"},
        ValueError,
        "auto='null' uses no learner",
    ),
    "permutations with cv": (
        {"k": "auto", "permutations": 9},
        ValueError,
        "permutations requires auto='null'",
    ),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_bad_arguments_are_named(name):
    options, error, text = ARGUMENTS[name]
    with pytest.raises(error, match=text):
        pith.select(GOOD, Y, **options)


def test_invalid_unicode_is_rejected():
    with pytest.raises(ValueError, match="not valid Unicode"):
        pith.select(GOOD, ["\ud800", "b"] * (len(Y) // 2) + ["b"] * (len(Y) % 2))
    frame = pandas.DataFrame(GOOD, columns=pandas.Index(["a", "\ud800"], dtype=object))
    with pytest.raises(ValueError, match="a column name of X has text that is not valid"):
        pith.select(frame, Y)


def test_integers_that_float64_cannot_hold_are_rejected_as_objects_too():
    for large in (2**53 + 1, 2**70 + 1, 10**400):
        frame = pandas.DataFrame({"id": pandas.Series([large, 1] * len(Y), dtype=object)[: len(Y)]})
        with pytest.raises(ValueError, match="'id' of X has the integer"):
            pith.select(frame, Y, "mim", 1)


def test_a_damaged_sparse_matrix_is_rejected():
    matrix = sparse.csc_matrix(np.eye(6))
    matrix.indptr[2] = 10**6
    with pytest.raises(ValueError, match="indptr must be a non-decreasing sequence"):
        pith.select(matrix, [0, 1] * 3, "mim", 1)


def test_files_that_are_not_there_are_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nothing\.csv"):
        pith.read(tmp_path / "nothing.csv")
    with pytest.raises(ValueError, match=r"test_files.*: there is no file in this folder"):
        pith.read(tmp_path)


def test_too_little_memory_is_a_memory_error():
    random = np.random.default_rng(0)
    text = r"would take 10 MiB.*the limit is 1 MiB; raise the limit \(memory='\d+M'\)"
    with pytest.raises(MemoryError, match=text):
        pith.select(random.normal(size=(400, 3000)), np.arange(400) % 2, "inf-fs", memory="1M")


@pytest.mark.parametrize("make", [sparse.csr_matrix, sparse.csr_array, sparse.csc_array])
def test_sparse_matrices_with_invalid_indices_are_rejected(make):
    matrix = make(GOOD)
    matrix.indices[1] = 5000
    with pytest.raises(ValueError, match="indices|index"):
        pith.select(matrix, Y, "mim", 1)
