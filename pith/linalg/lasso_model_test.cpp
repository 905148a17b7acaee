// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/lasso_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "pith/base/random.h"

namespace pith {
namespace {

TEST(LassoModel, of_one_coordinate_is_a_soft_threshold) {
  EXPECT_EQ(lasso_coordinate(0, -3, 2, 1), 1);
  EXPECT_EQ(lasso_coordinate(0, 3, 2, 1), -1);
  EXPECT_EQ(lasso_coordinate(0, 0.5, 2, 1), 0);
  EXPECT_EQ(lasso_coordinate(1, 0, 2, 1), 0.5);
}

TEST(LassoModel, satisfies_the_optimality_conditions_even_if_singular) {
  for (const std::size_t rows : {5U, 30U}) {  // with 5 rows the curvature has rank 5
    constexpr std::size_t size = 12;
    const Random random(3, rows);
    std::vector<double> x(rows * size);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = random.uniform(i) - 0.5;
    std::vector<double> curvature(size * size);
    std::vector<double> slopes(size);
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t r = 0; r < rows; ++r) {
        slopes[j] += x[r * size + j] * (random.uniform(1000 + r) - 0.5);
        for (std::size_t k = 0; k < size; ++k)
          curvature[j * size + k] += x[r * size + j] * x[r * size + k];
      }
    }
    const std::vector<double> penalties(size, 0.05);
    std::vector<double> weights(size, 0.3);
    const std::vector<double> start = weights;
    minimize_lasso({curvature, slopes, penalties}, weights, {});
    std::size_t support = 0;
    for (std::size_t j = 0; j < size; ++j) {
      double slope = slopes[j];
      for (std::size_t k = 0; k < size; ++k)
        slope += curvature[j * size + k] * (weights[k] - start[k]);
      if (weights[j] == 0) {
        EXPECT_LE(std::abs(slope), 0.05 + 1e-13);
      } else {
        ++support;
        EXPECT_NEAR(slope, -std::copysign(0.05, weights[j]), 1e-13);
      }
    }
    EXPECT_GT(support, 0U);
  }
}

}  // namespace
}  // namespace pith
