// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/learners.h"

namespace pith {
namespace {

/// The numbers of the first of the other rows, trained on 20 of 30.
std::vector<double> predictions(const Settings& settings) {
  const NumberRows rows = counted_rows(30, 4);
  return predict_numbers(*fit("linear-svr", rows.examples(20), settings), rows.view(20, 24));
}

void expect_numbers(const std::vector<double>& found, const std::vector<double>& wanted,
                    double tolerance) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t row = 0; row < found.size(); ++row)
    EXPECT_NEAR(found[row], wanted[row], tolerance) << row;
}

// By LinearSVR of scikit-learn 1.x (squared epsilon-insensitive loss, primal) on the standardised
// target.
TEST(LinearSvr, equals_that_of_scikit_learn) {
  expect_numbers(predictions({{"tolerance", "1e-5"}}),
                 {0.46015567307719624, 1.2814123718299348, 0.6810177286485093, 0.12434669207493798},
                 1e-5);
  expect_numbers(predictions({{"cost", "10"}, {"epsilon", "0.3"}, {"tolerance", "1e-5"}}),
                 {0.4215616579983171, 1.375513240573055, 0.6722714874431547, 0.019332247122585633},
                 1e-5);
}

}  // namespace
}  // namespace pith
