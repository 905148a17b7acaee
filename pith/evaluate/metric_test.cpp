// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metric.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(Metric, has_a_name_and_a_value) {
  const Metrics all{.error = 1, .balanced_error = 2, .auc = 3, .log_loss = 4};
  double expected = 1;
  for (const char* name : {"error", "balanced-error", "auc", "log-loss"}) {
    const Metric metric = parse_metric(name);
    EXPECT_EQ(metric_text(metric), name);
    EXPECT_EQ(value_of(all, metric), expected++);
  }
  EXPECT_THROW(parse_metric("accuracy"), Error);
}

TEST(Metric, knows_what_is_better) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_better(0.1, 0.2, Metric::error));
  EXPECT_FALSE(is_better(0.2, 0.2, Metric::error));
  EXPECT_TRUE(is_better(0.9, 0.8, Metric::auc));
  EXPECT_FALSE(is_better(0.8, 0.9, Metric::auc));
  EXPECT_TRUE(is_better(0.1, nan, Metric::log_loss));
  EXPECT_FALSE(is_better(nan, 0.1, Metric::log_loss));
  EXPECT_FALSE(is_better(nan, nan, Metric::auc));
}

}  // namespace
}  // namespace pith
