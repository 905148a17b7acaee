// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/subspace_program.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "pith/base/error.h"
#include "pith/linalg/dense_eigen.h"
#include "pith/linalg/quadratic_forms.h"
#include "tests/support/written_similarity.h"

namespace pith {
inline namespace linalg {
namespace {

struct Space {
  std::vector<double> values;
  std::vector<double> vectors;
};

Space space_of(const WrittenSimilarity& matrix, double floor) {
  const Eigensystem system = dense_eigensystem(matrix.view());
  Space space;
  for (std::size_t k = 0; k < system.size(); ++k) {
    if (system.values()[k] <= floor) continue;
    space.values.push_back(system.values()[k]);
    space.vectors.insert(space.vectors.end(), system.vector(k).begin(), system.vector(k).end());
  }
  return space;
}

std::vector<double> random_linear(std::size_t size, std::uint64_t seed) {
  std::vector<double> linear(size);
  for (std::size_t i = 0; i < size; ++i)
    linear[i] = Random(seed, 77).uniform(i);
  return linear;
}

TEST(MinimizeInSubspace, of_all_eigenvectors_is_the_programme_of_the_simplex) {
  for (std::uint64_t seed = 1; seed < 15; ++seed) {
    const std::size_t size = 2 + 2 * seed;
    const WrittenSimilarity matrix = definite_similarity(size, seed);
    const std::vector<double> linear = random_linear(size, seed);
    const Space space = space_of(matrix, 0);
    for (const double alpha : {0.0, 0.4, 0.9}) {
      SimilarityForm form(matrix);
      const SimplexPoint expected = minimize_on_simplex({form, linear, alpha}, {});
      const SubspacePoint found =
          minimize_in_subspace({space.values, space.vectors, linear, alpha}, {});
      EXPECT_NEAR(found.objective, expected.objective, 1e-11);
      for (std::size_t i = 0; i < size; ++i)
        EXPECT_NEAR(found.weights[i], expected.weights[i], 1e-8);
    }
  }
}

TEST(MinimizeInSubspace, stays_in_the_space_and_on_the_simplex_and_is_best_there) {
  const std::size_t size = 25;
  const WrittenSimilarity matrix = random_similarity(size, 3);
  const std::vector<double> linear = random_linear(size, 3);
  const Space space = space_of(matrix, 1.0);
  const std::size_t rank = space.values.size();
  ASSERT_GE(rank, 3U);
  ASSERT_LT(rank, size);
  const double alpha = 0.5;
  const SubspacePoint found =
      minimize_in_subspace({space.values, space.vectors, linear, alpha}, {});
  EXPECT_NEAR(std::accumulate(found.weights.begin(), found.weights.end(), 0.0), 1, 1e-12);
  std::vector<double> rest = found.weights;
  for (std::size_t k = 0; k < rank; ++k) {
    const double* vector = &space.vectors[k * size];
    const double part = std::inner_product(vector, vector + size, found.weights.begin(), 0.0);
    for (std::size_t i = 0; i < size; ++i)
      rest[i] -= part * vector[i];
  }
  for (std::size_t i = 0; i < size; ++i) {
    EXPECT_GE(found.weights[i], 0);
    EXPECT_NEAR(rest[i], 0, 1e-12);
  }
  // Mixed with the Perron vector, which is in the space and has no zeros, it gets worse.
  std::vector<double> perron(space.vectors.end() - static_cast<std::ptrdiff_t>(size),
                             space.vectors.end());
  const double sum = std::accumulate(perron.begin(), perron.end(), 0.0);
  double value = 0;
  for (std::size_t k = 0; k < rank; ++k) {
    double y = 0;
    for (std::size_t i = 0; i < size; ++i)
      y += space.vectors[k * size + i] * (0.99 * found.weights[i] + 0.01 * perron[i] / sum);
    value += 0.5 * (1 - alpha) * space.values[k] * y * y;
  }
  for (std::size_t i = 0; i < size; ++i)
    value -= alpha * linear[i] * (0.99 * found.weights[i] + 0.01 * perron[i] / sum);
  EXPECT_GT(value, found.objective);
}

TEST(MinimizeInSubspace, rejects_a_subspace_without_a_feasible_point) {
  const std::vector<double> values{1};
  const std::vector<double> vectors{std::sqrt(0.5), -std::sqrt(0.5)};
  const std::vector<double> linear{1, 1};
  EXPECT_THROW((void)minimize_in_subspace({values, vectors, linear, 0.5}, {}), Error);
}

}  // namespace
}  // namespace linalg
}  // namespace pith
