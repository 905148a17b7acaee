// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace pith {
inline namespace measure {

/// Pairs are processed in groups of this many.
inline constexpr std::size_t pair_group = 8;

/// The pairs of one row with `count` consecutive rows, and the columns that measure their
/// distances. `count` is a multiple of pair_group; columns can be read that far.
struct PairStrip {
  const double* const* columns = nullptr;
  std::size_t size = 0;  ///< number of columns
  std::size_t row = 0;
  std::size_t begin = 0;  ///< the first of the other rows
  std::size_t count = 0;
  const double* weights = nullptr;  ///< of the pairs
};

/// sums[c * pair_group + lane] += weight * exp(-factor * D) over the pairs, with D the squared
/// distance in all columns but c. D is a sum of what comes before c and what comes after it:
/// nothing is subtracted, so a column of large numbers does not spoil the others. `rest` is room
/// for size * count numbers.
void add_without_each(const PairStrip& strip, double factor, double* rest, double* sums);

/// sums[c * pair_group + lane] += weight * exp(-D / (2 (c + 1))) over the pairs, with D the squared
/// distance in the columns up to c. `total` is room for count numbers.
void add_nested(const PairStrip& strip, double* total, double* sums);

/// values[i] = exp(-values[i]) for values that are not negative; count is a multiple of pair_group.
/// The relative error is below 1e-15; below exp(-708) all are alike.
void negative_exponentials(double* values, std::size_t count);

}  // namespace measure
}  // namespace pith
