// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/view.h"

namespace pith {
inline namespace linalg {

/// Orthonormal vectors of a growing space.
class OrthonormalBasis {
 public:
  explicit OrthonormalBasis(std::size_t rows) : rows_(rows) {}

  /// Makes room for this many vectors.
  void reserve(std::size_t count) { numbers_.reserve(count * rows_); }
  std::size_t size() const { return numbers_.size() / (rows_ == 0 ? 1 : rows_); }
  std::span<const double> vector(std::size_t i) const {
    return std::span(numbers_).subspan(i * rows_, rows_);
  }

  /// Removes the component of a vector within the space, twice, so that what is left of it is
  /// orthogonal to the space even where it is short. Returns its squared length. 8 n flops for each
  /// vector of the basis.
  double reduce(std::span<double> vector) const;

  /// Appends a vector that reduce() has reduced, divided by its length, which must not be 0.
  void append(std::span<const double> reduced);

 private:
  std::size_t rows_;
  std::vector<double> numbers_;
};

}  // namespace linalg
}  // namespace pith
