// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/nystrom.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "pith/linalg/quadratic_forms.h"
#include "tests/support/written_similarity.h"

namespace pith {
inline namespace linalg {
namespace {

/// Vectors in three dimensions: a matrix of rank three, whose diagonal is one.
WrittenSimilarity low_rank_similarity(std::size_t size) {
  std::vector<double> matrix(size * size);
  const auto element = [](std::size_t i, std::size_t k) {
    return 0.1 + Random(6, i).uniform(k) * (i % 3 == k ? 3 : 0.3);
  };
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double ij = 0;
      double ii = 0;
      double jj = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        ij += element(i, k) * element(j, k);
        ii += element(i, k) * element(i, k);
        jj += element(j, k) * element(j, k);
      }
      matrix[i * size + j] = ij / std::sqrt(ii * jj);
    }
  }
  return {std::move(matrix), size};
}

TEST(Nystrom, is_exact_where_the_rank_is_low) {
  const std::size_t size = 40;
  const WrittenSimilarity matrix = low_rank_similarity(size);
  const Nystrom found = nystrom(matrix, 0.25, {});
  ASSERT_EQ(found.rank, 3U);
  double sum = 0;
  for (std::size_t i = 0; i < size; ++i) {
    EXPECT_NEAR(found.lost[i], 0, 1e-12);
    for (std::size_t j = 0; j < size; ++j) {
      double product = 0;
      for (std::size_t k = 0; k < 3; ++k)
        product += found.factor[i * 3 + k] * found.factor[j * 3 + k];
      EXPECT_NEAR(product, matrix.at(i, j), 1e-12);
      sum += matrix.at(i, j);
    }
  }
  EXPECT_NEAR(found.mean, sum / (size * size), 1e-13);
}

TEST(Nystrom, leaves_out_small_and_negative_eigenvalues) {
  const WrittenSimilarity matrix = random_similarity(50, 2);  // indefinite
  const Nystrom found = nystrom(matrix, 0.5, {});
  EXPECT_LT(found.rank, 25U);
  EXPECT_GE(found.rank, 1U);
  for (const double number : found.factor)
    EXPECT_LT(std::abs(number), 3);  // nothing explodes
  double rows = 0;
  for (std::size_t i = 0; i < 50; i += 2) {
    for (std::size_t j = 0; j < 50; ++j)
      rows += matrix.at(i, j);
  }
  EXPECT_NEAR(found.row_mean, rows / (25 * 50), 1e-14);
}

TEST(Nystrom, rejects_samples_that_exceed_the_memory_limit) {
  const WrittenSimilarity matrix = definite_similarity(60, 1);
  EXPECT_NO_THROW((void)nystrom(matrix, 0.1, {.memory = 20'000}));
  EXPECT_THROW((void)nystrom(matrix, 0.5, {.memory = 20'000}), Error);
}

TEST(Nystrom, samples_at_least_one_feature_and_at_most_all) {
  const WrittenSimilarity matrix = definite_similarity(7, 1);
  EXPECT_EQ(nystrom(matrix, 1e-9, {}).rank, 1U);
  EXPECT_GE(nystrom(matrix, 1, {}).rank, 2U);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
