# SPDX-License-Identifier: Apache-2.0
"""Writes the HDF5 files of this folder (pip: h5py, anndata)."""

from pathlib import Path

import anndata
import h5py
import numpy as np
import pandas as pd
from scipy import sparse

FOLDER = Path(__file__).parent


def matlab_file(path: Path) -> None:
    """A file as MATLAB writes version 7.3: HDF5 after a header, extents in reverse order."""
    with h5py.File(path, "w", userblock_size=512, libver="earliest") as file:

        def add(name, values, matlab_class, **options):
            dataset = file.create_dataset(name, data=values, **options)
            dataset.attrs["MATLAB_class"] = np.bytes_(matlab_class)
            return dataset

        x = np.array([[1.0, 4.0], [2.0, np.nan], [3.0, 6.0]])
        add("X", x.T, "double", chunks=(1, 2), compression="gzip")
        add("y", np.array([[0], [1], [1]], dtype=np.int8), "int8")
        add("truth", np.array([[1, 0, 1]], dtype=np.uint8), "logical")
        add("name", np.array([[109], [101]], dtype=np.uint16), "char")
        add("cube", np.zeros((2, 2, 2)), "double")
        add("none", np.array([0, 0], dtype=np.uint64), "double").attrs["MATLAB_empty"] = np.uint8(1)
        group = file.create_group("record")
        group.attrs["MATLAB_class"] = np.bytes_("struct")
        sparse = file.create_group("sparse")
        sparse.attrs["MATLAB_class"] = np.bytes_("double")
        sparse.attrs["MATLAB_sparse"] = np.uint64(3)
        sparse["ir"] = np.array([2], dtype=np.uint64)
        sparse["jc"] = np.array([0, 1], dtype=np.uint64)
        sparse["data"] = np.array([5.0])
    header = b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM"
    with path.open("r+b") as file:
        file.write(header)


def cells(matrix) -> anndata.AnnData:
    """Eight cells and five genes, with every kind of column in obs."""
    obs = pd.DataFrame(
        {
            "cell_type": pd.Categorical(
                ["T", "B", "T", None, "B", "T", "B", "T"], categories=["unused", "T", "B"]
            ),
            "donor": ["d1", "d2", "d1", "d2", "d1", "d2", "d1", "d2"],
            "age": np.array([31, 42, 31, 42, 31, 42, 31, 42], dtype=np.int32),
            "score": np.array([0.5, np.nan, 1.5, 2, 2.5, 3, 3.5, 4], dtype=np.float32),
            "is_dead": [True, False, True, False, True, False, True, False],
            "count": pd.array([1, None, 3, 4, 5, 6, 7, 8], dtype="Int64"),
            "is_kept": pd.array([True, None] * 4, dtype="boolean"),
            "cluster": pd.Categorical([2, 1, 2, 1, 10, 10, 2, 1]),
        },
        index=[f"cell{i}" for i in range(8)],
    )
    var = pd.DataFrame(index=["CD3D", "CD19", "MS4A1", "NKG7", "LYZ"])
    return anndata.AnnData(matrix, obs=obs, var=var)


def counts() -> np.ndarray:
    values = np.arange(40, dtype=np.float32).reshape(8, 5) % 7
    values[values < 3] = 0
    return values


def cell_files() -> None:
    dense = cells(counts())
    dense.layers["log"] = np.log1p(counts()).astype(np.float64)
    dense.layers["by_columns"] = sparse.csc_matrix(counts())
    dense.layers["by_rows"] = sparse.csr_matrix(counts())
    dense.raw = cells(2 * counts())
    dense.write_h5ad(FOLDER / "cells.h5ad")


def odd_cells() -> None:
    """An AnnData file whose gene `a` is also a column of obs, and with odd sparse layers."""
    with h5py.File(FOLDER / "odd.h5ad", "w") as file:
        file["X"] = np.array([[1, 2], [3, 4]], dtype=np.float32)
        for frame, index, columns in (("var", ["a", "b"], []), ("obs", ["c0", "c1"], ["a"])):
            file[f"{frame}/_index"] = np.array(index, dtype=object)
            file[frame].attrs["_index"] = "_index"
            file[frame].attrs["column-order"] = np.array(columns, dtype=h5py.string_dtype())
        file["obs/a"] = np.array(["x", "y"], dtype=object)

        def add(name, values, indices, starts, shape):
            group = file.create_group(f"layers/{name}")
            group.attrs["encoding-type"] = "csr_matrix"
            group.attrs["shape"] = np.array(shape, dtype=np.int64)
            group["data"] = values
            group["indices"] = np.array(indices, dtype=np.int32)
            group["indptr"] = np.array(starts, dtype=np.int64)

        numbers = np.array([1, 2, 4], dtype=np.float32)
        add("twice", numbers, [1, 1, 0], [0, 2, 3], [2, 2])
        add("small", np.array([100, 100], dtype=np.int8), [1, 1], [0, 2, 2], [2, 2])
        add("truths", np.array([True, True]), [1, 1], [0, 2, 2], [2, 2])
        add("negative", numbers, [1, -1, 0], [0, 2, 3], [2, 2])
        add("start", numbers, [1, 0, 0], [-1, 2, 3], [2, 2])
        add("shape", numbers, [1, 0, 0], [0, 2, 3], [-1, 2])


def plain_files() -> None:
    with h5py.File(FOLDER / "arrays.h5", "w") as file:
        file.create_dataset("X", data=counts(), chunks=(3, 2), compression="gzip")
        file["y"] = np.array(["a", "b"] * 4, dtype=object)
        file["fixed"] = np.array([b"x", b"yy"] * 4)
        file["more/truths"] = np.array([True, False] * 4)
        file["more/half"] = np.arange(8, dtype=np.float16)
        file["more/big"] = np.arange(8, dtype=">i2")
        file["cube"] = np.zeros((2, 2, 2))
    with h5py.File(FOLDER / "lzf.h5", "w") as file:
        file.create_dataset("X", data=counts(), chunks=(3, 2), compression="lzf")
    with h5py.File(FOLDER / "records.h5", "w") as file:
        file["table"] = np.zeros(3, dtype=[("a", "<f8"), ("b", "<i4")])


def skipped_files() -> None:
    """Files whose X or y cannot be read."""
    with h5py.File(FOLDER / "enum.h5", "w") as file:
        file["X"] = np.arange(6.0).reshape(3, 2)
        kind = h5py.enum_dtype({"a": 0, "b": 1}, basetype="i1")
        file.create_dataset("y", data=np.array([0, 1, 0]), dtype=kind)
        file["z"] = np.array([0, 1, 1])
    with h5py.File(FOLDER / "chunk.h5", "w") as file:
        space = file.create_dataset(
            "X", (3, 2), maxshape=(None, 2), chunks=(1 << 20, 2), dtype="f8", compression="gzip"
        )
        space[:] = 1
    with h5py.File(FOLDER / "complex.h5", "w") as file:
        file["X"] = np.zeros((3, 2), dtype=np.complex128)
        file["y"] = np.array([0, 1, 0])
        file["z"] = np.array([0, 1, 1])


if __name__ == "__main__":
    matlab_file(FOLDER / "v73.mat")
    cell_files()
    odd_cells()
    plain_files()
    skipped_files()
