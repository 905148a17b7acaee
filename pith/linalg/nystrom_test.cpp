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
  const Nystrom found = nystrom(matrix, regular_places(matrix.size(), 0.25), {});
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
  const Nystrom found = nystrom(matrix, regular_places(matrix.size(), 0.5), {});
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
  EXPECT_NO_THROW((void)nystrom(matrix, regular_places(matrix.size(), 0.1), {.memory = 20'000}));
  EXPECT_THROW((void)nystrom(matrix, regular_places(matrix.size(), 0.5), {.memory = 20'000}),
               Error);
}

TEST(Nystrom, samples_at_least_one_feature_and_at_most_all) {
  const WrittenSimilarity matrix = definite_similarity(7, 1);
  EXPECT_EQ(nystrom(matrix, regular_places(matrix.size(), 1e-9), {}).rank, 1U);
  EXPECT_GE(nystrom(matrix, regular_places(matrix.size(), 1), {}).rank, 2U);
}

TEST(Nystrom, samples_regularly_or_uniformly) {
  EXPECT_EQ(regular_places(10, 0.25), (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_EQ(uniform_places(10, 1, 4), regular_places(10, 1));
  std::vector<double> counts(10);
  constexpr std::size_t rounds = 2000;
  for (std::size_t seed = 0; seed < rounds; ++seed) {
    const auto places = uniform_places(10, 0.25, seed);
    ASSERT_EQ(places.size(), 3U);
    ASSERT_TRUE(places[0] < places[1] && places[1] < places[2]);
    for (const std::size_t place : places)
      counts[place] += 1;
  }
  for (const double count : counts)
    EXPECT_NEAR(count / rounds, 0.3, 0.055);  // five deviations
}

/// The Frobenius norm of Q - G G'.
double error_of(const WrittenSimilarity& matrix, const Nystrom& found) {
  const std::size_t size = matrix.size();
  double squares = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double left = matrix.at(i, j);
      for (std::size_t k = 0; k < found.rank; ++k)
        left -= found.factor[i * found.rank + k] * found.factor[j * found.rank + k];
      squares += left * left;
    }
  }
  return std::sqrt(squares);
}

TEST(Nystrom, loses_a_trace_that_bounds_the_error_of_a_semidefinite_matrix) {
  const WrittenSimilarity matrix = definite_similarity(30, 3);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Nystrom found = nystrom(matrix, uniform_places(30, 0.4, seed), {});
    EXPECT_EQ(found.sampled, 12U);
    EXPECT_GE(found.lost_trace, error_of(matrix, found));
    EXPECT_GT(found.lost_trace, 0);
  }
}

TEST(Nystrom, has_the_bound_of_uniform_sampling) {
  // Q = I of size 16, 8 places, rank 2: (64 * 2 / 8)^1/4 = 2, sqrt(16 / 8 * 8 * sqrt(16 * 16))
  // = 16.
  std::vector<double> identity(256);
  for (std::size_t i = 0; i < 16; ++i)
    identity[17 * i] = 1;
  EXPECT_NEAR(sampling_bound(WrittenSimilarity(identity, 16), 8, 2), 32, 1e-12);
  // The largest entries count: 4, 1, 1, 1 and two places: (32)^1/4 sqrt(2 * 5 * sqrt(4 * 19)).
  std::vector<double> uneven(16);
  for (std::size_t i = 0; i < 4; ++i)
    uneven[5 * i] = i == 2 ? 4 : 1;
  EXPECT_NEAR(sampling_bound(WrittenSimilarity(uneven, 4), 2, 1),
              std::pow(32, 0.25) * std::sqrt(10 * std::sqrt(76)), 1e-12);
}

TEST(Nystrom, exceeds_the_best_approximation_by_less_than_the_bound_on_average) {
  const WrittenSimilarity matrix = definite_similarity(30, 3);
  double mean = 0;
  double bound = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Nystrom found = nystrom(matrix, uniform_places(30, 0.4, seed), {});
    mean += error_of(matrix, found) / 20;
    bound += sampling_bound(matrix, found.sampled, found.rank) / 20;
  }
  EXPECT_LT(mean, bound);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
