// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {
inline namespace geometry {

/// A row and other rows, ascending, whose differences from it have one weight.
struct RowRun {
  std::uint32_t row = 0;
  double weight = 0;
  std::span<const std::uint32_t> others;  ///< not owned
};

/// A tile of rows has this many features at most, and is padded to a multiple of `run_group`.
inline constexpr std::size_t run_features = 32;
inline constexpr std::size_t run_group = 8;

/// Tiles of aligned groups are faster, because no load spans two lines of the cache.
struct alignas(run_group * sizeof(double)) RunGroup {
  double values[run_group] = {};
};

/// The length of a row of a tile with so many features.
inline constexpr std::size_t padded_features(std::size_t features) {
  return (features + run_group - 1) / run_group * run_group;
}

/// Row-major values, padded to `width`, a multiple of `run_group` up to `run_features`.
struct PaddedTile {
  const double* values = nullptr;
  std::size_t rows = 0;
  std::size_t width = 0;
};

/// sums[f] += weight * sum |row_f - other_f| for f < width, run by run, the inner sum in the order
/// of the others. The rows are visited in blocks that stay in the first-level cache.
void add_run_differences(const PaddedTile& tile, std::span<const RowRun> runs, double* sums);
/// sums[f] += weight * the number of others that are unequal in f.
void add_run_inequalities(const PaddedTile& tile, std::span<const RowRun> runs, double* sums);

}  // namespace geometry
}  // namespace pith
