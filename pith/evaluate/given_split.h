// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"

namespace pith {

/// Removes the split column from the features and sets the plan's splitting to its folds: each
/// distinct value is a fold. If the values are "train" and "test" (in any case), there is one split
/// with these rows. Throws Error(bad_argument) if the column does not exist or is the target, and
/// Error(bad_data) if it has missing values or is the only feature.
Table with_given_split(const Table& table, const std::string& column, Plan& plan);

/// The same for a column of groups: rows of a group are tested together, in the folds of the plan.
Table with_groups(const Table& table, const std::string& column, Plan& plan);

/// The same for a column of times: numbers or dates. Training rows come before test rows. Throws
/// Error(bad_data) if the column holds text.
Table with_times(const Table& table, const std::string& column, Plan& plan);

}  // namespace pith
