// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "pith/base/elementary.h"

namespace pith {

/// log(sum exp(values)); at least one value is above -infinity.
inline double log_sum_exp(std::span<const double> values) {
  const double max = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const double value : values)
    sum += portable::exp(value - max);
  return max + portable::log(sum);
}

/// Normalises logarithms of probabilities, given up to a constant, so that the probabilities add up
/// to
/// 1. Only values that are -infinity before are so afterwards.
inline void normalise_logs(std::span<double> logs) {
  const double max = *std::max_element(logs.begin(), logs.end());
  for (double& value : logs)
    value -= max;
  const double total = log_sum_exp(logs);
  for (double& value : logs)
    value -= total;
}

}  // namespace pith
