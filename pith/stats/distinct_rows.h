// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/data/table.h"

namespace pith {

/// How many rows of each class differ in these features, which are numbers: a row that stands there
/// twice spans no more than one. Counts up to `most` for each class and stops when all have
/// reached it. Rows are told apart by 64-bit hashes.
std::vector<std::size_t> distinct_rows(const Table& table, std::span<const Feature> features,
                                       std::size_t most);

}  // namespace pith
