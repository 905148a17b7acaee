// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/typed_columns.h"

namespace pith {

/// Reads a file of SAS, Stata or SPSS with libreadstat.
TypedColumns read_statistics_file(const Input& input, Format format, const Context& context);

}  // namespace pith
