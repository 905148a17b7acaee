// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/table.h"

namespace pith {

/// Reads a MATLAB file (version 4, 5 or 7.3), as `choose_arrays` describes: the matrix `X`, else
/// the largest, then each vector (a row or a column) of the same length under its own name, `y`
/// last. Real numbers and logicals, full or sparse; sparse ones become dense within the memory
/// limit. Text, cells, structures and arrays of more dimensions are skipped with a note, complex
/// numbers are rejected, and so is an `X` that cannot be read, or a `y` where `needs_y`. NaN is
/// missing.
///
/// Version 7.3 is HDF5, which is read with its library: read such files from trusted sources only.
Columns read_mat(Input& input, bool needs_y, const Context& context);

}  // namespace pith
