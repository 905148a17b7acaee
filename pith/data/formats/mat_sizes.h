// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"

namespace pith {

/// Checks the sizes that a MATLAB file of version 4 or 5 declares against the bytes that are really
/// there, before libmatio allocates what they say. Throws Error(bad_data) for sizes that cannot be,
/// and Error(resources) where a list of the variables and their parts does not fit in memory; the
/// result holds its memory. Files of version 7.3 are HDF5, whose library checks them.
Reservation check_mat_sizes(const Input& input, const Context& context);

}  // namespace pith
