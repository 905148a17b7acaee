// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/view.h"

namespace pith {

/// Squared Euclidean distances to rows that are known beforehand, from a copy of them in strips.
/// Each is the sum of (a - b)^2 in the order of the columns and nothing else, so equal rows are
/// equally far, and the bits are the same on every machine.
class SquaredDistances {
 public:
  /// The elements of a row lie side by side.
  explicit SquaredDistances(const MatrixView<const double>& rows);

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  /// Room for the distances of one row: so many are written, the last of them without meaning.
  std::size_t stride() const { return strips_ * strip_rows; }
  /// As many rows as should be asked for together.
  static constexpr std::size_t block_rows = 64;

  /// out[i * stride() + row] is the squared distance of row i of `asked` to a row.
  void measure(const MatrixView<const double>& asked, double* out) const;

 private:
  static constexpr std::size_t strip_rows = 16;

  std::size_t rows_;
  std::size_t columns_;
  std::size_t strips_;
  std::vector<double> packed_;  // [strip][column][row]
};

}  // namespace pith
