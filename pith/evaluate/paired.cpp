// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/paired.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "pith/base/assert.h"
#include "pith/evaluate/shared_ranks.h"
#include "pith/stats/tails.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t max_exact = 50;
constexpr std::size_t max_exact_with_ties = 13;

struct Differences {
  std::vector<double> values;  ///< a - b, or 0 if that is within rounding
  double rounding = 0;
};

Differences differences_of(std::span<const double> a, std::span<const double> b) {
  PITH_ASSERT(a.size() == b.size());
  Differences all{.rounding = std::max(rounding_of(a), rounding_of(b))};
  all.values.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double value = a[i] - b[i];
    all.values.push_back(std::abs(value) <= all.rounding ? 0 : value);
  }
  return all;
}

double mean_of(std::span<const double> values) {
  if (values.empty()) return undefined;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// A mean and its standard error sqrt((1/J + overlap) s^2), which is 0 if the values are equal up
/// to rounding. There must be at least two values.
struct Estimate {
  double mean = 0;
  double error = 0;
};

Estimate estimate(std::span<const double> values, double rounding, double overlap) {
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  if (*max - *min <= rounding) return {.mean = *min, .error = 0};
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values)
    squares += (value - mean) * (value - mean);
  const auto count = static_cast<double>(values.size());
  return {.mean = mean, .error = std::sqrt((1 / count + overlap) * squares / (count - 1))};
}

/// The two-sided p-value: the share of the 2^n assignments of signs with a sum of positive ranks at
/// least as extreme as this. Ranks are multiples of a half, so sums are indexed by their doubles;
/// the counts are integers below 2^53.
double exact_p(const std::vector<double>& ranks, double smaller_sum) {
  const std::size_t n = ranks.size();
  std::vector<double> ways(n * (n + 1) + 1, 0);  // indexed by twice the sum
  ways[0] = 1;
  std::size_t reached = 0;
  for (const double rank : ranks) {
    const auto step = static_cast<std::size_t>(2 * rank);
    reached += step;
    for (std::size_t sum = reached; sum >= step; --sum)
      ways[sum] += ways[sum - step];
  }
  const auto last = static_cast<std::ptrdiff_t>(2 * smaller_sum);
  const double below = std::accumulate(ways.begin(), ways.begin() + last + 1, 0.0);
  return std::min(1.0, 2 * std::ldexp(below, -static_cast<int>(n)));
}

}  // namespace

PairedTest paired_t(std::span<const double> a, std::span<const double> b, double overlap) {
  PITH_ASSERT(overlap >= 0);
  const Differences differences = differences_of(a, b);
  PairedTest test{.difference = mean_of(differences.values),
                  .statistic = undefined,
                  .p = undefined,
                  .pairs = a.size()};
  if (test.pairs < 2) return test;
  const Estimate found = estimate(differences.values, differences.rounding, overlap);
  test.difference = found.mean;
  if (found.error > 0) {
    test.statistic = found.mean / found.error;
  } else {
    test.statistic = found.mean == 0 ? 0 : std::copysign(infinity, found.mean);
  }
  test.p = student_p(test.statistic, static_cast<double>(test.pairs - 1));
  return test;
}

PairedTest wilcoxon(std::span<const double> a, std::span<const double> b) {
  const Differences differences = differences_of(a, b);
  PairedTest test{.difference = mean_of(differences.values),
                  .statistic = undefined,
                  .p = undefined,
                  .pairs = a.size()};
  if (test.pairs < 2) return test;
  std::vector<double> sizes;
  std::vector<double> signs;
  for (const double value : differences.values) {
    if (value == 0) continue;
    sizes.push_back(std::abs(value));
    signs.push_back(value > 0 ? 1 : -1);
  }
  const SharedRanks shared = shared_ranks(sizes, differences.rounding);
  test.statistic = std::inner_product(signs.begin(), signs.end(), shared.ranks.begin(), 0.0);
  const auto n = static_cast<double>(sizes.size());
  const double all = n * (n + 1) / 2;  // sum of the ranks
  if (sizes.size() <= (shared.ties > 0 ? max_exact_with_ties : max_exact)) {
    test.p = exact_p(shared.ranks, (all - std::abs(test.statistic)) / 2);
    return test;
  }
  // The sum of the squares of the ranks.
  const double variance = n * (n + 1) * (2 * n + 1) / 6 - shared.ties / 12;
  test.p = normal_p(test.statistic / std::sqrt(variance));
  return test;
}

Interval mean_interval(std::span<const double> values, double confidence, double overlap) {
  PITH_ASSERT(confidence > 0 && confidence < 1 && overlap >= 0);
  if (values.size() < 2) return {.mean = mean_of(values), .lower = undefined, .upper = undefined};
  const Estimate found = estimate(values, rounding_of(values), overlap);
  const double reach =
      found.error * student_quantile(0.5 + confidence / 2, static_cast<double>(values.size() - 1));
  return {.mean = found.mean, .lower = found.mean - reach, .upper = found.mean + reach};
}

Verdict verdict(const PairedTest& test, double alpha) {
  if (!(test.p < alpha)) return Verdict::tie;
  return test.statistic < 0 ? Verdict::win : Verdict::loss;
}

void Tally::add(Verdict verdict) {
  switch (verdict) {
    case Verdict::win:
      ++wins;
      return;
    case Verdict::tie:
      ++ties;
      return;
    case Verdict::loss:
      ++losses;
      return;
  }
}

}  // namespace pith
