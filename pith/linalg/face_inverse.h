// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace linalg {

/// The inverse of a symmetric positive definite matrix, updated in O(n^2) when a row and column is
/// added or removed, or when the matrix loses an outer product. Updates round, so it serves to
/// solve systems approximately; an iteration with the matrix itself must finish.
class FaceInverse {
 public:
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }

  /// Appends a row with `border` left of the diagonal and `corner` on it. Returns false and changes
  /// nothing if the matrix would not be positive definite to working precision; then
  /// `combination()` says how the rows combine to the new one.
  bool append(std::span<const double> border, double corner);
  /// The solution of (matrix) u = border of the last append.
  std::span<const double> combination() const { return {product_.data(), size_}; }
  /// The last row and column take the place of the removed one.
  void remove(std::size_t place);
  /// The matrix loses x x'. Returns false and changes nothing if it would not stay positive
  /// definite.
  bool downdate(std::span<const double> x);
  /// out = inverse * in.
  void apply(std::span<const double> in, std::span<double> out) const;

 private:
  double* row(std::size_t i) { return &numbers_[i * stride_]; }
  void reserve(std::size_t size);
  /// Adds factor * v v'.
  void add_outer(std::span<const double> v, double factor);

  std::size_t size_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> numbers_;
  std::vector<double> product_;
  mutable std::vector<const double*> rows_;
  mutable std::vector<double> negated_;
};

}  // namespace linalg
}  // namespace pith
