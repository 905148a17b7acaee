// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metric.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

TEST(Metric, has_a_name_and_a_value) {
  const Metrics all{.error = 1,
                    .balanced_error = 2,
                    .auc = 3,
                    .log_loss = 4,
                    .mean_average_precision = 5,
                    .rmse = 6,
                    .mae = 7,
                    .r2 = 8,
                    .spearman = 9};
  double expected = 1;
  for (const char* name : {"error", "balanced-error", "auc", "log-loss", "mean-average-precision",
                           "rmse", "mae", "r2", "spearman"}) {
    const Metric metric = parse_metric(name);
    EXPECT_EQ(all_metrics()[static_cast<std::size_t>(metric)], metric);
    EXPECT_EQ(metric_text(metric), name);
    EXPECT_EQ(value_of(all, metric), expected++);
  }
  EXPECT_THROW(parse_metric("accuracy"), Error);
}

TEST(Metric, belongs_to_classes_or_to_numbers) {
  EXPECT_EQ(primary_metric(false), Metric::error);
  EXPECT_EQ(primary_metric(true), Metric::rmse);
  EXPECT_EQ(metrics_for(false).size() + metrics_for(true).size(), all_metrics().size());
  EXPECT_NO_THROW(check_metric(Metric::mae, true));
  try {
    check_metric(Metric::auc, true);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "metric=auc is a metric of classes, but the target holds numbers; use rmse, mae, "
                 "r2 or spearman");
  }
}

TEST(Metric, knows_what_is_better) {
  EXPECT_TRUE(is_better(0.9, 0.8, Metric::r2));
  EXPECT_TRUE(is_better(0.9, 0.8, Metric::spearman));
  EXPECT_TRUE(is_better(0.9, 0.8, Metric::mean_average_precision));
  EXPECT_TRUE(is_better(1.5, 2.5, Metric::rmse));
  EXPECT_TRUE(is_better(1.5, 2.5, Metric::mae));
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
