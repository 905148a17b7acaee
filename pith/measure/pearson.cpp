// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/pearson.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pith {
inline namespace measure {
namespace {

/// Rows that stay in the L1 cache between the two passes over them.
constexpr std::size_t block_rows = 1024;
/// Independent sums, so that an addition need not wait for the previous one.
constexpr std::size_t chains = 8;
using Sums = std::array<double, chains>;

double total(const Sums& sums) {
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

/// sum[i] term(i) over [0, count).
template <class Term>
double sum_of(std::size_t count, Term term) {
  Sums sums{};
  std::size_t i = 0;
  for (; i + chains <= count; i += chains) {
    for (std::size_t lane = 0; lane < chains; ++lane)
      sums[lane] += term(i + lane);
  }
  for (std::size_t lane = 0; i < count; ++i, ++lane)
    sums[lane] += term(i);
  return total(sums);
}

}  // namespace

/// Of the numbers about an origin, and of their products with the target.
struct PearsonTarget::Moments {
  double mean = 0;
  double deviation = 0;
  double product = 0;
};

PearsonTarget::PearsonTarget(std::span<const double> target, std::span<const double> weights)
    : weights_(weights), centred_(target.size()) {
  // In units of the largest distance from the first number, so that squares stay in range.
  const double origin = target[0];
  double unit = 0;
  for (const double number : target)
    unit = std::max(unit, std::abs(number - origin));
  if (unit == 0) unit = 1;
  const auto value = [&](std::size_t row) { return (target[row] - origin) / unit; };
  const auto weight = [&](std::size_t row) { return weights.empty() ? 1.0 : weights[row]; };
  double mean = 0;
  double squares = 0;
  for (std::size_t begin = 0; begin < target.size(); begin += block_rows) {
    const std::size_t count = std::min(block_rows, target.size() - begin);
    const double own = sum_of(count, [&](std::size_t i) { return weight(begin + i); });
    const double sum =
        sum_of(count, [&](std::size_t i) { return weight(begin + i) * value(begin + i); });
    const Block block{own, own > 0 ? sum / own : 0};
    for (std::size_t row = begin; row < begin + count; ++row)
      centred_[row] = weight(row) * (value(row) - block.mean);
    squares += sum_of(count, [&](std::size_t i) {
      return centred_[begin + i] * (value(begin + i) - block.mean);
    });
    const double all = weight_ + own;
    const double step = block.mean - mean;
    if (all > 0) {
      squares += step * step * weight_ * own / all;
      mean += step * own / all;
    }
    weight_ = all;
    blocks_.push_back(block);
  }
  deviation_ = std::sqrt(squares);
}

PearsonTarget::Moments PearsonTarget::moments_of(std::span<const double> numbers, double origin,
                                                 std::size_t begin, std::size_t end) const {
  const double* const x = numbers.data() + begin;
  const double* const y = centred_.data() + begin;
  const std::size_t count = end - begin;
  const double own = blocks_[begin / block_rows].weight;
  if (!(own > 0)) return {};
  Moments found;
  Sums squares{};
  Sums products{};
  std::size_t i = 0;
  if (weights_.empty()) {
    found.mean = sum_of(count, [&](std::size_t row) { return x[row] - origin; }) / own;
    for (; i + chains <= count; i += chains) {
      for (std::size_t lane = 0; lane < chains; ++lane) {
        const double distance = (x[i + lane] - origin) - found.mean;
        squares[lane] += distance * distance;
        products[lane] += distance * y[i + lane];
      }
    }
  } else {
    const double* const w = weights_.data() + begin;
    found.mean = sum_of(count, [&](std::size_t row) { return w[row] * (x[row] - origin); }) / own;
    for (; i + chains <= count; i += chains) {
      for (std::size_t lane = 0; lane < chains; ++lane) {
        const double distance = (x[i + lane] - origin) - found.mean;
        squares[lane] += w[i + lane] * (distance * distance);
        products[lane] += distance * y[i + lane];
      }
    }
  }
  for (std::size_t lane = 0; i < count; ++i, ++lane) {
    const double distance = (x[i] - origin) - found.mean;
    squares[lane] += (weights_.empty() ? 1.0 : weights_[begin + i]) * (distance * distance);
    products[lane] += distance * y[i];
  }
  found.deviation = total(squares);
  found.product = total(products);
  return found;
}

double PearsonTarget::correlation(std::span<const double> numbers) const {
  const double origin = numbers[0];
  Moments all;
  double weight = 0;
  double target_mean = 0;
  for (std::size_t begin = 0; begin < numbers.size(); begin += block_rows) {
    const Block& block = blocks_[begin / block_rows];
    const std::size_t end = std::min(begin + block_rows, numbers.size());
    const Moments own = moments_of(numbers, origin, begin, end);
    const double sum = weight + block.weight;
    if (!(sum > 0)) continue;
    const double step = own.mean - all.mean;
    const double target_step = block.mean - target_mean;
    const double share = block.weight / sum;
    all.deviation += own.deviation + step * step * weight * share;
    all.product += own.product + step * target_step * weight * share;
    all.mean += step * share;
    target_mean += target_step * share;
    weight = sum;
  }
  if (!(all.deviation > 0) || !(deviation_ > 0)) return 0;
  return std::clamp(all.product / std::sqrt(all.deviation) / deviation_, -1.0, 1.0);
}

double regression_f(double correlation, double n) {
  if (!(n > 2)) return 0;
  constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
  const double explained = correlation * correlation;
  const double left = 1 - explained;
  if (left <= rounding) return std::numeric_limits<double>::infinity();
  return explained / left * (n - 2);
}

}  // namespace measure
}  // namespace pith
