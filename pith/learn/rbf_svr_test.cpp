// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/learners.h"

namespace pith {
namespace {

/// The numbers of the first of the other rows, trained on 20 of 30.
std::vector<double> predictions(const Settings& settings) {
  const NumberRows rows = counted_rows(30, 4);
  return predict_numbers(*fit("rbf-svr", rows.examples(20), settings), rows.view(20, 24));
}

void expect_numbers(const std::vector<double>& found, const std::vector<double>& wanted,
                    double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t row = 0; row < found.size(); ++row)
    EXPECT_NEAR(found[row], wanted[row], tolerance) << row;
}

// By SVR of scikit-learn 1.x on the standardised target.
TEST(RbfSvr, equals_that_of_scikit_learn) {
  expect_numbers(
      predictions({{"tolerance", "1e-5"}}),
      {0.37091776816080413, 1.5975032932013407, 0.5867072397384716, -0.05539802500201063}, 1e-4);
  expect_numbers(
      predictions({{"cost", "5"}, {"epsilon", "0.2"}, {"gamma", "2"}, {"tolerance", "1e-5"}}),
      {0.4365723712420727, 1.5318487078811551, 0.6208082323503384, 0.010256567872796274}, 1e-4);
}

TEST(RbfSvr, predicts_a_constant_where_all_errors_are_small_enough) {
  const std::vector<double> found = predictions({{"epsilon", "10"}});
  EXPECT_EQ(found, std::vector<double>(4, found.front()));
}

}  // namespace
}  // namespace pith
