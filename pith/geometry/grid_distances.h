// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/differences.h"
#include "pith/geometry/grid_kernels.h"

namespace pith {
inline namespace geometry {

/// Distances as defined by Differences, between numbers that are rounded to a grid of up to 2^25
/// steps. They are sums of whole numbers: their error is much smaller than that of sums in single
/// precision, for the same time and memory.
class GridDistances {
 public:
  /// Whether all features are numeric, without missing values.
  static bool suits(const Differences& differences);
  static std::uint64_t bytes(const Differences& differences);

  /// `differences` is not owned and must outlive this object. Throws Error(resources) if the copy
  /// exceeds the memory limit.
  GridDistances(const Differences& differences, const Context& context);

  std::size_t rows() const { return differences_.rows(); }
  /// The number of values that are written for one row, including padding.
  std::size_t stride() const { return strips_ * strip_rows; }
  /// The distance that one step of the grid stands for.
  double unit() const { return unit_; }
  /// A bound on |distance - unit() * found| for the distances of a row; may be infinite.
  double error(std::size_t row) const { return residuals_[row] + largest_error_; }

  /// out[(i - begin) * stride() + row] is the distance between row i of [begin, end) and `row`.
  /// `begin` is a multiple of strip_rows, and `out` has room for whole strips.
  void measure(std::size_t begin, std::size_t end, std::span<std::uint32_t> out,
               const Context& context) const;

 private:
  void pack(std::size_t slice, const Context& context);
  GridStrip strip(std::size_t slice, std::size_t strip) const;

  Reservation held_;
  const Differences& differences_;
  std::size_t strips_ = 0;
  std::vector<Differences::Slice> slices_;
  int bits_ = 0;   // of a value
  int shift_ = 0;  // of the distance in a slice, so that the sum over all slices is below 2^32
  double unit_ = 0;
  double largest_error_ = 0;                 // of a distance, except the residuals of its first row
  std::unique_ptr<std::uint32_t[]> packed_;  // [slice][strip][feature][row]
  std::vector<std::uint32_t> sums_;          // [slice][row]
  std::vector<double> residuals_;            // of each row: sum of |value - grid|
};

}  // namespace geometry
}  // namespace pith
