// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// A column of truth values, each 0 or 1: a category with the levels `False` and `True`. Without
/// any value it is a numeric column of missing values. Truths under the mask are arbitrary.
Column column_of_truths(std::vector<std::uint8_t> truths, Mask missing = {});

}  // namespace pith
