// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace linalg {

/// The matrix max(s_i, s_j), for products in O(n): over ascending s, element i of a product is
/// s_i (sum of x up to i) + (sum of s x beyond i). `s` is not owned and must outlive the matrix.
class MaxMatrix {
 public:
  explicit MaxMatrix(std::span<const double> s);

  void multiply(std::span<const double> x, std::span<double> out) const;

 private:
  std::span<const double> s_;
  std::vector<std::size_t> order_;
};

}  // namespace linalg
}  // namespace pith
