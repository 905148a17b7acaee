// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "pith/geometry/difference_kernels.h"

namespace pith {
inline namespace geometry {

/// The whole numbers of a strip of rows, feature by feature, and the sum of each row, modulo 2^32.
struct GridStrip {
  const std::uint32_t* values = nullptr;
  const std::uint32_t* sums = nullptr;
};

/// out[x * stride + y] += (sum[f] |x_f - y_f|) >> shift for the rows x and y of two strips. The sum
/// must be below 2^32; it is 2 sum max(x, y) - sum x - sum y, modulo 2^32.
void add_grid_distances(const GridStrip& x, const GridStrip& y, std::size_t features, int shift,
                        std::uint32_t* out, std::size_t stride);

/// The sum of squared differences from `centre`, up to rounding, which depends on the instruction
/// set.
double grid_squares(const std::uint32_t* values, std::size_t size, double centre);

/// Writes the positions of the values up to `lower`, ascending, and returns their number. `places`
/// has room for `grid_padding` more than `size`. Values above `lower` and up to `upper` set
/// `is_between`.
inline constexpr std::size_t grid_padding = 16;
struct GridBounds {
  std::uint32_t lower = 0;
  std::uint32_t upper = 0;
};
std::size_t grid_places(const std::uint32_t* values, std::size_t size, const GridBounds& bounds,
                        std::uint32_t* places, bool& is_between);

}  // namespace geometry
}  // namespace pith
