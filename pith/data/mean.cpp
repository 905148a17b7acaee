// SPDX-License-Identifier: Apache-2.0
#include "pith/data/mean.h"

#include <algorithm>
#include <cmath>

namespace pith {
namespace {

/// Neumaier's compensated sum: accumulates the rounding error of each addition.
class Sum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    rest_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + rest_; }

 private:
  double sum_ = 0;
  double rest_ = 0;
};

}  // namespace

Mean mean_of(const Column& numbers, std::span<const double> weights) {
  const auto values = numbers.numbers();
  const auto weight = [&](std::size_t row) {
    if (numbers.missing().test(row)) return 0.0;
    return weights.empty() ? 1.0 : weights[row];
  };
  double largest = 0;
  Sum count;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!(weight(row) > 0)) continue;
    largest = std::max(largest, std::abs(values[row]));
    count.add(weight(row));
  }
  Mean mean{.count = count.value()};
  if (!(largest > 0)) return mean;
  // In units of a power of two near the largest value, which is exact, no square overflows.
  const int unit = std::ilogb(largest);
  Sum sum;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (weight(row) > 0) sum.add(weight(row) * std::scalbn(values[row], -unit));
  }
  const double middle = sum.value() / mean.count;
  Sum squares;
  Sum drift;  // 0 except for the rounding of the mean
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!(weight(row) > 0)) continue;
    const double difference = std::scalbn(values[row], -unit) - middle;
    squares.add(weight(row) * difference * difference);
    drift.add(weight(row) * difference);
  }
  const double divisor = mean.count >= 2 ? mean.count - 1 : mean.count;
  const double square = squares.value() - drift.value() * (drift.value() / mean.count);
  mean.value = std::scalbn(middle, unit);
  mean.deviation = std::scalbn(std::sqrt(std::max(0.0, square) / divisor), unit);
  mean.deviation_by_n = std::scalbn(std::sqrt(std::max(0.0, square) / mean.count), unit);
  return mean;
}

}  // namespace pith
