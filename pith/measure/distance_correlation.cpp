// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/distance_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pith {
inline namespace measure {
namespace {

/// Numbers about their mean, in units of their standard deviation; empty for a constant. Distances
/// in these units neither overflow nor lose digits to an offset.
std::vector<double> standardized(std::span<const double> numbers, std::span<const double> weights) {
  const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
  if (!(*lowest < *highest)) return {};
  const double origin = *lowest;
  const double range = *highest - *lowest;
  const auto weight = [&](std::size_t row) { return weights.empty() ? 1.0 : weights[row]; };
  std::vector<double> made(numbers.size());
  double sum = 0;
  double all = 0;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    made[row] = (numbers[row] - origin) / range;
    sum += weight(row) * made[row];
    all += weight(row);
  }
  double squares = 0;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    made[row] -= sum / all;
    squares += weight(row) * made[row] * made[row];
  }
  const double deviation = std::sqrt(squares / all);
  for (double& number : made)
    number /= deviation;
  return made;
}

/// Weighted sums of rows: of 1, x, y and xy.
struct Sums {
  double weight = 0;
  double x = 0;
  double y = 0;
  double xy = 0;

  void add(const Sums& other) {
    weight += other.weight;
    x += other.x;
    y += other.y;
    xy += other.xy;
  }
  /// sum[j] w_j (x - x_j) (y - y_j) over the rows j.
  double product(double own_x, double own_y) const {
    return (own_x * own_y * weight - own_x * y) + (xy - own_y * x);
  }
};

/// Sums of the rows whose rank is below another one (Fenwick).
class RankSums {
 public:
  explicit RankSums(std::size_t ranks) : nodes_(ranks + 1) {}

  void add(std::size_t rank, const Sums& row) {
    for (; rank < nodes_.size(); rank += rank & (~rank + 1))
      nodes_[rank].add(row);
  }
  Sums below(std::size_t rank) const {
    Sums sums;
    for (--rank; rank > 0; rank -= rank & (~rank + 1))
      sums.add(nodes_[rank]);
    return sums;
  }

 private:
  std::vector<Sums> nodes_;  // ranks start at 1
};

}  // namespace

DistanceTarget::DistanceTarget(const Column& target, std::span<const double> weights)
    : weights_(weights), codes_(target.rows()), means_(target.rows()) {
  const std::size_t rows = target.rows();
  for (std::size_t row = 0; row < rows; ++row)
    weight_ += weight(row);
  if (target.is_codes()) {
    levels_ = target.levels();
    std::vector<double> totals(levels_);
    for (std::size_t row = 0; row < rows; ++row) {
      codes_[row] = target.code(row);
      totals[codes_[row]] += weight(row);
    }
    for (std::size_t row = 0; row < rows; ++row)
      means_[row] = 1 - totals[codes_[row]] / weight_;
  } else {
    numbers_ = standardized(target.numbers(), weights);
    if (numbers_.empty()) return;
    std::vector<std::uint32_t> order(rows);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return numbers_[a] < numbers_[b] || (numbers_[a] == numbers_[b] && a < b);
    });
    double below = 0;
    double sum_below = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const double y = numbers_[order[i]];
      if (i == 0 || y != numbers_[order[i - 1]]) ++levels_;
      codes_[order[i]] = static_cast<std::uint32_t>(levels_);
      // The sum of all standardised numbers is 0.
      means_[order[i]] = 2 * (y * below - sum_below) / weight_ - y;
      below += weight(order[i]);
      sum_below += weight(order[i]) * y;
    }
  }
  double squares = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    mean_ += weight(row) * means_[row] / weight_;
    squares += weight(row) * means_[row] * means_[row] / weight_;
  }
  // The mean of b_ij^2: of numbers of variance 1 it is 2, and [y_i != y_j] is its own square.
  const double square = target.is_codes() ? mean_ : 2;
  variance_ = std::max(0.0, square + mean_ * mean_ - 2 * squares);
}

double DistanceTarget::product_with_numbers(std::span<const Entry> sorted) const {
  RankSums ranks(levels_);
  Sums all;
  double sum = 0;
  for (const Entry& entry : sorted) {
    const double y = numbers_[entry.row];
    const double w = weight(entry.row);
    const double below = ranks.below(codes_[entry.row]).product(entry.number, y);
    sum += w * (2 * below - all.product(entry.number, y));
    const Sums own{w, w * entry.number, w * y, w * entry.number * y};
    ranks.add(codes_[entry.row], own);
    all.add(own);
  }
  return 2 * sum;
}

double DistanceTarget::product_with_classes(std::span<const Entry> sorted) const {
  std::vector<Sums> classes(levels_);
  Sums all;
  double sum = 0;
  for (const Entry& entry : sorted) {
    const double w = weight(entry.row);
    Sums& own = classes[codes_[entry.row]];
    sum += w * (entry.number * (all.weight - own.weight) - (all.x - own.x));
    const Sums row{w, w * entry.number, 0, 0};
    own.add(row);
    all.add(row);
  }
  return 2 * sum;
}

double DistanceTarget::product(std::span<const Entry> sorted) const {
  return numbers_.empty() ? product_with_classes(sorted) : product_with_numbers(sorted);
}

double DistanceTarget::correlation(std::span<const double> numbers) const {
  const std::vector<double> x = standardized(numbers, weights_);
  if (x.empty() || !(variance_ > 0)) return 0;
  std::vector<Entry> sorted(x.size());
  for (std::size_t row = 0; row < x.size(); ++row)
    sorted[row] = {x[row], static_cast<std::uint32_t>(row)};
  std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
    return a.number < b.number || (a.number == b.number && a.row < b.row);
  });
  double below = 0;
  double sum_below = 0;
  double mean = 0;
  double squares = 0;
  double mixed = 0;
  for (const Entry& entry : sorted) {
    const double w = weight(entry.row);
    const double own = 2 * (entry.number * below - sum_below) / weight_ - entry.number;
    mean += w * own;
    squares += w * own * own;
    mixed += w * own * means_[entry.row];
    below += w;
    sum_below += w * entry.number;
  }
  mean /= weight_;
  const double variance = 2 + mean * mean - 2 * squares / weight_;
  const double covariance =
      product(sorted) / (weight_ * weight_) + mean * mean_ - 2 * mixed / weight_;
  if (!(variance > 0) || !(covariance > 0)) return 0;
  return std::min(1.0, std::sqrt(covariance / std::sqrt(variance * variance_)));
}

}  // namespace measure
}  // namespace pith
