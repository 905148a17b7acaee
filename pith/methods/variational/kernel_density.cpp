// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/kernel_density.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "pith/base/elementary.h"
#include "pith/methods/variational/kernel_sums.h"

namespace pith {
inline namespace families {
namespace {

constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
constexpr double floor_share = 1e-3;       // relative to the overall sd
constexpr double pair_power = -1.0 / 6.0;  // of the bandwidths of two features

struct Spread {
  double weight = 0;
  double mean = 0;
  double deviation = 0;  // sd with divisor n-1

  double bandwidth(double floor, double power) const {
    const double sd = std::max(deviation, floor);
    return (sd > 0 ? sd : 1.0) * portable::power(weight, power);
  }
};

double weight_of(std::span<const double> weights, std::size_t row) {
  return weights.empty() ? 1.0 : weights[row];
}

Spread spread_of(std::span<const double> x, std::span<const std::uint32_t> rows,
                 std::span<const double> weights) {
  Spread spread;
  double sum = 0;
  for (const std::uint32_t row : rows) {
    spread.weight += weight_of(weights, row);
    sum += weight_of(weights, row) * x[row];
  }
  spread.mean = sum / spread.weight;
  double squares = 0;
  for (const std::uint32_t row : rows) {
    const double distance = x[row] - spread.mean;
    squares += weight_of(weights, row) * distance * distance;
  }
  if (spread.weight > 1) spread.deviation = std::sqrt(squares / (spread.weight - 1));
  return spread;
}

/// Values relative to a mean, in bandwidths.
struct Axis {
  std::span<const double> numbers;
  double mean = 0;
  double bandwidth = 1;

  double operator[](std::size_t row) const { return (numbers[row] - mean) / bandwidth; }
};

Axis axis_of(std::span<const double> x, const Spread& spread, double floor, double power) {
  return {x, spread.mean, spread.bandwidth(floor, power)};
}

double log_normal(double bandwidth) {
  return portable::log(bandwidth) + 0.5 * portable::log(2 * std::numbers::pi);
}

}  // namespace

/// The rows that have kernels, along one axis or two.
class KernelDensity::Cloud {
 public:
  Cloud(const Rows& rows, std::span<const double> weights) : rows_(rows) {
    const std::size_t padded = (rows.size() + kernel_lanes - 1) / kernel_lanes * kernel_lanes;
    weights_.resize(padded);
    for (std::size_t i = 0; i < rows.size(); ++i)
      weights_[i] = weight_of(weights, rows[i]);
    total_ = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  }

  void along(const Axis& axis) { lay(axis, u_); }
  void along(const Axis& axis, const Axis& other) {
    lay(axis, u_);
    lay(other, v_);
  }

  /// The place of the row, if it is a member and can be left out.
  std::size_t place_to_leave(std::uint32_t row, Rule rule) const {
    if (rule == Rule::resubstitution) return nowhere;
    const auto found = std::lower_bound(rows_.begin(), rows_.end(), row);
    if (found == rows_.end() || *found != row) return nowhere;
    const auto place = static_cast<std::size_t>(found - rows_.begin());
    return total_without(place) > 1e-12 * total_ ? place : nowhere;
  }

  double total_without(std::size_t place) const {
    return place == nowhere ? total_ : total_ - std::min(1.0, weights_[place]);
  }

  /// log sum[j] w_j exp(-((u - u_j)^2 + (v - v_j)^2) / 2), without one copy of the row `left_out`.
  double log_sum(double u, double v, std::size_t left_out) {
    const double kept = left_out == nowhere ? 0.0 : weights_[left_out];
    if (left_out != nowhere) weights_[left_out] = std::max(kept - 1.0, 0.0);
    // The sum is accurate unless all its terms are near the lower end of bounded_exp.
    const double sum = kernel_sum({.weights = weights_, .u = u_, .v = v_}, u, v);
    const double result = sum > 1e-280 ? portable::log(sum) : log_sum_far_out(u, v);
    if (left_out != nowhere) weights_[left_out] = kept;
    return result;
  }

 private:
  void lay(const Axis& axis, std::vector<double>& values) const {
    values.assign(weights_.size(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      values[i] = axis[rows_[i]];
  }

  double exponent(double u, double v, std::size_t place) const {
    const double du = u - u_[place];
    const double dv = v_.empty() ? 0.0 : v - v_[place];
    return -0.5 * (du * du + dv * dv);
  }
  double log_sum_far_out(double u, double v) const {
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t place = 0; place < rows_.size(); ++place) {
      if (weights_[place] > 0) best = std::max(best, exponent(u, v, place));
    }
    double sum = 0;
    for (std::size_t place = 0; place < rows_.size(); ++place) {
      if (weights_[place] > 0) sum += weights_[place] * portable::exp(exponent(u, v, place) - best);
    }
    return best + portable::log(sum);
  }

  const Rows& rows_;
  std::vector<double> weights_;
  std::vector<double> u_;
  std::vector<double> v_;
  double total_ = 0;
};

KernelDensity::KernelDensity(const Column& target, std::span<const double> weights, Rule rule,
                             Context context)
    : classes_(target.levels()),
      all_(target.rows()),
      weights_(weights),
      rule_(rule),
      context_(std::move(context)) {
  std::iota(all_.begin(), all_.end(), 0U);
  for (const std::uint32_t row : all_)
    classes_[target.code(row)].push_back(row);
}

void KernelDensity::log_density(std::span<const double> x, std::span<const std::uint32_t> rows,
                                std::span<double> result) const {
  const double floor = floor_share * spread_of(x, all_, weights_).deviation;
  for (std::size_t c = 0; c < classes(); ++c)
    density_in(classes_[c], x, floor, rows, result.subspan(c));
}

/// log density of x among `members`; result i goes to column[i * classes].
void KernelDensity::density_in(const Rows& members, std::span<const double> x, double floor,
                               std::span<const std::uint32_t> rows,
                               std::span<double> column) const {
  const Axis axis = axis_of(x, spread_of(x, members, weights_), floor, -0.2);
  Cloud cloud(members, weights_);
  cloud.along(axis);
  const double normal = log_normal(axis.bandwidth);
  for (const std::uint32_t row : rows) {
    context_.check_cancelled();
    const std::size_t left_out = cloud.place_to_leave(row, rule_);
    column[row * classes()] = cloud.log_sum(axis[row], 0, left_out) -
                              portable::log(cloud.total_without(left_out)) - normal;
  }
}

void KernelDensity::log_conditional(const Column& x, const Given& given,
                                    std::span<const std::uint32_t> rows,
                                    std::span<double> result) const {
  if (x.is_codes()) {
    codes_given_numbers(x, given.s.numbers(), rows, result);
  } else if (given.s.is_codes()) {
    numbers_given_codes(x.numbers(), given.s, rows, result);
  } else {
    numbers_given_numbers(x.numbers(), given, rows, result);
  }
}

void KernelDensity::log_kernel_sums(std::span<const double> s, std::span<const std::uint32_t> rows,
                                    std::span<double> result) const {
  const double floor = floor_share * spread_of(s, all_, weights_).deviation;
  for (std::size_t c = 0; c < classes(); ++c) {
    const Axis axis = axis_of(s, spread_of(s, classes_[c], weights_), floor, pair_power);
    Cloud cloud(classes_[c], weights_);
    cloud.along(axis);
    for (const std::uint32_t row : rows) {
      context_.check_cancelled();
      result[row * classes() + c] = cloud.log_sum(axis[row], 0, cloud.place_to_leave(row, rule_));
    }
  }
}

void KernelDensity::numbers_given_numbers(std::span<const double> x, const Given& given,
                                          std::span<const std::uint32_t> rows,
                                          std::span<double> result) const {
  const Numbers numbers = given.s.numbers();  // which may hold a copy
  const std::span<const double> s = numbers;
  std::vector<double> computed;
  std::span<const double> conditions = given.log_kernel_sums;
  if (conditions.empty()) {
    computed.resize(all_.size() * classes());
    log_kernel_sums(s, rows, computed);
    conditions = computed;
  }
  const double x_floor = floor_share * spread_of(x, all_, weights_).deviation;
  const double s_floor = floor_share * spread_of(s, all_, weights_).deviation;
  for (std::size_t c = 0; c < classes(); ++c) {
    const Rows& members = classes_[c];
    const Axis x_axis = axis_of(x, spread_of(x, members, weights_), x_floor, pair_power);
    const Axis s_axis = axis_of(s, spread_of(s, members, weights_), s_floor, pair_power);
    Cloud joint(members, weights_);
    joint.along(s_axis, x_axis);
    const double normal = log_normal(x_axis.bandwidth);
    for (const std::uint32_t row : rows) {
      context_.check_cancelled();
      const std::size_t left_out = joint.place_to_leave(row, rule_);
      result[row * classes() + c] = joint.log_sum(s_axis[row], x_axis[row], left_out) -
                                    conditions[row * classes() + c] - normal;
    }
  }
}

std::vector<KernelDensity::Rows> KernelDensity::by_level(const Rows& members,
                                                         const Column& codes) const {
  std::vector<Rows> levels(codes.levels());
  for (const std::uint32_t row : members)
    levels[codes.code(row)].push_back(row);
  return levels;
}

void KernelDensity::numbers_given_codes(std::span<const double> x, const Column& s,
                                        std::span<const std::uint32_t> rows,
                                        std::span<double> result) const {
  const double floor = floor_share * spread_of(x, all_, weights_).deviation;
  std::vector<Rows> asked(s.levels());
  for (const std::uint32_t row : rows)
    asked[s.code(row)].push_back(row);
  for (std::size_t c = 0; c < classes(); ++c) {
    const std::vector<Rows> cells = by_level(classes_[c], s);
    for (std::size_t level = 0; level < cells.size(); ++level) {
      double weight = 0;
      for (const std::uint32_t row : cells[level])
        weight += weight_of(weights_, row);
      const Rows& members = weight >= 2 ? cells[level] : classes_[c];
      density_in(members, x, floor, asked[level], result.subspan(c));
    }
  }
}

void KernelDensity::codes_given_numbers(const Column& x, std::span<const double> s,
                                        std::span<const std::uint32_t> rows,
                                        std::span<double> result) const {
  const double floor = floor_share * spread_of(s, all_, weights_).deviation;
  for (std::size_t c = 0; c < classes(); ++c) {
    const Axis axis = axis_of(s, spread_of(s, classes_[c], weights_), floor, -0.2);
    Cloud whole(classes_[c], weights_);
    whole.along(axis);
    const std::vector<Rows> cells = by_level(classes_[c], x);
    std::vector<Cloud> parts;
    for (const Rows& cell : cells)
      parts.emplace_back(cell, weights_).along(axis);
    for (const std::uint32_t row : rows) {
      context_.check_cancelled();
      Cloud& part = parts[x.code(row)];
      const std::size_t left_out = part.place_to_leave(row, rule_);
      // The only row of a level is left out of neither sum.
      const std::size_t left_out_of_all =
          left_out == nowhere ? nowhere : whole.place_to_leave(row, rule_);
      result[row * classes() + c] =
          part.log_sum(axis[row], 0, left_out) - whole.log_sum(axis[row], 0, left_out_of_all);
    }
  }
}

}  // namespace families
}  // namespace pith
