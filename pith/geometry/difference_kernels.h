// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace pith {
inline namespace geometry {

/// Two rows with their distance or their weight.
struct RowPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double value = 0;
};

/// The number of rows in a strip, in which the values of these rows are adjacent, feature by
/// feature.
inline constexpr std::size_t strip_rows = 16;

/// out[x * stride + y] += sum[f] 2 max(x_f, y_f) for the rows x and y of two strips. With the sums
/// of both rows this is their distance, sum |x - y| = sum 2 max(x, y) - x - y, for two operations
/// per term. The sum is taken in the precision of the strips.
void add_twice_larger(const float* x, const float* y, std::size_t features, double* out,
                      std::size_t stride);
void add_twice_larger(const double* x, const double* y, std::size_t features, double* out,
                      std::size_t stride);

/// out[x * stride + y] += the number of features in which rows of two strips differ.
void add_unequal(const float* x, const float* y, std::size_t features, double* out,
                 std::size_t stride);
void add_unequal(const double* x, const double* y, std::size_t features, double* out,
                 std::size_t stride);

/// Row-major values.
struct RowTile {
  const double* values = nullptr;
  std::size_t features = 0;
};

/// value += sum |a - b|, for each pair of rows.
void add_pair_distances(const RowTile& tile, std::span<RowPair> pairs);
/// sums[f] += value |a_f - b_f|, pair by pair.
void add_pair_differences(const RowTile& tile, std::span<const RowPair> pairs, double* sums);
/// sums[f] += value where a_f and b_f are unequal, pair by pair.
void add_pair_inequalities(const RowTile& tile, std::span<const RowPair> pairs, double* sums);

/// Writes the positions of the values that are at most `bound`, ascending, and returns their
/// number.
std::size_t places_within(const double* values, std::size_t size, double bound,
                          std::uint32_t* places);

}  // namespace geometry
}  // namespace pith
