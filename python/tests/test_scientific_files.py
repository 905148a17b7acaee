# SPDX-License-Identifier: Apache-2.0
"""AnnData, HDF5, SPSS, Stata and SAS files give the selection of the same table as CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_file_forms import TABLES, selections, write_csv

import pith

pd = pytest.importorskip("pandas")


def chosen(read: pith.Table) -> list[Any]:
    """Positions and scores of what is selected: names depend on the form."""
    return [
        [(each["index"], each["score"]) for each in document["selected"]]
        for document in selections(read)
    ]


@pytest.mark.parametrize("form", ["dense", "csr_matrix", "csc_matrix"])
def test_anndata_gives_the_bits_of_csv(form: str, tmp_path: Path) -> None:
    anndata = pytest.importorskip("anndata")
    sparse = pytest.importorskip("scipy.sparse")
    table = TABLES["cancer"]()
    matrix = np.array([*table.columns.values()], float).T
    cells = anndata.AnnData(
        matrix if form == "dense" else getattr(sparse, form)(matrix),
        obs=pd.DataFrame({"batch": 1, "y": table.y}, index=[f"c{i}" for i in range(len(matrix))]),
        var=pd.DataFrame(index=[*table.columns]),
    )
    cells.write_h5ad(tmp_path / "t.h5ad", compression="gzip")
    found = pith.read(tmp_path / "t.h5ad", target="y")
    assert found.features == len(table.columns)
    assert selections(found) == selections(pith.read(write_csv(table, tmp_path)))


def test_hdf5_gives_the_bits_of_csv(tmp_path: Path) -> None:
    h5py = pytest.importorskip("h5py")
    table = TABLES["cancer"]()
    with h5py.File(tmp_path / "t.h5", "w") as file:
        matrix = np.array([*table.columns.values()], float).T
        file.create_dataset("X", data=matrix, chunks=(50, 7), compression="gzip", shuffle=True)
        file["y"] = table.y
    expected = chosen(pith.read(write_csv(table, tmp_path)))
    assert chosen(pith.read(tmp_path / "t.h5")) == expected


@pytest.mark.parametrize("extension", ["sav", "zsav", "dta", "xpt"])
def test_statistics_files_give_the_bits_of_csv(extension: str, tmp_path: Path) -> None:
    pyreadstat = pytest.importorskip("pyreadstat")
    table = TABLES["cancer"]()
    frame = pd.DataFrame({**table.columns, "y": table.y})
    path = str(tmp_path / f"t.{extension}")
    match extension:
        case "dta":
            pyreadstat.write_dta(frame, path)
        case "xpt":
            # Its numbers have another exponent and lose the last bits.
            pyreadstat.write_xport(frame.round(2), path, file_format_version=8)
        case _:
            pyreadstat.write_sav(frame, path, compress=extension == "zsav")
    found = pith.read(path)
    assert found.rows == len(frame) and found.features == len(table.columns)
    if extension != "xpt":
        assert selections(found) == selections(pith.read(write_csv(table, tmp_path)))
