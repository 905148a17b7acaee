// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace pith {

/// Numbers with mean 0 and standard deviation 1 (divisor n), or all 0 where they are equal.
struct StandardNumbers {
  explicit StandardNumbers(std::span<const double> numbers)
      : values(numbers.begin(), numbers.end()) {
    const auto count = static_cast<double>(values.size());
    for (const double value : values)
      mean += value / count;
    double squares = 0;
    for (double& value : values) {
      value -= mean;
      squares += value * value / count;
    }
    if (squares > 0) scale = std::sqrt(squares);
    for (double& value : values)
      value /= scale;
  }

  std::vector<double> values;
  double mean = 0;
  double scale = 1;  ///< the standard deviation
};

}  // namespace pith
