// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/redundancy/target_correlations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

TEST(TargetCorrelations, are_those_of_known_columns) {
  const Table table = numeric_table_of(
      Values{{1, 2, 3, 4}, {4, 3, 2, 1}, {1, -1, -1, 1}, {7, 7, 7, 7}, {1e149, 1e149, 0, 0}},
      {10, 20, 30, 40});
  const std::vector<double> found = target_correlations(table, {});
  EXPECT_EQ(found[0], 1);
  EXPECT_EQ(found[1], 1);
  EXPECT_NEAR(found[2], 0, 1e-15);
  EXPECT_EQ(found[3], 0);
  EXPECT_NEAR(found[4], 2 / std::sqrt(5), 1e-15);
}

TEST(TargetCorrelations, f_is_that_of_the_regression_on_one_feature) {
  // y = x + e with orthogonal e: R2 = 4 / 5, residuals have n - 2 degrees of freedom.
  EXPECT_NEAR(regression_f(std::sqrt(0.8), 4), 8, 1e-12);
  EXPECT_EQ(regression_f(0, 10), 0);
  EXPECT_EQ(regression_f(1, 10), std::numeric_limits<double>::infinity());
  EXPECT_EQ(regression_f(1, 2), 0);
}

}  // namespace
}  // namespace pith
