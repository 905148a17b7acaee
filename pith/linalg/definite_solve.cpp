// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/definite_solve.h"

#include <cmath>

#include "pith/base/assert.h"
#include "pith/linalg/vector_kernels.h"

namespace pith {
inline namespace linalg {
namespace {

/// A pivot is 0 below this share of the diagonal element that it is the rest of.
constexpr double min_pivot = 1e-13;

}  // namespace

void solve_definite(std::span<double> matrix, std::span<double> right, const Context& context) {
  const std::size_t size = right.size();
  PITH_ASSERT(matrix.size() == size * size);
  const auto row = [&](std::size_t i) { return matrix.data() + i * size; };
  for (std::size_t i = 0; i < size; ++i) {
    context.check_cancelled();
    double* const own = row(i);
    for (std::size_t j = 0; j < i; ++j) {
      const double pivot = row(j)[j];
      own[j] = pivot > 0 ? (own[j] - dot(own, row(j), j)) / pivot : 0;
    }
    const double rest = own[i] - dot(own, own, i);
    own[i] = rest > min_pivot * own[i] ? std::sqrt(rest) : 0;
  }
  for (std::size_t i = 0; i < size; ++i) {
    const double pivot = row(i)[i];
    right[i] = pivot > 0 ? (right[i] - dot(row(i), right.data(), i)) / pivot : 0;
  }
  for (std::size_t i = size; i-- > 0;) {
    const double pivot = row(i)[i];
    right[i] = pivot > 0 ? right[i] / pivot : 0;
    add_multiple(-right[i], row(i), right.data(), i);
  }
}

}  // namespace linalg
}  // namespace pith
