# SPDX-License-Identifier: Apache-2.0
"""The scikit-learn classes: made from the catalogue, and compatible with scikit-learn."""

import inspect
import json
import pickle
import re
import warnings

import joblib
import numpy as np
import pytest
import sklearn
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import pith
from pith import _core

CATALOGUE = {method["id"]: method for method in json.loads(_core.methods({}))}
CLASSES = {method.id: getattr(pith, method.class_name) for method in pith.methods()}


def traits(method):
    return CATALOGUE[method]["traits"]


WEIGHTED = [method for method in CLASSES if traits(method)["takes_weights"]]
UNWEIGHTED = [method for method in CLASSES if not traits(method)["takes_weights"]]
UNSUPERVISED = [method for method in CLASSES if not traits(method)["needs_target"]]


@pytest.fixture(scope="module")
def wine():
    data = load_wine()
    return data.data, data.target


@pytest.fixture(scope="module")
def wine_frame():
    data = load_wine(as_frame=True)
    return data.data, data.target


# What scikit-learn itself checks; nothing is expected to fail.
@parametrize_with_checks([selector() for selector in CLASSES.values()])
def test_passes_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


# Where missing values are welcome, scikit-learn gives some.
@parametrize_with_checks(
    [pith.MRMR(missing="level"), pith.GCMI(missing="impute"), pith.ReliefF(missing="spread")]
)
def test_passes_the_checks_of_scikit_learn_with_missing_values(estimator, check):
    check(estimator)


# Made from the catalogue ---------------------------------------------------------------------


def test_every_method_has_a_class():
    assert set(CLASSES) == set(CATALOGUE)
    names = [selector.__name__ for selector in CLASSES.values()]
    assert len(set(names)) == len(names)
    for selector in CLASSES.values():
        assert selector.__module__ == "pith"
        assert getattr(pith, selector.__name__) is selector


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("mrmr", "MRMR"),
        ("gc-mi", "GCMI"),
        ("gkl-e", "GKLE"),
        ("vmi-naive", "VMINaive"),
        ("inf-fs-s", "InfFSS"),
        ("spec-cmi", "SpecCMI"),
        ("q-alpha", "QAlpha"),
        ("condred", "CondRed"),
        ("t-test", "TTest"),
        ("chi2", "Chi2"),
        ("sw-relieff", "SWReliefF"),
        ("multisurf", "MultiSURF"),
        ("symmetric-uncertainty", "SymmetricUncertainty"),
    ],
)
def test_classes_have_the_names_that_people_write(method, name):
    assert CLASSES[method].__name__ == name


@pytest.mark.parametrize("method", CLASSES)
def test_signature_has_every_parameter_of_the_method(method):
    signature = inspect.signature(CLASSES[method])
    assert list(signature.parameters)[0] == "k"
    for parameter in CATALOGUE[method]["parameters"]:
        own = signature.parameters[parameter["name"] + "_" * (parameter["name"] == "lambda")]
        assert own.default == parameter["default"]
        assert own.kind is inspect.Parameter.KEYWORD_ONLY
    assert ("bins" in signature.parameters) == (traits(method)["takes"] != "numbers")


@pytest.mark.parametrize("method", CLASSES)
def test_docstring_explains_every_parameter(method):
    text = CLASSES[method].__doc__
    assert text.startswith(CATALOGUE[method]["title"])
    for name in inspect.signature(CLASSES[method]).parameters:
        assert re.search(rf"^{name} : .*default=", text, re.MULTILINE), name
    for reference in CATALOGUE[method]["references"]:
        assert reference["title"].split()[0] in text
    assert "--" not in re.sub("^-+$", "", text, flags=re.MULTILINE)
    assert max(len(line) for line in text.splitlines()) <= 100


def test_rejects_unknown_parameters_by_name():
    with pytest.raises(TypeError, match=r"MRMR\(\).*'shrinkage'"):
        pith.MRMR(shrinkage=0.5)
    with pytest.raises(TypeError, match=r"MRMR\(\)"):
        pith.MRMR(5, "difference")


@pytest.mark.parametrize("method", CLASSES)
def test_gives_what_select_gives(method, wine):
    X, y = wine
    selector = CLASSES[method](k=4).fit(X, y)
    found = pith.select(X, y if traits(method)["needs_target"] else None, method, 4, seed=0)
    assert selector.selection_order_.tolist() == list(found.indices)
    assert selector.step_scores_.tolist() == list(found.scores)
    assert selector.selection_.names == found.names


def test_parameters_reach_the_method(wine):
    X, y = wine
    difference = pith.MRMR(k=5).fit(X, y)
    quotient = pith.MRMR(k=5, form="quotient", epsilon=0.5).fit(X, y)
    assert quotient.selection_.params["form"] == "quotient"
    assert quotient.selection_.params["epsilon"] == 0.5
    assert difference.step_scores_.tolist() != quotient.step_scores_.tolist()
    assert pith.QPFS(alpha=0.25).fit(X, y).selection_.params["alpha"] == 0.25
    assert pith.CMIM(cap=False).fit(X, y).selection_.params["cap"] is False


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        (pith.MRMR(form="product"), "form.*difference.*quotient"),
        (pith.MRMR(epsilon=-1.0), "epsilon"),
        (pith.MRMR(k=0), "k"),
        (pith.MRMR(k="many"), "k"),
        (pith.MRMR(k=2.5), "k"),
        (pith.MRMR(missing="ignore"), "missing"),
        (pith.MRMR(bins="seven"), "seven"),
        (pith.MRMR(keep=["x99"]), "x99"),
        (pith.MRMR(memory="much"), "memory"),
        (pith.MRMR(k="auto", auto="luck"), "auto"),
        (pith.MRMR(random_state="dice"), "dice"),
    ],
)
def test_bad_parameters_are_named_by_fit_not_before(selector, words, wine):
    with pytest.raises((ValueError, TypeError), match=words):
        selector.fit(*wine)


# Results -------------------------------------------------------------------------------------


def test_a_ranker_scores_and_ranks_every_feature(wine):
    X, y = wine
    selector = pith.Fisher(k=3).fit(X, y)
    best_first = np.argsort(-selector.scores_)
    assert selector.selection_order_.tolist() == best_first[:3].tolist()
    assert selector.ranking_[best_first].tolist() == list(range(1, 14))
    assert not np.isnan(selector.scores_).any()


def test_a_search_step_by_step_scores_what_it_selects(wine):
    X, y = wine
    selector = pith.MRMR(k=3).fit(X, y)
    order = selector.selection_order_
    assert selector.ranking_[order].tolist() == [1, 2, 3]
    assert sorted(selector.ranking_.tolist()) == [1, 2, 3] + [4] * 10
    assert selector.scores_[order].tolist() == selector.step_scores_.tolist()
    assert np.isnan(np.delete(selector.scores_, order)).all()


def test_features_to_keep_come_first(wine):
    X, y = wine
    selector = pith.Fisher(k=3, keep=[4]).fit(X, y)
    assert selector.selection_order_[0] == 4
    assert selector.ranking_[4] == 1
    assert sorted(selector.ranking_.tolist()) == list(range(1, 14))


def test_more_than_there_are_gives_all(wine):
    X, y = wine
    selector = pith.MRMR(k=100).fit(X, y)
    assert selector.get_support().all()
    assert selector.transform(X).shape == X.shape


def test_finds_the_number_itself(wine):
    X, y = wine
    assert pith.CFS().k is None
    assert 0 < pith.CFS().fit(X, y).get_support().sum() < 13
    assert len(pith.MRMR(k="auto", auto="null").fit(X, y).selection_order_) > 0
    by_error = pith.MRMR(k="auto", auto="cv", learner="naive-bayes").fit(X, y)
    assert by_error.selection_.to_dict()["auto"]["how"] == "cv"


def test_a_learner_of_the_method_needs_no_rule_for_k(wine):
    X, y = wine
    selector = pith.Wrapper(learner="naive-bayes", direction="floating", folds=3)
    assert len(selector.fit(X, y).selection_order_) == 10
    assert selector.selection_.params["learner"] == "naive-bayes"
    chosen = pith.Wrapper(k="auto", learner="naive-bayes").fit(X[:, :4], y)
    assert any("with naive-bayes chose" in note for note in chosen.selection_.notes)
    assert pith.Wrapper().learner == "linear-svm"


def test_keeps_the_order_of_columns_in_transform(wine):
    X, y = wine
    selector = pith.MRMR(k=5).fit(X, y)
    columns = sorted(selector.selection_order_.tolist())
    assert columns != selector.selection_order_.tolist()
    assert np.array_equal(selector.transform(X), X[:, columns])


def test_nothing_selected_warns_and_keeps_the_rows(wine):
    X, y = wine
    selector = pith.FCBF(threshold=1.0).fit(X, y)
    assert len(selector.selection_order_) == 0
    with pytest.warns(UserWarning, match="No features were selected"):
        assert selector.transform(X).shape == (178, 0)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_nothing_selected_gives_an_empty_frame(library, wine_frame):
    X, y = _frames(library, wine_frame)
    selector = pith.FCBF(threshold=1.0).set_output(transform=library).fit(X, y)
    with pytest.warns(UserWarning, match="No features were selected"):
        assert selector.transform(X).shape[1] == 0


def test_says_nothing_while_it_works(wine, capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for selector in CLASSES.values():
            selector(k=2).fit_transform(*wine)
    out, err = capfd.readouterr()
    assert out == "" and err == ""


def test_is_not_fitted_before_fit(wine):
    with pytest.raises(NotFittedError):
        pith.MRMR().transform(wine[0])
    with pytest.raises(NotFittedError):
        pith.MRMR().get_support()


# Names and frames ----------------------------------------------------------------------------


def _frames(library, wine_frame):
    X, y = wine_frame
    if library == "polars":
        polars = pytest.importorskip("polars")
        return polars.from_pandas(X), polars.from_pandas(y)
    return X, y


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_keeps_names_of_a_frame(library, wine_frame):
    X, y = _frames(library, wine_frame)
    selector = pith.MRMR(k=3).fit(X, y)
    assert selector.feature_names_in_.tolist() == list(X.columns)
    assert selector.get_feature_names_out().tolist() == [
        "flavanoids",
        "od280/od315_of_diluted_wines",
        "proline",
    ]
    assert list(selector.selection_.names)[0] == "flavanoids"
    with pytest.raises(ValueError, match="feature names"):
        selector.transform(X[list(X.columns)[::-1]])


def test_arrays_have_no_names(wine):
    selector = pith.MRMR(k=2).fit(*wine)
    assert not hasattr(selector, "feature_names_in_")
    assert selector.get_feature_names_out().tolist() == ["x6", "x12"]
    names = selector.get_feature_names_out([f"gene{index}" for index in range(13)])
    assert names.tolist() == ["gene6", "gene12"]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_keep_their_types(library):
    X, y = _mixed(library)
    selector = pith.JMI(k=2, keep=["size", "colour"]).set_output(transform=library).fit(X, y)
    reduced = selector.transform(X)
    assert type(reduced) is type(X)
    assert list(reduced.columns) == ["colour", "size"]
    assert list(reduced.dtypes) == list(X[["colour", "size"]].dtypes)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_other_kind_of_frame_is_made_when_asked_for(library, wine_frame):
    other = {"pandas": "polars", "polars": "pandas"}[library]
    pytest.importorskip("polars")
    X, y = _frames(library, wine_frame)
    reduced = pith.MRMR(k=3).set_output(transform=other).fit(X, y).transform(X)
    assert type(reduced).__module__.startswith(other)
    assert list(reduced.columns) == ["flavanoids", "od280/od315_of_diluted_wines", "proline"]


def test_takes_arrow_tables(wine_frame):
    arrow = pytest.importorskip("pyarrow")
    X, y = wine_frame
    table = arrow.table({name: X[name].to_numpy() for name in X.columns})
    selector = pith.MRMR(k=3).fit(table, y)
    assert selector.feature_names_in_.tolist() == list(X.columns)
    assert np.array_equal(selector.transform(table), selector.transform(X))


def test_without_set_output_there_is_an_array(wine_frame):
    X, y = wine_frame
    assert isinstance(pith.MRMR(k=3).fit_transform(X, y), np.ndarray)


def test_obeys_the_global_output(wine_frame):
    X, y = wine_frame
    with sklearn.config_context(transform_output="pandas"):
        assert list(pith.MRMR(k=1).fit_transform(X, y).columns) == ["flavanoids"]


def _mixed(library):
    """Text, integers and numbers with gaps; 'size' and 'colour' tell the class."""
    frame_of = pytest.importorskip(library).DataFrame
    chance = np.random.default_rng(5)
    y = np.arange(60) % 3
    values = {
        "colour": [["red", "green", "blue"][label] for label in y],
        "noise": chance.normal(size=60).astype(np.float32),
        "size": (y + chance.integers(0, 2, size=60)).astype(np.int16),
    }
    return frame_of(values), y


def test_takes_gaps_when_told_to(wine):
    X, y = wine
    holes = X.copy()
    holes[::7, 3] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        pith.MRMR(k=4).fit(holes, y)
    selector = pith.MRMR(k=4, missing="level").fit(holes, y)
    assert (
        np.isnan(selector.transform(holes)).sum()
        == np.isnan(holes[:, selector.get_support()]).sum()
    )
    assert selector.__sklearn_tags__().input_tags.allow_nan
    assert not pith.MRMR().__sklearn_tags__().input_tags.allow_nan


# scikit-learn's machinery --------------------------------------------------------------------


def test_works_in_a_pipeline_and_a_grid(wine):
    pipeline = make_pipeline(StandardScaler(), pith.GCMI(), LogisticRegression())
    search = GridSearchCV(pipeline, {"gcmi__k": [1, 3, 6], "gcmi__shrinkage": [0.2, 0.8]}, cv=3)
    search.fit(*wine)
    assert search.best_score_ > 0.9
    assert search.best_params_["gcmi__k"] > 1
    assert pipeline.named_steps["gcmi"].k is None


def test_a_grid_over_processes_finds_what_one_process_finds(wine):
    pipeline = make_pipeline(pith.MRMR(), GaussianNB())
    one, two = (
        GridSearchCV(pipeline, {"mrmr__k": [1, 4]}, cv=2, n_jobs=jobs).fit(*wine)
        for jobs in (None, 2)
    )
    scores = "mean_test_score"
    assert two.cv_results_[scores].tolist() == one.cv_results_[scores].tolist()
    assert two.best_estimator_["mrmr"].selection_ == one.best_estimator_["mrmr"].selection_


def test_works_in_a_column_transformer(wine_frame):
    X, y = wine_frame
    halves = ColumnTransformer(
        [("first", pith.Fisher(k=2), list(X.columns[:6])), ("last", pith.JMI(k=1), slice(6, 13))]
    ).set_output(transform="pandas")
    reduced = halves.fit_transform(X, y)
    assert list(reduced.columns) == ["first__alcohol", "first__total_phenols", "last__flavanoids"]


@pytest.mark.parametrize("method", CLASSES)
def test_clone_pickle_and_fit_leave_parameters_as_they_are(method, wine):
    selector = CLASSES[method](k=np.int64(2), n_jobs=1, keep=["x3"])
    before = selector.get_params()
    selector.fit(*wine)
    assert all(selector.get_params()[name] is value for name, value in before.items())
    assert clone(selector).get_params() == before
    copy = pickle.loads(pickle.dumps(selector))
    assert type(copy) is type(selector)
    assert np.array_equal(copy.transform(wine[0]), selector.transform(wine[0]))
    assert copy.selection_ == selector.selection_


def test_fitted_selectors_keep_no_data(wine):
    X = np.random.default_rng(1).normal(size=(5000, 50))
    selector = pith.MRMR(k=2).fit(X, np.arange(5000) % 2)
    assert len(pickle.dumps(selector)) < 20_000


@pytest.mark.parametrize("method", WEIGHTED)
def test_weights_are_repetition_of_rows(method, wine):
    X, y = wine
    weights = np.arange(178) % 3
    selector = CLASSES[method](k=4)
    weighted = selector.fit(X, y, sample_weight=weights).selection_order_
    repeated = selector.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).selection_order_
    assert weighted.tolist() == repeated.tolist()


@pytest.mark.parametrize("method", UNWEIGHTED)
def test_methods_without_weights_do_not_offer_them(method):
    assert "sample_weight" not in inspect.signature(CLASSES[method].fit).parameters
    assert not hasattr(CLASSES[method], "set_fit_request")


def test_weights_are_routed_through_a_pipeline(wine):
    X, y = wine
    weights = np.where(y == 0, 0.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(
            pith.MRMR(k=3).set_fit_request(sample_weight=True),
            LogisticRegression(max_iter=10_000).set_fit_request(sample_weight=False),
        )
        pipeline.fit(X, y, sample_weight=weights)
    routed = pipeline.named_steps["mrmr"].selection_order_.tolist()
    assert routed == pith.MRMR(k=3).fit(X, y, weights).selection_order_.tolist()
    assert routed != pith.MRMR(k=3).fit(X, y).selection_order_.tolist()


@pytest.mark.parametrize("method", UNSUPERVISED)
def test_methods_without_target_take_any_y(method, wine):
    X, _ = wine
    alone = CLASSES[method](k=3).fit(X).selection_order_
    assert alone.tolist() == CLASSES[method](k=3).fit(X, X[:, 0] / 3).selection_order_.tolist()
    assert alone.tolist() == CLASSES[method](k=3).fit(X, np.zeros(178)).selection_order_.tolist()


def test_how_k_is_found_does_not_count_where_k_is_a_number(wine):
    X, y = wine
    plain = pith.Laplacian(k=3).fit(X).selection_order_.tolist()
    assert pith.Laplacian(k=3, auto="cv", learner="knn").fit(X).selection_order_.tolist() == plain
    search = GridSearchCV(
        make_pipeline(pith.Fisher(auto="cv", learner="knn"), LogisticRegression(max_iter=5)),
        {"fisher__k": [2, "auto"]},
        cv=2,
        error_score="raise",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # five iterations do not converge
        assert len(search.fit(X, y).cv_results_["params"]) == 2


def test_columns_may_be_given_by_arrays(wine):
    X, y = wine
    whole = np.round(X)
    as_numbers = pith.MIM(k=13, numeric=np.arange(13)).fit(whole, y)
    as_categories = pith.MIM(k=13, categorical=np.arange(13)).fit(whole, y)
    assert as_numbers.scores_.tolist() != as_categories.scores_.tolist()


def test_a_fit_that_failed_is_no_fit(wine):
    X, y = wine
    selector = pith.MRMR(form="product")
    with pytest.raises(ValueError):
        selector.fit(X, y)
    with pytest.raises(NotFittedError):
        selector.transform(X)


def test_a_parameter_found_by_validation_uses_the_target(wine):
    X, y = wine
    assert pith.InfFS(alpha="cv", k=3).fit(X, y).selection_.to_dict()["data"]["target"] == "y"
    with pytest.raises(ValueError, match="target"):
        pith.InfFS(alpha="cv", k=3).fit(X)


def test_needs_a_target_where_the_method_does(wine):
    with pytest.raises(ValueError, match="requires y to be passed"):
        pith.MRMR().fit(wine[0], None)
    with pytest.raises(ValueError, match="'class'"):
        pith.MRMR().fit(wine[0], "class")


def test_threads_follow_n_jobs_and_joblib(wine):
    X, y = wine
    assert pith.MRMR().fit(X, y).selection_.to_dict()["threads"] == 1
    assert pith.MRMR(n_jobs=2).fit(X, y).selection_.to_dict()["threads"] == 2
    with joblib.parallel_config("threading", n_jobs=2):
        assert pith.MRMR().fit(X, y).selection_.to_dict()["threads"] == 2


def test_the_seed_is_the_random_state(wine):
    X, y = wine
    orders = [
        pith.Random(random_state=seed).fit(X, y).selection_order_.tolist() for seed in (0, 0, 7)
    ]
    assert orders[0] == orders[1] != orders[2]
    assert orders[2] == list(pith.select(X, y, "random", seed=7).indices)
    source = np.random.RandomState(3)
    drawn = [pith.Random(random_state=source).fit(X, y).selection_order_.tolist() for _ in range(2)]
    assert drawn[0] != drawn[1]
    np.random.seed(1)
    anew = [pith.Random(random_state=None).fit(X, y).selection_order_.tolist() for _ in range(2)]
    assert anew[0] != anew[1]


@pytest.mark.parametrize("method", CLASSES)
def test_sparse_is_as_dense(method):
    X, y = load_iris(return_X_y=True)
    X = np.where(X < 2.0, 0.0, X)
    dense = CLASSES[method](k=2).fit(X, y)
    for layout in (sparse.csr_array(X), sparse.csc_matrix(X)):
        thin = CLASSES[method](k=2).fit(layout, y)
        assert thin.selection_order_.tolist() == dense.selection_order_.tolist()
        assert np.array_equal(thin.transform(layout).toarray(), dense.transform(X))


def test_a_dictionary_is_rejected_as_by_scikit_learn():
    with pytest.raises(ValueError, match="Expected 2D array"):
        pith.GCMI().fit({"a": [1, 2]}, [0, 1])


def test_twins_are_named(wine_frame):
    X, y = wine_frame
    X = X.rename(columns={"ash": "alcohol"})
    with pytest.raises(ValueError, match="several columns called 'alcohol'"):
        pith.MRMR().fit(X, y)


def test_missing_must_be_supported_by_the_method(wine):
    with pytest.raises(ValueError, match="missing must be 'error', 'drop' or 'impute' .got 'spr"):
        pith.GCMI(missing="spread").fit(*wine)
