// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/learners.h"

namespace pith {
namespace {

/// The numbers of the first of the other rows, trained on 20 of 30.
std::vector<double> predictions(const Settings& settings) {
  const NumberRows rows = counted_rows(30, 4);
  return predict_numbers(*fit("lasso", rows.examples(20), settings), rows.view(20, 24));
}

void expect_numbers(const std::vector<double>& found, const std::vector<double>& wanted,
                    double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t row = 0; row < found.size(); ++row)
    EXPECT_NEAR(found[row], wanted[row], tolerance) << row;
}

// By Lasso of scikit-learn 1.x, with a tolerance of 1e-14.
TEST(Lasso, equals_that_of_scikit_learn) {
  expect_numbers(predictions({{"alpha", "0.01"}, {"tolerance", "1e-12"}}),
                 {0.371349447054037, 1.4133548470614339, 0.6216102008358915, -0.12349095683692723},
                 1e-6);
  expect_numbers(predictions({{"alpha", "0.05"}, {"tolerance", "1e-12"}}),
                 {0.5311526796612048, 1.2352803565484334, 0.641427488256833, 0.15999463697895466},
                 1e-6);
}

TEST(Lasso, has_a_hundredth_of_the_largest_useful_penalty_by_default) {
  expect_numbers(
      predictions({{"tolerance", "1e-12"}}),
      {0.33921231905912685, 1.4492980719487656, 0.6176475270281407, -0.18140426491698525}, 1e-6);
  EXPECT_EQ(predictions({}), predictions({{"alpha", "0.0018552631578947368"}}));
}

TEST(Lasso, predicts_the_mean_once_the_penalty_is_too_large) {
  const std::vector<double> found = predictions({{"alpha", "0.18552631579"}});
  EXPECT_EQ(found, std::vector<double>(4, found.front()));
  EXPECT_NE(predictions({{"alpha", "0.185"}}), found);
}

TEST(Lasso, is_the_same_up_to_its_tolerance) {
  expect_numbers(predictions({}), predictions({{"tolerance", "1e-12"}}), 5e-3);
}

}  // namespace
}  // namespace pith
