# SPDX-License-Identifier: Apache-2.0
"""Writes the HDF5 files of this folder (pip: h5py, anndata)."""

from pathlib import Path

import h5py
import numpy as np

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


if __name__ == "__main__":
    matlab_file(FOLDER / "v73.mat")
