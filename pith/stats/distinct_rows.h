// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/table.h"

namespace pith {
inline namespace stats {

/// The number of distinct rows of each class in these features, which must be numeric. Duplicate
/// rows do not raise the rank of a scatter matrix. Counts up to `max_count` for each class and
/// stops when all have reached it. Rows are compared by 64-bit hashes.
std::vector<std::size_t> distinct_rows(const Table& table, std::span<const Feature> features,
                                       std::size_t max_count);
/// The memory that it takes.
std::uint64_t distinct_rows_bytes(const Table& table, std::size_t max_count);

}  // namespace stats
}  // namespace pith
