// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/moments.h"

#include <algorithm>
#include <numeric>
#include <variant>

#include "pith/base/assert.h"

namespace pith {
inline namespace stats {

ClassMoments::ClassMoments(std::span<const OfClass> classes, double smallest)
    : ClassMoments(classes.size()) {
  for (std::size_t c = 0; c < classes.size(); ++c) {
    count_[c] = classes[c].count;
    mean_[c] = classes[c].mean;
    deviation_[c] = classes[c].deviation;
  }
  smallest_ = smallest;
}

void ClassMoments::update(std::span<const double> numbers, const Column& target,
                          std::span<const double> weights) {
  PITH_ASSERT(target.levels() == classes() && target.rows() == numbers.size());
  ClassMoments part(classes());
  std::visit(
      [&](auto codes) {
        const auto weight = [&](std::size_t row) { return weights.empty() ? 1.0 : weights[row]; };
        // Differences from the first number of the class are summed, which is exact for a constant.
        std::vector<double> origin(classes());
        for (std::size_t row = 0; row < numbers.size(); ++row) {
          if (!(weight(row) > 0)) continue;
          const std::size_t c = codes[row];
          if (!(part.count_[c] > 0)) origin[c] = numbers[row];
          part.count_[c] += weight(row);
          part.mean_[c] += weight(row) * (numbers[row] - origin[c]);
          part.smallest_ = std::min(part.smallest_, numbers[row]);
        }
        for (std::size_t c = 0; c < classes(); ++c) {
          if (part.count_[c] > 0) part.mean_[c] = origin[c] + part.mean_[c] / part.count_[c];
        }
        // The sum of deviations is zero up to rounding; subtracting its square corrects the
        // rounding error of the mean.
        std::vector<double> drift(classes());
        for (std::size_t row = 0; row < numbers.size(); ++row) {
          if (!(weight(row) > 0)) continue;
          const double difference = numbers[row] - part.mean_[codes[row]];
          part.deviation_[codes[row]] += weight(row) * difference * difference;
          drift[codes[row]] += weight(row) * difference;
        }
        for (std::size_t c = 0; c < classes(); ++c) {
          if (part.count_[c] > 0) {
            part.deviation_[c] -= drift[c] * drift[c] / part.count_[c];
            part.mean_[c] += drift[c] / part.count_[c];
          }
        }
      },
      target.codes());
  merge(part);
}

void ClassMoments::merge(const ClassMoments& other) {
  PITH_ASSERT(classes() == other.classes());
  for (std::size_t c = 0; c < classes(); ++c) {
    const double sum = count_[c] + other.count_[c];
    if (!(other.count_[c] > 0)) continue;
    if (!(count_[c] > 0)) {
      count_[c] = other.count_[c];
      mean_[c] = other.mean_[c];
      deviation_[c] = other.deviation_[c];
      continue;
    }
    const double difference = other.mean_[c] - mean_[c];
    deviation_[c] +=
        other.deviation_[c] + difference * difference * (count_[c] * other.count_[c] / sum);
    mean_[c] += difference * (other.count_[c] / sum);
    count_[c] = sum;
  }
  smallest_ = std::min(smallest_, other.smallest_);
}

double ClassMoments::total_count() const {
  return std::accumulate(count_.begin(), count_.end(), 0.0);
}

double ClassMoments::total_mean() const {
  return std::inner_product(count_.begin(), count_.end(), mean_.begin(), 0.0) / total_count();
}

}  // namespace stats
}  // namespace pith
