// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metric.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

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
                    .spearman = 9,
                    .macro_f1 = 10,
                    .micro_f1 = 11,
                    .hamming_loss = 12,
                    .subset_accuracy = 13,
                    .mean_loss = 14};
  double expected = 1;
  for (const char* name :
       {"error", "balanced-error", "auc", "log-loss", "mean-average-precision", "rmse", "mae", "r2",
        "spearman", "macro-f1", "micro-f1", "hamming-loss", "subset-accuracy", "mean-loss"}) {
    const Metric metric = parse_metric(name);
    EXPECT_EQ(all_metrics()[static_cast<std::size_t>(metric)], metric);
    EXPECT_EQ(metric_text(metric), name);
    EXPECT_EQ(value_of(all, metric), expected++);
  }
  EXPECT_THROW(parse_metric("accuracy"), Error);
}

std::string message_of(Metric metric, Goal goal) {
  try {
    check_metric(metric, goal);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Metric, belongs_to_classes_to_numbers_or_to_several_targets) {
  EXPECT_EQ(primary_metric(Goal::classes), Metric::error);
  EXPECT_EQ(primary_metric(Goal::numbers), Metric::rmse);
  EXPECT_EQ(primary_metric(Goal::several_classes), Metric::hamming_loss);
  EXPECT_EQ(primary_metric(Goal::several_numbers), Metric::mean_loss);
  EXPECT_EQ(primary_metric(Goal::mixed), Metric::mean_loss);
  EXPECT_EQ(metrics_for(Goal::classes).size() + metrics_for(Goal::numbers).size(), 9);
  EXPECT_EQ(message_of(Metric::mae, Goal::numbers), "accepted");
  EXPECT_EQ(message_of(Metric::macro_f1, Goal::several_classes), "accepted");
  EXPECT_EQ(message_of(Metric::auc, Goal::numbers),
            "metric=auc is a metric of classes, but the target holds numbers; use rmse, mae, r2 or "
            "spearman");
  EXPECT_EQ(message_of(Metric::macro_f1, Goal::classes),
            "metric=macro-f1 is a metric of several targets of classes, but the target holds "
            "classes; use error, balanced-error, auc, log-loss or mean-average-precision");
  EXPECT_EQ(message_of(Metric::auc, Goal::several_numbers),
            "metric=auc is a metric of classes, but the targets hold numbers; use mean-loss, rmse, "
            "mae, r2 or spearman");
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
