// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"

namespace pith {

/// Removes the split column from the features and sets the plan's splitting to its folds: each
/// distinct value is a fold. If the values are "train" and "test" (in any case), there is one split
/// with these rows. Throws Error(bad_argument) if the column does not exist or is the target, and
/// Error(bad_data) if it has missing values.
Table with_given_split(const Table& table, const std::string& column, Plan& plan);

}  // namespace pith
