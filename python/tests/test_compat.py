# SPDX-License-Identifier: Apache-2.0
"""Adapters with the signatures of other packages."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.feature_selection import SelectKBest, chi2, f_classif
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import pith
from pith import compat

DATA = {"wine": load_wine, "breast_cancer": load_breast_cancer}
# What mrmr_selection 0.2.8 selects, as positions of columns.
PEER = {
    ("wine", "mean"): [6, 9, 12, 11, 0, 10, 5, 3],
    ("wine", "max"): [6, 9, 12, 11, 0, 10, 5, 3],
    ("breast_cancer", "mean"): [27, 22, 7, 20, 2, 23, 0, 6],
    ("breast_cancer", "max"): [27, 22, 7, 20, 2, 23, 0, 3],
}
PEER_WITH_GAPS = {
    "wine": [12, 11, 0, 6, 10, 9, 5, 3],
    "breast_cancer": [27, 22, 7, 20, 2, 23, 0, 26],
}
RANKERS = [method.id for method in pith.methods() if method.traits["ranks_all"]]


@pytest.fixture(scope="module")
def wine():
    return load_wine(return_X_y=True)


def wine_frame(**arguments):
    pytest.importorskip("pandas")
    return load_wine(as_frame=True, return_X_y=True, **arguments)


# mrmr_classif --------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "denominator"), PEER)
def test_selects_what_mrmr_selection_selects(name, denominator):
    X, y = DATA[name](return_X_y=True)
    assert compat.mrmr_classif(X, y, K=8, denominator=denominator) == PEER[name, denominator]


@pytest.mark.parametrize("name", DATA)
def test_leaves_out_gaps_as_mrmr_selection_does(name):
    X, y = DATA[name](return_X_y=True)
    for rows, column in (
        (slice(0, None, 5), 3),
        (slice(0, None, 7), 6),
        (slice(0, 3), 0),
        (slice(1, None, 4), 9),
    ):
        X[rows, column] = np.nan
    assert compat.mrmr_classif(X, y, K=8) == PEER_WITH_GAPS[name]


def test_names_are_those_of_the_frame():
    X, y = wine_frame()
    selected = compat.mrmr_classif(X=X, y=y, K=3)
    assert selected == ["flavanoids", "color_intensity", "proline"]
    polars = pytest.importorskip("polars")
    assert compat.mrmr_classif(polars.from_pandas(X), y.to_numpy(), 3) == selected


def test_scores_are_f_and_absolute_correlations():
    X, y = wine_frame()
    selected, relevance, redundancy = compat.mrmr_classif(X, y, K=3, return_scores=True)
    assert relevance.to_numpy() == pytest.approx(f_classif(X, y)[0], rel=1e-9)
    assert list(redundancy.columns) == selected
    assert list(redundancy.index) == list(X.columns)
    correlations = X.corr().abs().clip(lower=0.001)
    for place, name in enumerate(selected):
        open_then = [other for other in X.columns if other not in selected[: place + 1]]
        expected = correlations.loc[open_then, name].to_numpy()
        assert redundancy.loc[open_then, name].to_numpy() == pytest.approx(expected, rel=1e-9)
        assert redundancy.loc[selected[: place + 1], name].isna().all()


def test_correlations_with_gaps_are_those_of_common_rows():
    pandas = pytest.importorskip("pandas")
    X, y = load_wine(return_X_y=True)
    chance = np.random.default_rng(2)
    X[chance.random(X.shape) < 0.2] = np.nan
    order, _, redundancy = compat.mrmr_classif(X, y, K=4, return_scores=True)
    correlations = pandas.DataFrame(X).corr().abs().clip(lower=0.001).to_numpy()
    for place, column in enumerate(order):
        counts = ~np.isnan(redundancy[:, place])
        assert counts.sum() == 13 - place - 1
        assert redundancy[counts, place] == pytest.approx(correlations[counts, column], rel=1e-9)


def test_a_copy_is_never_selected(wine):
    X, y = wine
    doubled = np.hstack([X, X * -2.0 + 5.0])
    selected = compat.mrmr_classif(doubled, y, K=20)
    assert len(selected) == 13
    assert sorted(column % 13 for column in selected) == list(range(13))


def test_constants_are_left_out_and_k_is_a_limit(wine):
    X, y = wine
    X = np.hstack([np.ones((178, 2)), X])
    assert len(compat.mrmr_classif(X, y, K=100)) == 13
    assert 0 not in compat.mrmr_classif(X, y, K=100)


def test_other_relevances(wine):
    X, y = wine
    assert compat.mrmr_classif(X, y, 1, relevance="relieff") == [11]
    assert compat.mrmr_classif(X, y, 1, relevance=lambda X, y: f_classif(X, y)[0]) == [6]
    with pytest.raises(ValueError, match="13 numbers"):
        compat.mrmr_classif(X, y, 1, relevance=lambda X, y: [1.0, 2.0])
    with pytest.raises(ValueError, match="relevance must be 'f', .*got 'rf'"):
        compat.mrmr_classif(X, y, 1, relevance="rf")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"K": 0}, "K must be"),
        ({"K": 2.5}, "K must be"),
        ({"K": 2, "denominator": "min"}, "denominator"),
        ({"K": 2, "redundancy": "d"}, "redundancy"),
    ],
)
def test_bad_arguments_are_named(arguments, words, wine):
    with pytest.raises(ValueError, match=words):
        compat.mrmr_classif(*wine, **arguments)


def test_says_nothing(wine, capfd):
    compat.mrmr_classif(*wine, K=3)
    assert capfd.readouterr() == ("", "")


# Score functions -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", RANKERS)
def test_the_best_scores_are_those_that_the_method_selects(method, wine):
    X, y = wine
    score = compat.score_function(method)
    best = sorted(score(X, y))
    if best[-4] == best[-5]:
        pytest.skip("features without a weight are tied, which SelectKBest breaks its own way")
    chosen = SelectKBest(score, k=4).fit(X, y).get_support(indices=True)
    class_name = next(each.class_name for each in pith.methods() if each.id == method)
    assert chosen.tolist() == sorted(getattr(pith, class_name)(k=4).fit(X, y).selection_order_)


def test_scores_are_those_of_scikit_learn_where_it_has_them(wine):
    X, y = wine
    assert compat.anova_f(X, y) == pytest.approx(f_classif(X, y)[0], rel=1e-9)


def test_named_functions_are_score_functions(wine):
    for function, method in (
        (compat.mutual_information, "mim"),
        (compat.fisher_score, "fisher"),
        (compat.relieff, "relieff"),
        (compat.symmetric_uncertainty, "symmetric-uncertainty"),
    ):
        assert function == compat.score_function(method)
        assert function(*wine).shape == (13,)


def test_parameters_reach_the_method(wine):
    near = compat.score_function("relieff", neighbours=1)
    assert repr(near) == "score_function('relieff', neighbours=1)"
    assert near(*wine).tolist() != compat.relieff(*wine).tolist()
    assert near != compat.relieff


def test_score_functions_live_in_a_grid(wine):
    pipeline = make_pipeline(SelectKBest(compat.fisher_score), GaussianNB())
    search = GridSearchCV(
        pipeline,
        {
            "selectkbest__k": [1, 4],
            "selectkbest__score_func": [compat.mutual_information, compat.fisher_score],
        },
        cv=3,
    ).fit(*wine)
    assert search.best_params_["selectkbest__k"] == 4
    copy = pickle.loads(pickle.dumps(clone(search.best_estimator_)))
    assert copy.get_params()["selectkbest__score_func"] in (
        compat.mutual_information,
        compat.fisher_score,
    )


def test_methods_without_target_take_any_y(wine):
    X, y = wine
    smooth = compat.score_function("laplacian")
    assert smooth(X, X[:, 0] / 3).tolist() == smooth(X).tolist() == smooth(X, y).tolist()


def test_methods_that_do_not_score_all_are_rejected():
    with pytest.raises(ValueError, match="'mrmr'.*does not score every feature.*relieff"):
        compat.score_function("mrmr")


def test_mrmr_classif_does_not_depend_on_the_unit(wine):
    X, y = wine
    for unit in (1e-95, 1e78):
        assert compat.mrmr_classif(X * unit, y, 5) == compat.mrmr_classif(X, y, 5)
    with pytest.raises(ValueError, match="relevance must be 'f', .*got 'zz'"):
        compat.mrmr_classif(X, y, 5, relevance="zz")


def test_has_the_signature_of_mrmr_selection(wine):
    X, y = wine
    found = compat.mrmr_classif(
        X, y, 3, "f", "c", "mean", None, "leave_one_out", False, False, 1, False
    )
    assert found == compat.mrmr_classif(X, y, K=3)
    with pytest.raises(ValueError, match="cat_features is not supported"):
        compat.mrmr_classif(X, y, K=3, cat_features=[0])
    with pytest.raises(ValueError, match="only_same_domain=True is not supported"):
        compat.mrmr_classif(X, y, K=3, only_same_domain=True)


def test_missing_classes_are_rejected_with_a_remedy(wine):
    X, y = wine
    for gap in (None, np.nan):
        with pytest.raises(ValueError, match="NaN: drop the rows without a class$"):
            compat.mrmr_classif(X, [gap, *map(str, y[1:])], K=2)
    with pytest.raises(ValueError, match="y must be the class of each row .got 'x1'"):
        compat.mrmr_classif(X, "x1", K=2)


def test_functions_of_scikit_learn_have_its_scores():
    X, y = load_breast_cancer(return_X_y=True)
    assert np.allclose(compat.chi2(X, y), chi2(X, y)[0], rtol=1e-10)
    assert np.allclose(compat.anova_f(X, y), f_classif(X, y)[0], rtol=1e-10)
