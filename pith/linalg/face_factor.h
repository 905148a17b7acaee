// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace linalg {

/// The Cholesky factorisation L L' of a symmetric positive definite matrix, updated in O(n^2) when
/// a row and column is added or removed, or when the matrix loses an outer product. Rotations keep
/// its precision through any number of updates; only the loss of an outer product that leaves the
/// matrix nearly singular costs digits.
class FaceFactor {
 public:
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }

  /// Appends a row with `border` left of the diagonal and `corner` on it. Returns false and changes
  /// nothing if the matrix would not be positive definite to working precision; then
  /// `combination()` says how the rows combine to the new one.
  bool append(std::span<const double> border, double corner);
  /// The solution of (matrix) u = border, after an append that returned false.
  std::span<const double> combination() const { return {product_.data(), size_}; }
  /// Later rows move up.
  void remove(std::size_t place);
  /// The matrix loses x x'. Returns false and changes nothing if it would not stay positive
  /// definite.
  bool downdate(std::span<const double> x);
  /// Solves (matrix) out = in.
  void solve(std::span<const double> in, std::span<double> out) const;

 private:
  double* row(std::size_t i) { return &numbers_[i * stride_]; }
  const double* row(std::size_t i) const { return &numbers_[i * stride_]; }
  void reserve(std::size_t size);
  /// out = L^-1 in and out = L'^-1 out.
  void solve_lower(std::span<const double> in, std::span<double> out) const;
  void solve_upper(std::span<double> out) const;
  /// Rotates the pairs (0, 1), (1, 2), ... of columns from `begin` to `end` of some rows.
  void rotate(std::span<double* const> rows, std::size_t begin, std::size_t end) const;

  std::size_t size_ = 0;
  std::size_t stride_ = 0;
  std::vector<double> numbers_;  // row i has i + 1 elements
  std::vector<double> product_;
  std::vector<double> cosines_;
  std::vector<double> sines_;
};

}  // namespace linalg
}  // namespace pith
