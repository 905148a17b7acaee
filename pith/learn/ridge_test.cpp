// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/learners.h"

namespace pith {
namespace {

/// The numbers of the first of the other rows, trained on 20 of 30.
std::vector<double> predictions(const Settings& settings) {
  const NumberRows rows = counted_rows(30, 4);
  return predict_numbers(*fit("ridge", rows.examples(20), settings), rows.view(20, 24));
}

void expect_numbers(const std::vector<double>& found, const std::vector<double>& wanted,
                    double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t row = 0; row < found.size(); ++row)
    EXPECT_NEAR(found[row], wanted[row], tolerance) << row;
}

// By Ridge of scikit-learn 1.x.
TEST(Ridge, equals_that_of_scikit_learn) {
  expect_numbers(predictions({}),
                 {0.47238812043486295, 1.2139997815671613, 0.6622486004942332, 0.17129357766281889},
                 1e-12);
  expect_numbers(
      predictions({{"alpha", "0.1"}}),
      {0.35659356777842943, 1.4134707528884516, 0.6280952234807093, -0.13455366103930722}, 1e-12);
}

TEST(Ridge, equals_that_of_scikit_learn_with_more_columns_than_rows) {
  const NumberRows rows = counted_rows(30, 10);
  const auto model = fit("ridge", rows.examples(6), {{"alpha", "0.5"}});
  expect_numbers(predict_numbers(*model, rows.view(20, 23)),
                 {0.387554818605451, 1.325431830526888, 0.5993596157694615}, 1e-12);
}

TEST(Ridge, predicts_the_mean_with_a_large_penalty) {
  const NumberRows rows = counted_rows(20, 4);
  double mean = 0;
  for (const double each : rows.numbers)
    mean += each / 20;
  expect_numbers(predictions({{"alpha", "1e9"}}), std::vector<double>(4, mean), 1e-6);
}

}  // namespace
}  // namespace pith
