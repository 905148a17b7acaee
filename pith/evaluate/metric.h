// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "pith/evaluate/metrics.h"

namespace pith {

/// One of the metrics.
enum class Metric { error, balanced_error, auc, log_loss };

/// `error`, `balanced-error`, `auc`, `log-loss`.
std::string_view metric_text(Metric metric);
/// Throws Error(bad_argument) for any other text.
Metric parse_metric(std::string_view text);

double value_of(const Metrics& metrics, Metric metric);

/// Whether a value is better than another: larger for the AUC, smaller for all others. Every number
/// is better than NaN.
bool is_better(double value, double other, Metric metric);

}  // namespace pith
