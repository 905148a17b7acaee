// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/metric.h"

#include <fmt/format.h>

#include <cmath>

#include "pith/base/error.h"

namespace pith {

std::string_view metric_text(Metric metric) {
  switch (metric) {
    case Metric::error:
      return "error";
    case Metric::balanced_error:
      return "balanced-error";
    case Metric::auc:
      return "auc";
    case Metric::log_loss:
      break;
  }
  return "log-loss";
}

Metric parse_metric(std::string_view text) {
  for (const Metric known :
       {Metric::error, Metric::balanced_error, Metric::auc, Metric::log_loss}) {
    if (text == metric_text(known)) return known;
  }
  throw Error(
      ErrorKind::bad_argument,
      fmt::format("unknown metric {}; use error, balanced-error, auc or log-loss", quoted(text)));
}

double value_of(const Metrics& metrics, Metric metric) {
  switch (metric) {
    case Metric::error:
      return metrics.error;
    case Metric::balanced_error:
      return metrics.balanced_error;
    case Metric::auc:
      return metrics.auc;
    case Metric::log_loss:
      break;
  }
  return metrics.log_loss;
}

bool is_better(double value, double other, Metric metric) {
  if (std::isnan(value) || std::isnan(other)) return !std::isnan(value);
  return metric == Metric::auc ? value > other : value < other;
}

}  // namespace pith
