// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/table.h"

namespace pith {

/// Reads a MATLAB file (version 4, 5 or 7.3) with libmatio, as `choose_arrays` says: the matrix
/// `X`, else the largest, then each vector (a row or a column) of the same length under its own
/// name, `y` last. Real numbers and logicals, full or sparse; sparse ones become dense within the
/// memory limit. Text, cells, structures and arrays of more dimensions are left out with a note,
/// complex numbers are refused. NaN is missing.
///
/// libmatio and HDF5 keep state of their own per process: the first call makes libmatio's messages
/// silent for good, and calls wait for each other. They are also less strict about damaged files
/// than the readers of this library: read MATLAB files from sources that you trust.
Columns read_mat(Input& input, const Context& context);

}  // namespace pith
