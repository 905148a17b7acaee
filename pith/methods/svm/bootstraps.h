// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/table.h"

namespace pith {
inline namespace families {

/// A resample of the rows of a table, with repetition and of the same size.
struct Bootstrap {
  std::vector<std::size_t> rows;  ///< ascending
  std::size_t redrawn = 0;        ///< how often a class was missing
  bool is_by_class = false;       ///< as many rows of each class as in the table
};

/// Draws resample `index` under a seed. Resamples without a row of some class are drawn again, at
/// most `max_redraws` times; then rows are drawn from each class by itself.
Bootstrap bootstrap(const Table& table, std::uint64_t seed, std::uint64_t index);

inline constexpr std::size_t max_redraws = 20;

}  // namespace families
}  // namespace pith
