// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/formats/npy_array.h"
#include "pith/data/input.h"
#include "pith/data/table.h"

namespace pith {

/// Reads an NPY array (versions 1.0, 2.0, 3.0; booleans, integers, floats of 2, 4 or 8 bytes, any
/// byte order, C or Fortran order, one or two dimensions): columns `f0`, `f1`, ... One-dimensional
/// text becomes codes. NaN is missing. An infinite value is an error, and so is a 64-bit integer
/// that does not fit exactly in a double. Python objects are rejected. Nothing is allocated before
/// the shape was checked against the size of the file.
Columns read_npy(Input& input, const Context& context);

/// The header of an NPY file, whose size is checked against it.
NpyHeader read_npy_file_header(Input& input);

/// Reads the arrays of an NPZ file (a ZIP archive, stored or deflated) as `choose_arrays`
/// describes: the matrix `X`, then each one-dimensional array of the same length under its own
/// name, `y` last.
Columns read_npz(Input& input, const Context& context);

}  // namespace pith
