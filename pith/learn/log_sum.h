// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace pith {

/// log(sum exp(values)); at least one value is above -infinity.
inline double log_sum_exp(std::span<const double> values) {
  const double most = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const double value : values)
    sum += std::exp(value - most);
  return most + std::log(sum);
}

/// Logarithms of probabilities, up to a constant, become such whose probabilities add to one. Only
/// what is -infinity before is so after.
inline void normalise_logs(std::span<double> logs) {
  const double most = *std::max_element(logs.begin(), logs.end());
  for (double& value : logs)
    value -= most;
  const double total = log_sum_exp(logs);
  for (double& value : logs)
    value -= total;
}

}  // namespace pith
