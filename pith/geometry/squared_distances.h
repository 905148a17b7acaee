// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/view.h"

namespace pith {
inline namespace geometry {

/// Squared Euclidean distances to a fixed set of rows, which is copied into strips. Each distance
/// is the sum of (a - b)^2 in the order of the columns, so that equal rows have equal distances,
/// and the bits are the same on every machine.
class SquaredDistances {
 public:
  /// The elements of a row must be contiguous.
  explicit SquaredDistances(const MatrixView<const double>& rows);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// The number of values written per queried row; those after rows() have no meaning.
  std::size_t stride() const { return strips_ * strip_rows; }
  /// The number of rows that are best queried together.
  static constexpr std::size_t block_rows = 64;

  /// Sets out[i * stride() + row] to the squared distance between row i of `queries` and that row.
  void measure(const MatrixView<const double>& queries, double* out) const;

 private:
  static constexpr std::size_t strip_rows = 16;

  std::size_t rows_;
  std::size_t columns_;
  std::size_t strips_;
  std::vector<double> packed_;  // [strip][column][row]
};

}  // namespace geometry
}  // namespace pith
