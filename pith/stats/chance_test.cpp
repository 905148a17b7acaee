// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/chance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "pith/base/random.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/counts.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

using Codes = std::vector<std::uint32_t>;

Codes codes_with(const std::vector<double>& counts) {
  Codes codes;
  for (std::size_t level = 0; level < counts.size(); ++level) {
    codes.insert(codes.end(), static_cast<std::size_t>(counts[level]),
                 static_cast<std::uint32_t>(level));
  }
  return codes;
}

double information_of(const Codes& x, const Codes& y) {
  const Column a = codes_column(x);
  const Column b = codes_column(y);
  Counts counts(a.levels(), b.levels());
  counts.update(a, b, {});
  return plug_in_entropy(counts.x_totals()) + plug_in_entropy(counts.y_totals()) -
         plug_in_entropy(counts.cells());
}

/// The twin: the mean over all distinct orders of y.
double mean_over_permutations(const std::vector<double>& x_counts,
                              const std::vector<double>& y_counts) {
  const Codes x = codes_with(x_counts);
  Codes y = codes_with(y_counts);
  double sum = 0;
  double orders = 0;
  do {
    sum += information_of(x, y);
    ++orders;
  } while (std::next_permutation(y.begin(), y.end()));
  return sum / orders;
}

/// The twin: the definition, with logarithms of factorials in extended precision.
long double term_by_definition(std::uint64_t n, std::uint64_t a, std::uint64_t b) {
  const auto log_choose = [](std::uint64_t m, std::uint64_t k) {
    const auto log_factorial = [](std::uint64_t i) {
      return std::lgamma(static_cast<long double>(i) + 1);
    };
    return log_factorial(m) - log_factorial(k) - log_factorial(m - k);
  };
  const long double mean =
      static_cast<long double>(a) * static_cast<long double>(b) / static_cast<long double>(n);
  long double sum = 0;
  for (std::uint64_t k = a + b > n ? a + b - n : 0; k <= std::min(a, b); ++k) {
    const long double probability =
        std::exp(log_choose(b, k) + log_choose(n - b, a - k) - log_choose(n, a));
    const auto count = static_cast<long double>(k);
    sum += probability * (k > 0 ? count * std::log(count / mean) - count + mean : mean);
  }
  return sum;
}

TEST(Chance, equals_the_mean_over_all_permutations) {
  using Margins = std::vector<double>;
  const std::vector<std::pair<Margins, Margins>> cases = {
      {{1, 1}, {1, 1}},          {{3, 2}, {2, 3}},
      {{4, 1}, {2, 2, 1}},       {{5, 3, 2}, {4, 6}},
      {{1, 1, 1, 1, 1}, {3, 2}}, {{2, 2, 2, 1}, {3, 2, 2}},
      {{6, 2, 1}, {1, 7, 1}},    {{7}, {3, 4}},
      {{5, 0, 3}, {0, 4, 4}},
  };
  for (const auto& [x, y] : cases) {
    EXPECT_NEAR(expected_information(x, y), mean_over_permutations(x, y), 1e-13);
    EXPECT_NEAR(expected_information(y, x), expected_information(x, y), 1e-15);
  }
}

TEST(Chance, equals_an_independent_program) {
  // expected_mutual_information() of scikit-learn 1.9.1.
  std::vector<double> many(150, 1.0);
  std::fill(many.begin() + 100, many.end(), 2.0);
  EXPECT_NEAR(expected_information(std::vector<double>(12, 1.0), std::vector<double>{5, 4, 3}),
              1.0775563270668045, 1e-12);
  EXPECT_NEAR(
      expected_information(std::vector<double>{40, 30, 20, 10}, std::vector<double>{50, 25, 25}),
      0.03200739475135153, 1e-12);
  EXPECT_NEAR(expected_information(std::vector<double>{300, 200, 100, 50, 25, 12, 6, 4, 2, 1},
                                   std::vector<double>{400, 200, 100}),
              0.01379099752913621, 1e-12);
  EXPECT_NEAR(expected_information(std::vector<double>{900, 800, 1100, 1200},
                                   std::vector<double>{1000, 2000, 1000}),
              0.0007507243311182583, 1e-12);
  EXPECT_NEAR(expected_information(many, std::vector<double>{120, 60, 20}), 0.7098555351572284,
              1e-12);
}

TEST(Chance, terms_equal_their_definition_for_small_and_large_means) {
  const Random random(3, 0);
  for (const std::uint64_t n : {2U, 3U, 17U, 200U, 5000U, 60'000U}) {
    for (std::uint64_t trial = 0; trial < 60; ++trial) {
      const std::uint64_t a = 1 + random.below(2 * trial, n);
      const std::uint64_t b = 1 + random.below(2 * trial + 1, n);
      const auto expected = static_cast<double>(term_by_definition(n, a, b));
      EXPECT_NEAR(chance_term(n, a, b), expected, 1e-10) << n << " " << a << " " << b;
      EXPECT_GE(chance_term(n, a, b), 0);
    }
  }
}

TEST(Chance, series_of_moments_continues_the_sum) {
  // Means on both sides of 128, where the sum ends and the series begins: a smooth function has
  // small differences of high order.
  for (const auto& [n, b] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {10'000, 1000}, {1'000'000, 40'000}, {3000, 2900}, {400, 390}}) {
    const std::uint64_t center = 128 * n / b;
    std::vector<double> values;
    for (std::uint64_t a = center - 4; a <= center + 4; ++a)
      values.push_back(chance_term(n, a, b));
    for (int order = 0; order < 4; ++order) {
      for (std::size_t i = 0; i + 1 < values.size(); ++i)
        values[i] = values[i + 1] - values[i];
      values.pop_back();
    }
    for (const double difference : values)
      EXPECT_NEAR(difference, 0, 3e-10) << n << " " << b;
  }
}

TEST(Chance, interpolated_values_equal_exact_ones) {
  const Random random(5, 0);
  const std::vector<std::vector<double>> targets = {{5000, 5000},
                                                    {9990, 10},
                                                    {9999, 1},
                                                    {100, 200, 400, 800, 1600, 3200, 3700},
                                                    std::vector<double>(1000, 10.0)};
  for (const std::vector<double>& target : targets) {
    const ChanceTable table(target, target.size());
    const double n = std::accumulate(target.begin(), target.end(), 0.0);
    for (std::uint64_t trial = 0; trial < 300; ++trial) {
      const std::uint64_t a = 200 + random.below(trial, static_cast<std::uint64_t>(n) - 199);
      double sum = 0;
      for (const double b : target)
        sum += chance_term(static_cast<std::uint64_t>(n), a, static_cast<std::uint64_t>(b));
      // As many levels of `a` rows as there may be have an error below 1e-13 together.
      EXPECT_NEAR(ChanceTable::nats(table(0, a)), sum / n, 1e-13 * static_cast<double>(a) / n) << a;
    }
  }
}

TEST(Chance, of_large_counts_needs_no_room) {
  // Beyond 2^18 rows values are computed when asked for.
  const std::vector<double> target = {3e9, 1e9, 5e8};
  const ChanceTable table(target, 3);
  EXPECT_LT(table.bytes(), std::size_t{4} << 20U);
  // Two levels of half the rows: (2 - 1)(3 - 1) / (2 n), but for terms of order 1/n^2.
  const double n = 4.5e9;
  EXPECT_NEAR(2 * ChanceTable::nats(table(0, static_cast<std::uint64_t>(n / 2))) * n, 1, 1e-6);
}

TEST(Chance, within_strata_is_the_weighted_mean_of_the_strata) {
  const std::vector<double> counts = {5, 3, 2, 0, 4, 4};  // two strata, three levels
  const std::vector<double> first = {6, 4};
  const std::vector<double> second = {1, 7};
  const ChanceTable table(counts, 3);
  ASSERT_EQ(table.strata(), 2U);
  std::int64_t sum = 0;
  for (const std::uint64_t count : {6U, 4U})
    sum += table(0, count);
  for (const std::uint64_t count : {1U, 7U})
    sum += table(1, count);
  const double expected =
      (10 * mean_over_permutations(first, {5, 3, 2}) + 8 * mean_over_permutations(second, {4, 4})) /
      18;
  EXPECT_NEAR(ChanceTable::nats(sum), expected, 1e-13);
}

TEST(Chance, does_not_depend_on_what_was_asked_for_first_or_on_threads) {
  const std::vector<double> target = {700, 1500, 2900};
  const ChanceTable upwards(target, 3);
  const ChanceTable downwards(target, 3);
  const ChanceTable shared(target, 3);
  std::vector<std::int64_t> values;
  for (std::uint64_t a = 0; a <= 5100; ++a)
    values.push_back(upwards(0, a));
  const auto ask = [&] {
    for (std::uint64_t a = 0; a <= 5100; ++a)
      EXPECT_EQ(shared(0, a * 4099 % 5101), values[a * 4099 % 5101]);
  };
  std::thread other(ask);
  ask();
  other.join();
  for (std::uint64_t a = 5101; a-- > 0;)
    EXPECT_EQ(downwards(0, a), values[a]) << a;
}

}  // namespace
}  // namespace stats
}  // namespace pith
