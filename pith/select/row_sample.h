// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/table.h"

// Internal: the rows of Request::rows. Nothing outside select/ includes this.
namespace pith::select_internal {

/// How many of `wanted` rows each class gets: in proportion to its rows, by largest remainders, but
/// at least two rows or all it has, or at least one where there are too few for that. `wanted` is
/// at least the number of classes that have rows and at most the number of rows.
std::vector<std::size_t> sample_sizes(const std::vector<std::size_t>& rows_of_class,
                                      std::size_t wanted);

/// `wanted` rows in ascending order, drawn by the seed without replacement, from each class as many
/// as sample_sizes() says, or from all rows without a target. Throws Error(bad_argument) if there
/// are more classes than rows wanted.
std::vector<std::size_t> sample_of_rows(const Table& table, std::size_t wanted, std::uint64_t seed);

}  // namespace pith::select_internal
