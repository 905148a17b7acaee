// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace linalg {

/// The Cholesky factorisation L L' of a symmetric matrix, updated in O(n^2) when a row and column
/// is added or removed.
class CholeskyFace {
 public:
  std::size_t size() const { return rows_.size(); }
  void clear() { rows_.clear(); }

  /// Appends a row with `border` left of the diagonal and `corner` on it. Returns false and changes
  /// nothing if the matrix would not be positive definite to working precision.
  bool append(std::span<const double> border, double corner);
  void remove(std::size_t place);
  /// The solution x of (L L') x = b.
  std::vector<double> solve(std::span<const double> b) const;

 private:
  std::vector<std::vector<double>> rows_;  // row i has i + 1 elements
};

}  // namespace linalg
}  // namespace pith
