// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/quadratic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/linalg/quadratic_forms.h"
#include "tests/support/written_similarity.h"

namespace pith {
inline namespace linalg {
namespace {

std::vector<double> random_linear(std::size_t size, std::uint64_t seed) {
  std::vector<double> linear(size);
  for (std::size_t i = 0; i < size; ++i)
    linear[i] = Random(seed, 999).uniform(i);
  return linear;
}

double value_at(const WrittenSimilarity& matrix, const std::vector<double>& linear, double alpha,
                const std::vector<double>& x) {
  double value = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    value -= alpha * linear[i] * x[i];
    for (std::size_t j = 0; j < x.size(); ++j)
      value += 0.5 * (1 - alpha) * x[i] * matrix.at(i, j) * x[j];
  }
  return value;
}

/// The point is on the simplex, its value is what it says, and its gap what the gradient says.
void expect_sound(const SimplexPoint& point, const WrittenSimilarity& matrix,
                  const std::vector<double>& linear, double alpha) {
  const std::size_t size = linear.size();
  EXPECT_NEAR(std::accumulate(point.weights.begin(), point.weights.end(), 0.0), 1, 1e-13);
  EXPECT_NEAR(point.objective, value_at(matrix, linear, alpha, point.weights), 1e-13);
  double level = 0;
  double least = INFINITY;
  for (std::size_t i = 0; i < size; ++i) {
    EXPECT_GE(point.weights[i], 0);
    double gradient = -alpha * linear[i];
    for (std::size_t j = 0; j < size; ++j)
      gradient += (1 - alpha) * matrix.at(i, j) * point.weights[j];
    level += point.weights[i] * gradient;
    least = std::min(least, gradient);
  }
  EXPECT_NEAR(point.gap, level - least, 1e-13);
  EXPECT_LE(point.gap, 1e-12);
}

TEST(MinimizeOnSimplex, finds_no_better_point_nearby_or_far) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::size_t size = 2 + seed;
    const WrittenSimilarity matrix = definite_similarity(size, seed);
    const std::vector<double> linear = random_linear(size, seed);
    for (const double alpha : {0.0, 0.2, 0.7, 0.95}) {
      SimilarityForm form(matrix);
      const SimplexPoint point = minimize_on_simplex({form, linear, alpha}, {});
      expect_sound(point, matrix, linear, alpha);
      for (std::size_t trial = 0; trial < 50; ++trial) {
        std::vector<double> x(size);
        for (std::size_t i = 0; i < size; ++i)
          x[i] = std::pow(Random(seed, trial).uniform(i), 4.0);
        const double sum = std::accumulate(x.begin(), x.end(), 0.0);
        for (double& weight : x)
          weight /= sum;
        EXPECT_GE(value_at(matrix, linear, alpha, x), point.objective - 1e-14);
      }
    }
  }
}

TEST(MinimizeOnSimplex, is_a_local_minimum_where_the_form_is_indefinite) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const std::size_t size = 3 + seed % 30;
    const WrittenSimilarity matrix = random_similarity(size, seed);
    const std::vector<double> linear = random_linear(size, seed);
    for (const double alpha : {0.0, 0.3, 0.6}) {
      SimilarityForm form(matrix);
      expect_sound(minimize_on_simplex({form, linear, alpha}, {}), matrix, linear, alpha);
    }
  }
}

TEST(MinimizeOnSimplex, selects_only_the_most_relevant_feature_if_alpha_is_one) {
  const WrittenSimilarity matrix = random_similarity(9, 1);
  std::vector<double> linear = random_linear(9, 1);
  linear[4] = 2;
  SimilarityForm form(matrix);
  const SimplexPoint point = minimize_on_simplex({form, linear, 1.0}, {});
  EXPECT_EQ(point.weights[4], 1);
  EXPECT_EQ(point.support, 1U);
  EXPECT_EQ(point.gap, 0);
}

TEST(MinimizeOnSimplex, gives_equal_weights_to_equivalent_independent_features) {
  std::vector<double> matrix(25);
  for (std::size_t i = 0; i < 5; ++i)
    matrix[6 * i] = 1;
  const WrittenSimilarity identity(matrix, 5);
  SimilarityForm form(identity);
  const std::vector<double> linear(5, 0.5);
  for (const double weight : minimize_on_simplex({form, linear, 0.5}, {}).weights)
    EXPECT_NEAR(weight, 0.2, 1e-15);
}

TEST(MinimizeOnSimplex, gives_duplicates_no_extra_weight) {
  // Features 0 and 1 are the same; the form is singular.
  const std::vector<double> matrix{1, 1, 0.2, 1, 1, 0.2, 0.2, 0.2, 1};
  const WrittenSimilarity copies(matrix, 3);
  SimilarityForm form(copies);
  const std::vector<double> linear{0.5, 0.5, 0.5};
  const SimplexPoint point = minimize_on_simplex({form, linear, 0.3}, {});
  EXPECT_NEAR(point.weights[0], 0.5, 1e-14);
  EXPECT_EQ(point.weights[1], 0);
  EXPECT_NEAR(point.weights[2], 0.5, 1e-14);
}

TEST(MinimizeOnSimplex, solves_large_supports_exactly_too) {
  // Nearly independent features: all of them have weight, more than exchanges start at.
  const std::size_t size = 320;
  std::vector<double> matrix(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      matrix[i * size + j] = matrix[j * size + i] = 1e-3 * Random(5, i).uniform(j);
    matrix[i * (size + 1)] = 1;
  }
  const WrittenSimilarity similar(std::move(matrix), size);
  const std::vector<double> linear = random_linear(size, 8);
  for (const double alpha : {0.0, 0.001, 0.01}) {
    SimilarityForm form(similar);
    const SimplexPoint point = minimize_on_simplex({form, linear, alpha}, {});
    EXPECT_TRUE(point.support > 250 || alpha == 0.01) << point.support;
    expect_sound(point, similar, linear, alpha);
  }
}

TEST(MinimizeOnSimplex, needs_the_columns_of_few_features) {
  const WrittenSimilarity matrix = definite_similarity(60, 4);
  std::vector<double> linear(60, 0.1);
  linear[7] = linear[33] = 1;
  SimilarityForm form(matrix);
  const SimplexPoint point = minimize_on_simplex({form, linear, 0.5}, {});
  EXPECT_LE(point.columns, 5U);
}

TEST(SimilarityForm, rejects_columns_that_exceed_the_memory_limit) {
  const WrittenSimilarity matrix = random_similarity(10, 1);
  SimilarityForm form(matrix, 0.5);
  const Context small{.memory = 200};
  EXPECT_EQ(form.column(3, small)[3], 1.5);
  EXPECT_EQ(form.diagonal(3), 1.5);
  (void)form.column(4, small);
  EXPECT_THROW((void)form.column(5, small), Error);
}

TEST(LowRankForm, has_the_columns_of_its_product) {
  const std::vector<double> factor{1, 2, 3, 4, 5, 6};  // three features of rank two
  LowRankForm form(factor, 2, {10, 0, 1});
  EXPECT_EQ(form.size(), 3U);
  EXPECT_EQ(form.diagonal(0), 15);
  const auto column = form.column(0, {});
  EXPECT_EQ(std::vector<double>(column.begin(), column.end()), (std::vector<double>{15, 11, 17}));
}

TEST(WithoutNegativePart, keeps_the_positive_part) {
  // [[1, 2], [2, 1]] has the values 3 and -1; what is left is 3/2 everywhere.
  const std::vector<double> found = without_negative_part({1, 2, 2, 1}, 2);
  for (const double number : found)
    EXPECT_NEAR(number, 1.5, 1e-15);
  EXPECT_EQ(without_negative_part({2, 1, 1, 2}, 2), (std::vector<double>{2, 1, 1, 2}));
}

}  // namespace
}  // namespace linalg
}  // namespace pith
