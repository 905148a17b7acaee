// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {

/// A Cholesky factor L L' of a symmetric matrix that gains and loses rows: O(n^2) each.
class CholeskyFace {
 public:
  std::size_t size() const { return rows_.size(); }
  void clear() { rows_.clear(); }

  /// Appends a row, `border` beside the diagonal and `corner` on it. False, and nothing happens,
  /// when the matrix would not be positive definite to working precision.
  bool append(std::span<const double> border, double corner);
  void remove(std::size_t place);
  /// The solution x of (L L') x = b.
  std::vector<double> solve(std::span<const double> b) const;

 private:
  std::vector<std::vector<double>> rows_;  // row i has i + 1 elements
};

}  // namespace pith
