// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/chance.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "pith/base/elementary.h"

namespace pith {
inline namespace stats {
namespace {

/// From this mean on, the first `moments` terms of the series leave out less than 1e-11 of a term,
/// and there are at most n / least_mean such terms, each divided by n.
constexpr double least_mean = 128;
constexpr std::size_t moments = 14;

double log_of(std::uint64_t k) {
  constexpr std::size_t size = 512;  // more than any k that matters below least_mean
  static const std::array<double, size> logs = [] {
    std::array<double, size> made{};
    for (std::size_t i = 1; i < size; ++i)
      made[i] = portable::log(static_cast<double>(i));
    return made;
  }();
  return k < size ? logs[k] : portable::log(static_cast<double>(k));
}

/// The sum over k, from the mode outwards. The weights are relative to the mode, so that no
/// factorial is needed.
double term_by_sum(double n, double a, double b) {
  constexpr double negligible = 1e-20;
  const double mean = a * b / n;
  const double shift = portable::log(mean) + 1;
  const auto value = [&](double k) {
    return k > 0 ? k * (log_of(static_cast<std::uint64_t>(k)) - shift) + mean : mean;
  };
  const double lowest = std::max(0.0, a + b - n);
  const double highest = std::min(a, b);
  const double mode = std::clamp(std::floor((a + 1) * (b + 1) / (n + 2)), lowest, highest);
  const double neither = n - a - b;
  double weights = 1;
  double sum = value(mode);
  double weight = 1;
  for (double k = mode; k < highest; ++k) {
    weight *= (a - k) * (b - k) / ((k + 1) * (neither + k + 1));
    if (weight < negligible) break;
    weights += weight;
    sum += weight * value(k + 1);
  }
  weight = 1;
  for (double k = mode; k > lowest; --k) {
    weight *= k * (neither + k) / ((a - k + 1) * (b - k + 1));
    if (weight < negligible) break;
    weights += weight;
    sum += weight * value(k - 1);
  }
  return sum / weights;
}

/// The expectation of the Taylor series k log(k/m) - k + m = sum[j >= 2] (-1)^j (k - m)^j / (j (j -
/// 1) m^(j-1)). The central moments follow from E[f(k) k (n-a-b+k)] = E[f(k+1) (a-k) (b-k)] with
/// powers of k - m for f.
double term_by_moments(double n, double a, double b) {
  const double mean = a * b / n;
  const double product = mean * ((n - a) / n) * (n - b);
  const double slope = a + b - 2 * mean;
  std::array<double, moments + 1> moment{1.0};
  double sum = 0;
  double power = 1;
  for (std::size_t j = 1; j < moments; ++j) {
    const auto order = static_cast<double>(j);
    double binomial = 1;
    double next = 0;
    for (std::size_t i = 0; i + 1 < j; ++i) {
      next += binomial * (moment[i + 2] - slope * moment[i + 1] + product * moment[i]);
      binomial *= (order - static_cast<double>(i)) / static_cast<double>(i + 1);
    }
    next += order * (product * moment[j - 1] - slope * moment[j]);
    moment[j + 1] = next / (n - order);
    power *= -mean;
    sum -= moment[j + 1] / (order * (order + 1) * power);
  }
  return std::max(0.0, sum);
}

/// The distance of the counts that are computed exactly: every one below 256, then between 1/128
/// and 1/64 of the count.
std::uint64_t step_at(std::uint64_t count) {
  constexpr std::uint64_t least = 256;
  return count < least ? 1 : std::bit_floor(count) >> 6U;
}

}  // namespace

double chance_term(std::uint64_t n, std::uint64_t a, std::uint64_t b) {
  if (a == 0 || b == 0 || a == n || b == n) return 0;
  const auto rows = static_cast<double>(n);
  const auto drawn = static_cast<double>(a);
  const auto marked = static_cast<double>(b);
  return drawn * marked / rows < least_mean ? term_by_sum(rows, drawn, marked)
                                            : term_by_moments(rows, drawn, marked);
}

ChanceTable::ChanceTable(std::span<const double> counts, std::size_t levels)
    : total_(std::accumulate(counts.begin(), counts.end(), 0.0)) {
  constexpr std::uint64_t max_room = std::uint64_t{1} << 18U;
  std::size_t size = 0;
  std::vector<double> sorted(levels);
  for (std::size_t begin = 0; begin < counts.size(); begin += levels) {
    const auto here = counts.subspan(begin, levels);
    std::partial_sort_copy(here.begin(), here.end(), sorted.begin(), sorted.end());
    Stratum stratum;
    stratum.first_level = levels_.size();
    for (const double count : sorted) {
      const auto whole = static_cast<std::uint64_t>(count);
      if (whole == 0) continue;
      stratum.rows += whole;
      if (levels_.size() == stratum.first_level || levels_.back().count != whole)
        levels_.push_back({.count = whole, .times = 0});
      ++levels_.back().times;
    }
    stratum.last_level = levels_.size();
    stratum.start = size;
    stratum.room = std::min(stratum.rows + 1, max_room);
    size += stratum.room;
    strata_.push_back(stratum);
  }
  values_ = std::vector<std::atomic<std::int64_t>>(size);
}

std::size_t ChanceTable::bytes() const {
  return values_.size() * sizeof(values_[0]) + levels_.size() * sizeof(Level) +
         strata_.size() * sizeof(Stratum);
}

std::int64_t ChanceTable::find(const Stratum& stratum, std::uint64_t count) const {
  const bool is_shared = count < stratum.room;
  const std::int64_t value =
      is_shared && !is_node(stratum, count) ? interpolated(stratum, count) : exact(stratum, count);
  if (is_shared) values_[stratum.start + count].store(value + 1, std::memory_order_relaxed);
  return value;
}

std::int64_t ChanceTable::exact(const Stratum& stratum, std::uint64_t count) const {
  double sum = 0;
  for (std::size_t i = stratum.first_level; i < stratum.last_level; ++i)
    sum += levels_[i].times * chance_term(stratum.rows, count, levels_[i].count);
  return std::llround(std::ldexp(sum / total_, shift));
}

bool ChanceTable::is_node(const Stratum& stratum, std::uint64_t count) {
  const std::uint64_t step = step_at(count);
  return count % step == 0 || count > stratum.rows / step * step;
}

std::int64_t ChanceTable::interpolated(const Stratum& stratum, std::uint64_t count) const {
  // Eight multiples of the step, as central as the stratum allows.
  constexpr std::size_t nodes = 8;
  const std::uint64_t step = step_at(count);
  const std::uint64_t first =
      std::min(count / step - (nodes / 2 - 1), stratum.rows / step - (nodes - 1));
  const double place =
      static_cast<double>(count) / static_cast<double>(step) - static_cast<double>(first);
  double value = 0;
  for (std::size_t i = 0; i < nodes; ++i) {
    const auto here = static_cast<double>(i);
    double weight = 1;
    for (double other = 0; other < nodes; ++other) {
      if (other != here) weight *= (place - other) / (here - other);
    }
    // Where a larger step begins, not every node is one of its neighbours. What is stored must not
    // depend on what was asked for first.
    const std::uint64_t node = (first + i) * step;
    const std::int64_t at_node =
        is_node(stratum, node) ? (*this)(static_cast<std::size_t>(&stratum - &strata_[0]), node)
                               : exact(stratum, node);
    value += weight * static_cast<double>(at_node);
  }
  return std::max<std::int64_t>(0, std::llround(value));
}

double expected_information(std::span<const double> x_counts, std::span<const double> y_counts) {
  const ChanceTable table(y_counts, y_counts.size());
  std::int64_t sum = 0;
  for (const double count : x_counts)
    sum += table(0, static_cast<std::uint64_t>(count));
  return ChanceTable::nats(sum);
}

}  // namespace stats
}  // namespace pith
