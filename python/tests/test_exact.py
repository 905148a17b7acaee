# SPDX-License-Identifier: Apache-2.0
"""Exact sums: the same bits for any order of the rows."""

import numpy as np
import pytest
from sklearn.datasets import load_wine

import pith

X, Y = load_wine(return_X_y=True, as_frame=True)


@pytest.mark.parametrize("method", ["gc-mi", "jmi", "mrmr", "inf-fs", "qpfs", "anova-f", "cfs"])
def test_the_order_of_the_rows_does_not_matter(method):
    order = np.random.default_rng(1).permutation(len(Y))
    whole = pith.select(X, Y, method, 4, exact=True)
    other = pith.select(X.iloc[order], Y.iloc[order], method, 4, exact=True)
    assert whole.names == other.names
    assert list(whole.scores) == list(other.scores)
    assert whole.notes == other.notes


@pytest.mark.parametrize("method", ["gc-mi", "jmi", "mrmr", "inf-fs", "qpfs", "anova-f", "cfs"])
def test_exact_selects_what_the_plain_path_selects(method):
    exact = pith.select(X, Y, method, 4, exact=True)
    plain = pith.select(X, Y, method, 4)
    assert exact.names == plain.names
    assert exact.scores == pytest.approx(plain.scores, rel=1e-9, abs=1e-9)


def test_classes_take_exact():
    selector = pith.JMI(3, exact=True).fit(X, Y)
    assert selector.selection_.names == pith.select(X, Y, "jmi", 3, exact=True).names


def test_methods_that_need_the_rows_are_rejected():
    with pytest.raises(ValueError, match=r"relieff needs the rows of the table, .* exact=True"):
        pith.select(X, Y, "relieff", 3, exact=True)
    with pytest.raises(ValueError, match=r"row weights are not supported with exact=True"):
        pith.select(X, Y, "jmi", 3, exact=True, sample_weight=np.ones(len(Y)))


def test_exact_must_be_a_bool():
    with pytest.raises(TypeError, match=r"exact must be True or False \(got 'yes'\)"):
        pith.select(X, Y, "jmi", 3, exact="yes")
