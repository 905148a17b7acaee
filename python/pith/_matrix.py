# SPDX-License-Identifier: Apache-2.0
"""Matrices, dense and sparse, as the core takes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from pith import _core
from pith._columns import is_sparse, plain, unsupported_type


def _is_plain_matrix(X: Any) -> bool:
    """Whether X is an array that scikit-learn would return as it is."""
    return type(X) is np.ndarray and X.ndim == 2 and X.size > 0 and X.dtype.kind in "biuf"


def checked_matrix(X: Any, estimator_name: str | None) -> Any:
    if _is_plain_matrix(X):
        return plain(X)
    from sklearn.utils.validation import check_array  # when needed: the import takes long

    if isinstance(X, np.ma.MaskedArray) and X.dtype.kind in "biuf":
        masked: Any = X.astype(np.float64)
        X = masked.filled(np.nan)  # scikit-learn would ignore the mask
    if is_sparse(X) and X.format in ("csr", "csc"):
        _as_checked_sparse(X)  # before SciPy converts it unchecked
    try:
        matrix = check_array(
            X,
            accept_sparse="csc",
            dtype="numeric",
            order=None,
            copy=False,
            ensure_all_finite=False,
            estimator=estimator_name,
            input_name="X",
        )
    except ValueError as error:
        if "strings" not in str(error) and "string to float" not in str(error):
            raise
        raise ValueError(
            f"{error}\nAn array must be numeric; pass X as a data frame, where columns of strings "
            "are categorical"
        ) from None
    if matrix.dtype.kind not in "biuf":
        raise unsupported_type("X", str(matrix.dtype))
    return matrix if is_sparse(matrix) else plain(matrix)


def _as_checked_sparse(matrix: Any) -> Any:
    """A new matrix of the same arrays, since SciPy sorts in place. Raises for invalid indices."""
    matrix = type(matrix)((matrix.data, matrix.indices, matrix.indptr), shape=matrix.shape)
    matrix.check_format(full_check=True)
    return matrix


def add_sparse(columns: _core.Columns, matrix: Any, names: list[str]) -> None:
    matrix = _as_checked_sparse(matrix)
    if not matrix.has_canonical_format:
        matrix = matrix.copy()  # the matrix of the user is not modified
        matrix.sum_duplicates()
    columns.add_sparse(
        matrix.indptr.astype(np.int64, copy=False),
        matrix.indices.astype(np.int32, copy=False),
        plain(matrix.data),
        matrix.shape[0],
        names,
    )
