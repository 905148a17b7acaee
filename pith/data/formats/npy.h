// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/table.h"

namespace pith {

/// Reads an NPY array (versions 1.0, 2.0, 3.0; booleans, integers, floats of 2, 4 or 8 bytes, any
/// byte order, C or Fortran order, one or two dimensions): columns `f0`, `f1`, ... One-dimensional
/// text becomes codes. NaN is missing, an infinite value an error, and so is a 64-bit integer that
/// a double cannot hold exactly. Python objects are refused. Nothing is allocated before shape and
/// size of the file agree.
Columns read_npy(Input& input, const Context& context);

/// Reads the arrays of an NPZ file (a ZIP archive, stored or deflated) as `choose_arrays` says: the
/// matrix `X`, then each one-dimensional array of the same length under its own name, `y` last.
Columns read_npz(Input& input, const Context& context);

}  // namespace pith
