// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/lanczos.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pith/base/random.h"
#include "pith/linalg/dense_eigen.h"
#include "tests/support/written_similarity.h"

namespace pith {
inline namespace linalg {
namespace {

TEST(Lanczos, finds_both_ends_of_the_spectrum) {
  for (const std::size_t size : {1U, 2U, 5U, 40U}) {
    const WrittenSimilarity matrix = random_similarity(size, 3);
    const Eigensystem exact = dense_eigensystem(matrix.view());
    const EigenPair leading = leading_pair(matrix, {});
    EXPECT_NEAR(leading.value, exact.values().back(), 1e-12 * leading.value);
    const double sign = exact.vector(size - 1)[0] < 0 ? -1 : 1;
    for (std::size_t i = 0; i < size; ++i)
      EXPECT_NEAR(leading.vector[i], sign * exact.vector(size - 1)[i], 1e-11);
    const EigenPair least = smallest_pair(matrix, {});
    EXPECT_NEAR(least.value, exact.values().front(), 1e-11 * leading.value);
    EXPECT_LE(std::abs(least.value - exact.values().front()), least.error + 1e-12 * leading.value);
  }
}

TEST(Lanczos, stops_when_the_space_is_exhausted) {
  // Two values only: the space of the start has two dimensions.
  std::vector<double> ones(36, 0.25);
  for (std::size_t i = 0; i < 6; ++i)
    ones[7 * i] = 1;
  const WrittenSimilarity matrix(ones, 6);
  EXPECT_NEAR(leading_pair(matrix, {}).value, 2.25, 1e-14);
  const EigenPair least = smallest_pair(matrix, {});
  EXPECT_NEAR(least.value, 0.75, 1e-14);
  EXPECT_LE(least.passes, 4U);
}

TEST(Lanczos, of_a_matrix_of_zeros_has_no_direction) {
  const WrittenSimilarity matrix(std::vector<double>(16), 4);
  EXPECT_EQ(leading_pair(matrix, {}).value, 0);
  EXPECT_EQ(smallest_pair(matrix, {}).value, 0);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
