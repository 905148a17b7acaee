// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace pith {
inline namespace linalg {

/// The number of features in a strip, and so of numbers in a row of a strip.
inline constexpr std::size_t strip_width = 24;
/// The number of pivots that are multiplied with a strip together.
inline constexpr std::size_t pivot_group = 4;

/// Pivots in groups of pivot_group: row r of group g begins at data[g * stride + r * pivot_group].
struct PivotGroups {
  const double* data = nullptr;
  std::size_t count = 0;   ///< number of groups
  std::size_t stride = 0;  ///< in numbers
};

/// out[p * stride + f] += sum over the rows r of pivot p times feature f of the strip, in double.
/// Every sum is accumulated separately, in the order of the rows, so it depends neither on the
/// number of pivots nor on the width of the vectors.
void add_products(const double* strip, const PivotGroups& pivots, std::size_t rows, double* out,
                  std::size_t stride);
void add_products(const float* strip, const PivotGroups& pivots, std::size_t rows, double* out,
                  std::size_t stride);

/// outs[b][j] -= factors[r * outs.size() + b] * rows[r][j] for r = 0, 1, ... in this order, and all
/// j in [begin, end), for at most pivot_group outs. Each number is updated separately:
/// two calls give the same bits as one, alone or with others.
void subtract_products(std::span<const double* const> rows, const double* factors,
                       std::span<double* const> outs, std::size_t begin, std::size_t end);

}  // namespace linalg
}  // namespace pith
