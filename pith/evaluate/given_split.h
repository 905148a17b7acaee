// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"

namespace pith {

/// Takes the column that says how to split out of the features and into the plan, whose splitting
/// is then by given folds: each value of the column is one. Where its values are train and test, in
/// whatever case, only test is tested. Throws Error(bad_argument) where there is no such feature,
/// and Error(bad_data) where it does not speak of every row.
Table with_given_split(const Table& table, const std::string& column, Plan& plan);

}  // namespace pith
