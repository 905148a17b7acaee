// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/number_metrics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace pith {
namespace {

using Numbers = std::vector<double>;

// By scikit-learn and scipy 1.x.
TEST(NumberMetrics, equal_those_of_scikit_learn) {
  const Numbers truth{3, -0.5, 2, 7, 4.25, 2};
  const Numbers predicted{2.5, 0, 2, 8, 4.25, 2.5};
  const Metrics found = number_metrics(truth, predicted);
  EXPECT_NEAR(found.rmse, 0.5400617248673217, 1e-15);
  EXPECT_NEAR(found.mae, 0.4166666666666667, 1e-15);
  EXPECT_NEAR(found.r2, 0.9449721585325909, 1e-15);
  EXPECT_NEAR(found.spearman, 0.9558823529411764, 1e-15);
  EXPECT_TRUE(std::isnan(found.error));
  EXPECT_TRUE(std::isnan(found.auc));
}

TEST(NumberMetrics, of_the_truth_are_perfect) {
  const Numbers truth{3, 1, 4, 1, 5};
  const Metrics found = number_metrics(truth, truth);
  EXPECT_EQ(found.rmse, 0);
  EXPECT_EQ(found.mae, 0);
  EXPECT_EQ(found.r2, 1);
  EXPECT_NEAR(found.spearman, 1, 1e-15);
}

TEST(NumberMetrics, of_the_mean_have_no_r2_and_no_correlation) {
  const Metrics found = number_metrics(Numbers{1, 2, 6}, Numbers{3, 3, 3});
  EXPECT_NEAR(found.r2, 0, 1e-15);
  EXPECT_TRUE(std::isnan(found.spearman));
}

TEST(NumberMetrics, are_undefined_where_there_is_nothing_to_explain) {
  EXPECT_TRUE(std::isnan(r2(Numbers{2, 2}, Numbers{1, 3})));
  EXPECT_TRUE(std::isnan(spearman(Numbers{2, 2}, Numbers{1, 3})));
  EXPECT_EQ(rmse(Numbers{2, 2}, Numbers{1, 3}), 1);
  for (const double each : {rmse({}, {}), mae({}, {}), r2({}, {}), spearman({}, {})})
    EXPECT_TRUE(std::isnan(each));
}

}  // namespace
}  // namespace pith
