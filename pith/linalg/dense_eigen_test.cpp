// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/dense_eigen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace linalg {
namespace {

TEST(DenseEigen, values_and_vectors_make_up_the_matrix) {
  const std::size_t n = 9;
  std::vector<double> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      matrix[i * n + j] = matrix[j * n + i] = Random(1, i).uniform(j) - 0.5;
  }
  const Eigensystem found =
      dense_eigensystem(MatrixView<const double>::row_major(matrix.data(), n, n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k)
        sum += found.values()[k] * found.vector(k)[i] * found.vector(k)[j];
      EXPECT_NEAR(sum, matrix[i * n + j], 1e-14);
    }
  }
  EXPECT_TRUE(std::is_sorted(found.values().begin(), found.values().end()));
}

TEST(DenseEigen, of_the_second_difference_is_known) {
  const std::size_t n = 7;
  const std::vector<double> diagonal(n, 2.0);
  const std::vector<double> off(n - 1, -1.0);
  const Eigensystem found = tridiagonal_eigensystem(diagonal, off);
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = M_PI * static_cast<double>(k + 1) / static_cast<double>(2 * (n + 1));
    EXPECT_NEAR(found.values()[k], 4 * std::sin(angle) * std::sin(angle), 1e-14);
  }
  EXPECT_EQ(tridiagonal_eigensystem(std::vector<double>{3.0}, {}).values()[0], 3.0);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
