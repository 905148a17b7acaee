// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "pith/evaluate/metrics.h"

namespace pith {

/// One of the metrics.
enum class Metric {
  // Of classes.
  error,
  balanced_error,
  auc,
  log_loss,
  mean_average_precision,
  // Of numbers.
  rmse,
  mae,
  r2,
  spearman,
  // Of several targets.
  macro_f1,
  micro_f1,
  hamming_loss,
  subset_accuracy,
  mean_loss,
};

/// What is predicted: one target, or several.
enum class Goal { classes, numbers, several_classes, several_numbers, mixed };

/// Whether any of the targets holds numbers.
bool has_numbers(Goal goal);

/// `error`, `balanced-error`, `auc`, `log-loss`, `mean-average-precision`, `rmse`, `mae`, `r2`,
/// `spearman`, `macro-f1`, `micro-f1`, `hamming-loss`, `subset-accuracy`, `mean-loss`.
std::string_view metric_text(Metric metric);
/// As in JSON and CSV, with `_` for `-`.
std::string metric_key(Metric metric);
/// Throws Error(bad_argument) for any other text.
Metric parse_metric(std::string_view text);

std::span<const Metric> all_metrics();
/// Those that are defined for a goal.
std::span<const Metric> metrics_for(Goal goal);
/// The metric that decides: the error of classes, the RMSE of numbers; of several targets the
/// Hamming loss where all hold classes, else the mean loss, which has no unit.
Metric primary_metric(Goal goal);
/// Throws Error(bad_argument) if the metric is not one of metrics_for(goal).
void check_metric(Metric metric, Goal goal);

inline constexpr std::size_t metric_count = 14;

double value_of(const Metrics& metrics, Metric metric);
double& value_of(Metrics& metrics, Metric metric);

/// Whether larger values are better.
bool is_gain(Metric metric);
/// Whether a value is better than another: larger if is_gain(), else smaller. Every number is
/// better than NaN.
bool is_better(double value, double other, Metric metric);
/// Whether the metric of rows that were tested one by one is the mean of theirs. The others are
/// computed from all rows together.
bool is_mean_of_rows(Metric metric);

}  // namespace pith
