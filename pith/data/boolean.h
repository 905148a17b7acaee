// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/data/column.h"

namespace pith {

/// Whether a column is categorical and its levels are true and false, in any case.
bool is_boolean(const Column& column);

/// A boolean column as numbers: 0 for false, 1 for true. The mask is kept.
Column boolean_numbers(const Column& column);

}  // namespace pith
