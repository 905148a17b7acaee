# SPDX-License-Identifier: Apache-2.0
"""HDF5 and Stata files for the memory battery, written by the libraries that pith loads."""

import array
import ctypes
import os

POINTER, TEXT = ctypes.c_void_p, ctypes.c_char_p
IDENTIFIER, SIZE = ctypes.c_int64, ctypes.c_uint64


def hdf5(path, rows, columns, chunk=None):
    """X of 32-bit floats and y; `chunk` is the rows and columns of chunks compressed by gzip."""
    library = ctypes.CDLL("libhdf5_serial.so.103")
    for name in "H5Fcreate", "H5Screate_simple", "H5Pcreate", "H5Dcreate2":
        getattr(library, name).restype = IDENTIFIER
    library.H5open()

    def constant(name):
        return IDENTIFIER.in_dll(library, name)

    file = IDENTIFIER(library.H5Fcreate(TEXT(os.fsencode(path)), 2, IDENTIFIER(0), IDENTIFIER(0)))

    def add(name, extents, values, chunks):
        space = IDENTIFIER(
            library.H5Screate_simple(len(extents), (SIZE * len(extents))(*extents), None)
        )
        settings = IDENTIFIER(library.H5Pcreate(constant("H5P_CLS_DATASET_CREATE_ID_g")))
        if chunks:
            library.H5Pset_chunk(settings, len(chunks), (SIZE * len(chunks))(*chunks))
            library.H5Pset_deflate(settings, 1)
        kind = constant("H5T_NATIVE_FLOAT_g")
        none = IDENTIFIER(0)
        dataset = IDENTIFIER(
            library.H5Dcreate2(file, TEXT(name), kind, space, none, settings, none)
        )
        where = POINTER(values.buffer_info()[0])
        library.H5Dwrite(dataset, kind, none, none, none, where)
        library.H5Dclose(dataset)

    numbers = array.array("f", [0.25 * (i * 37 % 101) for i in range(rows * columns)])
    add(b"X", (rows, columns), numbers, chunk)
    add(b"y", (rows,), array.array("f", [i % 2 for i in range(rows)]), None)
    library.H5Fclose(file)


def stata(path, rows, columns):
    """Doubles; the last column has the classes."""
    library = ctypes.CDLL("libreadstat.so.1")
    for name in "writer_init", "add_variable":
        getattr(library, f"readstat_{name}").restype = POINTER
    with open(path, "wb") as file:

        @ctypes.CFUNCTYPE(ctypes.c_ssize_t, POINTER, ctypes.c_size_t, POINTER)
        def write(data, size, _):
            return file.write(ctypes.string_at(data, size))

        writer = POINTER(library.readstat_writer_init())
        library.readstat_set_data_writer(writer, write)
        double = 5
        variables = [
            POINTER(
                library.readstat_add_variable(
                    writer, TEXT(f"v{i}".encode()), double, ctypes.c_size_t(8)
                )
            )
            for i in range(columns)
        ]
        library.readstat_begin_writing_dta(writer, None, ctypes.c_long(rows))
        for row in range(rows):
            library.readstat_begin_row(writer)
            for i, variable in enumerate(variables):
                value = row % 2 if i + 1 == columns else 0.25 * ((row + i * 37) % 101)
                library.readstat_insert_double_value(writer, variable, ctypes.c_double(value))
            library.readstat_end_row(writer)
        library.readstat_end_writing(writer)
        library.readstat_writer_free(writer)
