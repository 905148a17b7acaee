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
};

/// `error`, `balanced-error`, `auc`, `log-loss`, `mean-average-precision`, `rmse`, `mae`, `r2`,
/// `spearman`.
std::string_view metric_text(Metric metric);
/// As in JSON and CSV, with `_` for `-`.
std::string metric_key(Metric metric);
/// Throws Error(bad_argument) for any other text.
Metric parse_metric(std::string_view text);

std::span<const Metric> all_metrics();
/// Those of a target that holds numbers, or classes.
std::span<const Metric> metrics_for(bool is_numeric);
/// The metric that decides: the RMSE of numbers, the error of classes.
Metric primary_metric(bool is_numeric);
/// Throws Error(bad_argument) if the metric is not one of metrics_for(is_numeric).
void check_metric(Metric metric, bool is_numeric);

inline constexpr std::size_t metric_count = 9;

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
