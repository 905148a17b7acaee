// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/assert.h"

namespace pith {
inline namespace linalg {

/// Eigenvalues and eigenvectors of a symmetric matrix that grows by one row and column at a time.
/// The matrix itself is not stored and need not be definite. The errors of the values, and of the
/// matrix that values and vectors represent, are a few epsilon times its norm and hardly
/// accumulate; the vectors stay orthogonal to working precision. All elements and eigenvalues must
/// be finite.
class Eigensystem {
 public:
  Eigensystem() = default;
  /// Starts from a known system: ascending values, and their unit vectors one after the other.
  Eigensystem(std::vector<double> values, std::vector<double> vectors)
      : values_(std::move(values)), vectors_(std::move(vectors)) {
    PITH_ASSERT(vectors_.size() == values_.size() * values_.size());
  }

  std::size_t size() const { return values_.size(); }
  /// Ascending.
  std::span<const double> values() const { return values_; }
  /// The unit eigenvector of values()[k]. The vectors are contiguous in memory.
  std::span<const double> vector(std::size_t k) const {
    PITH_ASSERT(k < size());
    return std::span(vectors_).subspan(k * size(), size());
  }

  /// Appends a column with `border` above the diagonal and `corner` on it, and the same row. Costs
  /// one product of matrices of this size: 2 n^3 flops, fewer where eigenvalues repeat.
  void grow(std::span<const double> border, double corner);

 private:
  void sort();

  std::vector<double> values_;
  std::vector<double> vectors_;  // row k is vector k
  std::vector<double> next_;     // scratch for the next vectors
};

}  // namespace linalg
}  // namespace pith
