# SPDX-License-Identifier: Apache-2.0
"""What the core gets of X, y and the weights, for every kind of container."""

from __future__ import annotations

import datetime
import decimal
import enum
import subprocess
import sys
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.datasets import load_wine

import pith
from pith import _columns, _core
from pith._data import as_table

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")


def outcome(X, y, **options):
    """Positions and scores of a selection that depends on every value."""
    found = pith.select(X, y, method="gc-mi", k=5, **options)
    return found.indices.tolist(), found.scores.tolist()


def facts(X, y=None, **options):
    """What pith.inspect tells about each column, by name."""
    return {column["name"]: column for column in pith.inspect(X, y, **options).columns}


CONTAINERS = {
    "rows first": np.ascontiguousarray,
    "columns first": np.asfortranarray,
    "a list": lambda X: X.tolist(),
    "every second row of a larger array": lambda X: np.repeat(X, 2, axis=0)[::2],
    "columns backwards": lambda X: np.ascontiguousarray(X[:, ::-1])[:, ::-1],
    "read-only": lambda X: np.frombuffer(X.tobytes(), dtype=X.dtype).reshape(X.shape),
    "big endian": lambda X: X.astype(">f8"),
    "a field of a structured array": lambda X: _field(X),
    "extended precision": lambda X: X.astype(np.longdouble),
    "objects": lambda X: X.astype(object),
    "masked": lambda X: np.ma.masked_array(X, mask=False),
    "pandas": lambda X: pandas.DataFrame(X, columns=_names(X)),
    "pandas of columns": lambda X: pandas.DataFrame({n: X[:, i] for i, n in enumerate(_names(X))}),
    "pandas of several blocks": lambda X: _blocks(X),
    "pandas, nullable": lambda X: pandas.DataFrame(X, columns=_names(X)).astype("Float64"),
    "pandas, Arrow": lambda X: pandas.DataFrame(X, columns=_names(X)).astype("double[pyarrow]"),
    "pandas, objects": lambda X: pandas.DataFrame(X, columns=_names(X)).astype(object),
    "pandas, sparse": lambda X: pandas.DataFrame(X, columns=_names(X)).astype(
        pandas.SparseDtype(float, 0.0)
    ),
    "polars": lambda X: polars.DataFrame(X, schema=_names(X)),
    "polars in chunks": lambda X: polars.concat(
        [polars.DataFrame(X[:50], schema=_names(X)), polars.DataFrame(X[50:], schema=_names(X))],
        rechunk=False,
    ),
    "arrow": lambda X: pyarrow.table({n: X[:, i] for i, n in enumerate(_names(X))}),
    "arrow batch": lambda X: pyarrow.RecordBatch.from_pydict(
        {n: X[:, i] for i, n in enumerate(_names(X))}
    ),
    "CSC": sparse.csc_matrix,
    "CSR": sparse.csr_matrix,
    "COO array": lambda X: sparse.coo_array(X),
}


def _names(X):
    return [f"x{i}" for i in range(X.shape[1])]


def _field(X):
    made = np.zeros(X.shape, dtype=[("a", "i1"), ("b", "f8"), ("c", "i2")])
    made["b"] = X
    return made["b"]


def _blocks(X):
    frame = pandas.DataFrame(X[:, :4], columns=_names(X)[:4])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for place in range(4, X.shape[1]):
            frame[f"x{place}"] = X[:, place].copy()
    return frame


@pytest.mark.parametrize("container", CONTAINERS)
def test_every_container_gives_the_same_bits(container, wine):
    X, y = wine
    assert outcome(CONTAINERS[container](X), y) == outcome(X, y)


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4"])
def test_every_number_type_gives_the_same_bits(dtype, wine):
    X, y = wine
    whole = np.round(X) % 100
    for order in "CF":
        assert outcome(whole.astype(dtype, order=order), y) == outcome(whole, y)


def test_truths_are_0_and_1(wine):
    X, y = wine
    truths = X.mean(axis=0) < X
    found = pith.select(truths, y, method="jmi", k=5)
    assert (
        found.indices.tolist() == pith.select(truths * 1.0, y, method="jmi", k=5).indices.tolist()
    )


def test_keeps_names_of_a_frame(wine_frame):
    X, y = wine_frame
    assert as_table(X, y).names == list(X.columns)
    assert pith.select(X, y, "gc-mi", k=2).names == ["flavanoids", "proline"]


def test_features_of_an_array_are_named_by_position(wine):
    X, y = wine
    assert as_table(X, y).names[:2] == ["x0", "x1"]


def test_labels_that_are_numbers_become_text(wine):
    X, y = wine
    assert as_table(pandas.DataFrame(X), y).names[:2] == ["0", "1"]


def test_index_of_a_frame_does_not_matter(wine_frame):
    X, y = wine_frame
    shuffled = X.set_index(np.arange(len(X))[::-1])
    assert outcome(shuffled, y) == outcome(X, y)


def test_nothing_of_the_caller_is_changed(wine):
    X, y = wine
    frame = pandas.DataFrame(X)
    before = frame.copy()
    matrix = sparse.csc_matrix(X)
    matrix.indices = matrix.indices.reshape(X.shape[1], -1)[:, ::-1].reshape(-1).copy()
    matrix.data = matrix.data.reshape(X.shape[1], -1)[:, ::-1].reshape(-1).copy()
    matrix.has_sorted_indices = False
    unsorted = matrix.indices.copy()
    assert outcome(matrix, y) == outcome(X, y)
    assert (matrix.indices == unsorted).all()
    outcome(frame, y)
    pandas.testing.assert_frame_equal(frame, before)


@pytest.mark.parametrize("method", ["gc-mi", "jmi", "chi2", "relieff"])
def test_zeros_that_are_not_stored_are_zeros(method):
    random = np.random.default_rng(3)
    y = random.integers(0, 2, 80)
    X = random.poisson(0.3 + 0.4 * y[:, None] * (np.arange(12) < 4))
    X[:, 7] = 0
    expected = pith.select(X, y, method, 6)
    for matrix in (
        sparse.csr_matrix(X),
        sparse.csc_array(X.astype(np.float32)),
        sparse.lil_matrix(X),
    ):
        found = pith.select(matrix, y, method, 6)
        assert found.names == expected.names
        assert found.scores.tolist() == expected.scores.tolist()


def test_missing_values_may_be_stored_among_zeros():
    X = np.zeros((6, 2))
    X[2, 1], X[4, 1], X[:, 0] = np.nan, 3, range(6)
    seen = facts(sparse.csc_matrix(X), [0, 1] * 3)
    assert (seen["x1"]["missing"], seen["x1"]["max"], seen["x0"]["max"]) == (1, 3, 5)


def test_duplicate_entries_of_a_sparse_matrix_add_up():
    rows, columns = np.array([0, 0, 1, 2, 3]), np.array([0, 0, 0, 1, 1])
    matrix = sparse.coo_matrix((np.array([1.0, 2.0, 5.0, 7.0, 8.0]), (rows, columns)), shape=(4, 2))
    seen = facts(sparse.csc_matrix(matrix), [0, 1, 0, 1])
    assert seen["x0"]["max"] == 5
    raw = sparse.csc_matrix(
        (np.array([1.0, 2.0]), np.array([1, 1]), np.array([0, 2])), shape=(4, 1)
    )
    assert facts(raw, [0, 1, 0, 1])["x0"]["max"] == 3


# What the columns of a frame are ---------------------------------------------------------------

SERIES = {
    "float": (lambda: pandas.Series([0.5, np.nan, 2, 3]), "number", 1),
    "int": (lambda: pandas.Series([100, 200, 300, 100]), "integer", 0),
    "bool": (lambda: pandas.Series([True, False, True, True]), "category", 0),
    "nullable int": (lambda: pandas.Series([1, None, 3, 1], dtype="Int64"), "integer", 1),
    "nullable float": (lambda: pandas.Series([0.5, None, 3, 1], dtype="Float32"), "number", 1),
    "nullable bool": (
        lambda: pandas.Series([True, None, False, True], dtype="boolean"),
        "category",
        1,
    ),
    "string": (lambda: pandas.Series(["a", None, "b", "a"], dtype="string"), "category", 1),
    "text objects": (lambda: pandas.Series(["a", None, "b", np.nan], dtype=object), "category", 2),
    "category": (lambda: pandas.Series(["a", None, "b", "a"], dtype="category"), "category", 1),
    "whole categories": (lambda: pandas.Series([3, 1, 3, 1], dtype="category"), "category", 0),
    "intervals": (lambda: pandas.cut(pandas.Series([1, 5, 9, 5]), 2), "category", 0),
    "arrow int": (lambda: pandas.Series([1, None, 3, 1], dtype="int16[pyarrow]"), "integer", 1),
    "arrow bool": (
        lambda: pandas.Series([True, None, False, True], dtype="bool[pyarrow]"),
        "category",
        1,
    ),
    "arrow text": (
        lambda: pandas.Series(["a", None, "b", "a"], dtype="string[pyarrow]"),
        "category",
        1,
    ),
    "arrow text type": (
        lambda: pandas.Series(["a", None, "b", "a"], dtype=pandas.ArrowDtype(pyarrow.string())),
        "category",
        1,
    ),
    "arrow dictionary": (
        lambda: pandas.Series(
            pandas.arrays.ArrowExtensionArray(
                pyarrow.array(["a", None, "b", "a"]).dictionary_encode()
            )
        ),
        "category",
        1,
    ),
    "number objects": (lambda: pandas.Series([1, 2.5, None, True], dtype=object), "number", 1),
    "truth objects": (
        lambda: pandas.Series([True, None, False, True], dtype=object),
        "category",
        1,
    ),
    "dates": (lambda: pandas.Series(pandas.to_datetime(["2020-01-01", None] * 2)), "date", 2),
    "dates with a zone": (
        lambda: pandas.Series(pandas.to_datetime(["2020-01-01", None] * 2)).dt.tz_localize("UTC"),
        "date",
        2,
    ),
    "date objects": (
        lambda: pandas.Series([datetime.date(2020, 1, 1), None, None, None], dtype=object),
        "date",
        3,
    ),
    "arrow dates": (
        lambda: pandas.Series(
            [datetime.date(2020, 1, 1), None, None, None],
            dtype=pandas.ArrowDtype(pyarrow.date32()),
        ),
        "date",
        3,
    ),
    "durations": (lambda: pandas.Series(pandas.to_timedelta(["1.5 days", None] * 2)), "number", 2),
    "decimals": (
        lambda: pandas.Series(
            [decimal.Decimal("0.5"), None, decimal.Decimal(2), decimal.Decimal(3)]
        ),
        "number",
        1,
    ),
    "sparse": (lambda: pandas.Series(pandas.arrays.SparseArray([0.0, 0, 2.5, 3])), "number", 0),
    "sparse with gaps": (
        lambda: pandas.Series(pandas.arrays.SparseArray([np.nan, 0.5, np.nan, 3])),
        "number",
        2,
    ),
    "half precision": (lambda: pandas.Series([0.5, 2, 3, 1], dtype="float16"), "number", 0),
    "nothing": (lambda: pandas.Series([None, None, None, None], dtype=object), None, 4),
}


@pytest.mark.parametrize("name", SERIES)
def test_columns_of_pandas_are_what_they_look_like(name):
    make, kind, missing = SERIES[name]
    frame = pandas.DataFrame({"other": [1.5, 2, 3, 4], "column": make()})
    seen = facts(frame)["column"]
    assert kind is None or seen["kind"] == kind
    assert seen["missing"] == missing


class Colour(str, enum.Enum):
    RED = "red"


OBJECTS = {
    "text": ["b", "a", "b", "c"],
    "one text": ["b"],
    "gaps of every kind": ["b", None, np.nan, "a", pandas.NA, pandas.NaT, float("nan"), "b"],
    "gaps first": [None, pandas.NA, "b", "a"],
    "gaps of NumPy": ["b", np.float32("nan"), np.float64("nan"), "a"],
    "words that look missing": ["", "nan", "None", "NA", "", "nan"],
    "spaces and accents": [" a", "a ", "a", "é", "e\u0301", "\0", "a\0"],
    "text of NumPy": [np.str_("b"), "a", "b", np.str_("a")],
    "half a character": ["\ud800", "a", "\ud800"],
    "an enumeration": [Colour.RED, "red", "Colour.RED", None],
    "numbers among text": ["b", 1.5, "a"],
    "whole numbers among text": ["b", 1, "a"],
    "infinity among text": ["b", float("inf"), "a"],
    "truths among text": ["b", True, None],
    "decimals that are no number": ["b", decimal.Decimal("nan"), "a"],
    "dates that are none": ["b", np.datetime64("NaT"), "a"],
    "bytes among text": ["b", b"b", "a"],
    "numbers alone": [1, 2.5, None],
    "truths alone": [True, None, False],
    "gaps alone": [None, np.nan, pandas.NA],
    "nothing at all": [],
}


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_are_read_alike_with_and_without_pandas(name, monkeypatch):
    values = np.empty(len(OBJECTS[name]), dtype=object)
    values[:] = OBJECTS[name]

    def read():
        try:
            return _columns.read_objects(values, "x")
        except (TypeError, ValueError) as error:
            return repr(error)

    with_pandas = read()
    monkeypatch.setattr(_columns, "loaded", lambda module: None)
    without = read()
    assert type(with_pandas) is type(without)
    if isinstance(without, str):
        assert with_pandas == without
    elif isinstance(without, _columns.Codes):
        assert with_pandas.codes.dtype == without.codes.dtype == np.int32
        assert with_pandas.codes.tolist() == without.codes.tolist()
        assert with_pandas.levels == without.levels
    else:
        assert np.array_equal(with_pandas.values, without.values, equal_nan=True)


def test_values_of_nullable_columns_arrive():
    frame = pandas.DataFrame(
        {"a": pandas.Series([1, None, 5, 9], dtype="Int64"), "b": [1.5, 2, 3, 4]}
    )
    seen = facts(frame)["a"]
    assert (seen["min"], seen["mean"], seen["max"]) == (1, 5, 9)


def test_columns_of_polars_are_what_they_look_like():
    frame = polars.DataFrame(
        {
            "number": [0.5, None, 2.0],
            "nan": [0.5, float("nan"), 2.0],
            "whole": polars.Series([1, None, 3], dtype=polars.UInt8),
            "truth": [True, None, False],
            "text": ["a", None, "b"],
            "category": polars.Series(["a", None, "b"], dtype=polars.Categorical),
            "enum": polars.Series(["a", None, "b"], dtype=polars.Enum(["b", "a"])),
        }
    )
    seen = facts(frame)
    kinds = {name: column["kind"] for name, column in seen.items()}
    assert kinds["number"] == kinds["nan"] == "number"
    assert kinds["whole"] == "integer"
    assert kinds["text"] == kinds["category"] == kinds["enum"] == "category"
    assert {column["missing"] for column in seen.values()} == {1}


def test_mask_of_a_masked_array_is_missing(wine):
    X, y = wine
    masked = np.ma.masked_array(X, mask=False)
    masked[3, 2] = np.ma.masked
    with pytest.raises(ValueError, match="Input X contains NaN: feature 'x2' has 1 missing value"):
        pith.select(masked, y)
    gaps = X.copy()
    gaps[3, 2] = np.nan
    assert outcome(masked, y, missing="impute") == outcome(gaps, y, missing="impute")


def test_mixed_frames_of_pandas_and_polars_select_alike(mixed):
    X, y = mixed
    found = pith.select(X, y, method="jmi", k=4)
    again = pith.select(polars.from_pandas(X), y.to_numpy(), method="jmi", k=4)
    assert found.names == again.names
    assert found.scores.tolist() == again.scores.tolist()


# A table from pith.read ------------------------------------------------------------------------


def test_tables_that_were_read_pass_through(tmp_path, wine_frame):
    X, y = wine_frame
    path = tmp_path / "wine.csv"
    X.assign(cultivar=y).to_csv(path, index=False)
    table = pith.read(path)
    assert isinstance(table, _core.Table)
    assert as_table(table, None) is table
    assert pith.select(table, method="mrmr", k=5).names == pith.select(X, y, "mrmr", 5).names
    with pytest.raises(ValueError, match="y cannot be combined with a table from pith.read"):
        pith.select(table, y)


def test_periods_name_the_column_and_the_remedy():
    frame = pandas.DataFrame({"a": [1, 2, 3], "when": pandas.period_range("2020", periods=3)})
    with pytest.raises(TypeError, match="column 'when' of X holds .*drop it"):
        pith.select(frame, [0, 1, 0])


def test_a_mask_says_which_features_to_keep():
    X, y = load_wine(return_X_y=True)
    mask = np.zeros(X.shape[1], bool)
    mask[[2, 7]] = True
    assert sorted(pith.select(X, y, "mrmr", 4, keep=mask).indices[:2]) == [2, 7]


def test_masked_classes_are_missing():
    X, y = load_wine(return_X_y=True)
    masked = np.ma.array(y, mask=np.arange(len(y)) < 3)
    with pytest.raises(ValueError, match="Input y contains NaN: 3 of 178"):
        pith.select(X, masked, "mim", 2)
    assert pith.select(X, masked, "mim", 2, missing="drop").data["rows"] == 175


def test_rows_that_share_their_memory_are_read_as_they_look():
    X, y = load_wine(return_X_y=True)
    same = np.broadcast_to(X[:1], X.shape)
    assert pith.select(same, y, "mim", 2) == pith.select(np.array(same), y, "mim", 2)
    column = np.broadcast_to(X[:, :1], X.shape)
    assert pith.select(column, y, "mim", 2) == pith.select(np.array(column), y, "mim", 2)
    core = _core.Columns({})
    with pytest.raises(ValueError, match="copy it first"):
        core.add_matrix(same, [f"x{i}" for i in range(X.shape[1])])


def test_a_table_that_changes_meanwhile_ends_no_process():
    """Nobody should, but whoever does must not lose the process: results or errors, no crash."""
    program = """
import threading, time
import numpy as np, pith

random = np.random.default_rng(0)
X = random.integers(0, 5, (30_000, 60)).astype({dtype!r})
y = np.arange(30_000) % 2
is_over = False

def change():
    while not is_over:
        X[:] = random.integers(0, 30_000)
        X[:] = random.integers(-5, 5, X.shape)

thread = threading.Thread(target=change)
thread.start()
end = time.monotonic() + 1
while time.monotonic() < end:
    for method in ("mim", "chi2", "relieff"):
        try:
            rows = 500 if method == "relieff" else 30_000
            pith.select(X[:rows], y[:rows], method, 5)
        except ValueError:
            pass
is_over = True
thread.join()
"""
    for dtype in ("int64", "float64"):
        command = [sys.executable, "-c", program.format(dtype=dtype)]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert (ended.returncode, ended.stderr) == (0, "")


def test_decimals_are_numbers_in_every_container(wine):
    X, y = wine
    texts = [[f"{value:.2f}" for value in column] for column in X[:, :4].T]
    names = ["a", "b", "c", "d"]
    columns = {name: list(map(decimal.Decimal, text)) for name, text in zip(names, texts)}
    floats = pandas.DataFrame({name: list(map(float, text)) for name, text in zip(names, texts)})
    expected = pith.select(floats, y, "gc-mi", 3)
    exact = pyarrow.decimal128(9, 2)
    for frame in (
        pandas.DataFrame(columns),
        polars.DataFrame(columns),
        pyarrow.table({name: pyarrow.array(columns[name], exact) for name in names}),
        pandas.DataFrame(columns).astype(pandas.ArrowDtype(exact)),
    ):
        assert pith.select(frame, y, "gc-mi", 3) == expected
