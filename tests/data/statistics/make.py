# SPDX-License-Identifier: Apache-2.0
"""Writes the files of this folder as SAS, Stata and SPSS have them (pip: pyreadstat, pandas)."""

import ctypes
import datetime
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyreadstat

FOLDER = Path(__file__).parent
DAY = datetime.date(2024, 2, 29)


def table() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "number": [0.5, np.nan, -3.25, 1e10],
            "small": np.array([1, 2, 1, 2], dtype=np.int8),
            "rated": [1.0, 5.0, 9.0, 1.0],
            "text": ["a", "", "\u00e9t\u00e9", "a"],
            "day": [DAY, datetime.date(1960, 1, 1), None, datetime.date(1899, 12, 31)],
            "moment": [
                datetime.datetime(2024, 2, 29, 12, 0),
                None,
                datetime.datetime(1970, 1, 1, 6, 0),
                datetime.datetime(1955, 5, 5, 18, 0),
            ],
        }
    )


def write_sas(path: Path) -> None:
    """A .sas7bdat file of a number and a text, by Debian's libreadstat: pyreadstat writes none."""
    library = ctypes.CDLL("libreadstat.so.1")
    for name in "writer_init", "add_variable":
        getattr(library, f"readstat_{name}").restype = ctypes.c_void_p
    pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double
    with path.open("wb") as file:

        @ctypes.CFUNCTYPE(ctypes.c_ssize_t, pointer, ctypes.c_size_t, pointer)
        def write(data, size, _):
            return os.write(file.fileno(), ctypes.string_at(data, size))

        writer = pointer(library.readstat_writer_init())
        library.readstat_set_data_writer(writer, write)
        kinds = (b"number", 5, 8), (b"text", 0, 8), (b"day", 5, 8)
        variables = [
            pointer(library.readstat_add_variable(writer, text(n), kind, ctypes.c_size_t(size)))
            for n, kind, size in kinds
        ]
        library.readstat_variable_set_format(variables[2], text(b"DATE9"))
        rows = ((0.5, b"a", 0.0), (None, b"", 60.0), (-3.25, b"b", -1.0))
        library.readstat_begin_writing_sas7bdat(writer, None, ctypes.c_long(len(rows)))
        for values in rows:
            library.readstat_begin_row(writer)
            for variable, value in zip(variables, values, strict=True):
                if value is None:
                    library.readstat_insert_missing_value(writer, variable)
                elif isinstance(value, bytes):
                    library.readstat_insert_string_value(writer, variable, text(value))
                else:
                    library.readstat_insert_double_value(writer, variable, number(value))
            library.readstat_end_row(writer)
        library.readstat_end_writing(writer)
        library.readstat_writer_free(writer)


if __name__ == "__main__":
    write_sas(FOLDER / "table.sas7bdat")
    labels = {"small": {1: "no", 2: "yes", 3: "maybe"}, "rated": {1.0: "bad", 5.0: "good"}}
    pyreadstat.write_sav(
        table(),
        str(FOLDER / "table.sav"),
        variable_value_labels=labels,
        missing_ranges={"rated": [{"lo": 9, "hi": 9}]},
    )
    pyreadstat.write_sav(table(), str(FOLDER / "table.zsav"), compress=True)
    pyreadstat.write_dta(table(), str(FOLDER / "table.dta"), variable_value_labels=labels)
    pyreadstat.write_xport(table(), str(FOLDER / "table.xpt"), file_format_version=8)
    ascii_table = table().assign(text=["a", "", "b", "a"])
    pyreadstat.write_por(ascii_table, str(FOLDER / "table.por"))
