// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/pair_entropies.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <set>

#include "pith/base/random.h"
#include "tests/support/cpu_time.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

using Codes = std::vector<std::uint32_t>;

/// The twin: weights added up in a map.
double entropy(const std::vector<Codes>& columns, const std::vector<double>& weights) {
  std::map<Codes, double> counts;
  double total = 0;
  for (std::size_t row = 0; row < columns[0].size(); ++row) {
    Codes key;
    for (const Codes& column : columns)
      key.push_back(column[row]);
    const double weight = weights.empty() ? 1.0 : weights[row];
    counts[key] += weight;
    total += weight;
  }
  double sum = 0;
  for (const auto& [key, count] : counts)
    sum -= count / total * std::log(count / total);
  return sum;
}

struct Shape {
  std::size_t rows = 0;
  std::size_t classes = 0;
};

Table table_with(const std::vector<Codes>& features, const Codes& target,
                 const std::vector<double>& weights) {
  TableParts parts;
  for (const Codes& codes : features) {
    parts.features.push_back(codes_column(codes));
    parts.names.push_back(std::to_string(parts.names.size()));
  }
  parts.target = codes_column(target);
  parts.weights = weights;
  return Table(std::move(parts));
}

/// Every pair of features of many different numbers of levels, with and without target and weights;
/// notes which kernels were used.
void expect_twin(const Shape& shape, std::set<CountKernel>& used) {
  std::vector<Codes> features;
  for (const std::size_t levels : {1U, 2U, 3U, 5U, 10U, 12U, 16U, 33U, 34U, 256U, 257U, 900U})
    features.push_back(random_codes(shape.rows, levels, levels));
  const Codes target = random_codes(shape.rows, shape.classes, 77);
  const Feature stride = shape.rows < 1000 ? 1 : 3;  // the twin takes its time
  std::vector<double> weights(shape.rows);
  for (std::size_t row = 0; row < shape.rows; ++row)
    weights[row] = 0.25 * static_cast<double>(1 + row % 5);
  for (const auto& given : {std::vector<double>{}, weights}) {
    const Table table = table_with(features, target, given);
    for (const bool with_target : {true, false}) {
      const CodePanel panel(table, with_target, {});
      const CountLogs logs(table.rows());
      PairCounter counter(panel, logs);
      for (Feature x = 0; x < features.size(); ++x) {
        for (Feature s = 0; s < features.size(); s += stride) {
          const PairEntropies found = counter.count(x, s);
          used.insert(panel.kernel(x, s));
          EXPECT_NEAR(found.x, entropy({features[x]}, given), 1e-12);
          EXPECT_NEAR(found.s, entropy({features[s]}, given), 1e-12);
          EXPECT_NEAR(found.xs, entropy({features[x], features[s]}, given), 1e-12);
          if (with_target) {
            EXPECT_NEAR(found.xsy, entropy({features[x], features[s], target}, given), 1e-12);
          }
        }
      }
    }
  }
}

TEST(PairCounter, equals_the_plain_count_for_every_kernel) {
  std::set<CountKernel> used;
  for (const Shape& shape : std::vector<Shape>{{2, 2}, {3, 2}, {63, 3}, {64, 2}, {65, 9}, {700, 3}})
    expect_twin(shape, used);
  expect_twin({9000, 2}, used);
  EXPECT_EQ(used, (std::set{CountKernel::planes, CountKernel::bytes, CountKernel::cells,
                            CountKernel::hashed}));
}

TEST(PairCounter, gives_the_same_bits_for_many_features_at_once) {
  const std::size_t rows = 40'000;  // several parts, in every class but one
  std::vector<Codes> features;
  for (std::size_t i = 0; i < 60; ++i)
    features.push_back(random_codes(rows, 2 + (11 * i) % 77, i));
  Codes target = random_codes(rows, 3, 7);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = row < 1000 ? 2 : target[row] % 2;
  std::size_t grouped = 0;
  for (const bool with_target : {true, false}) {
    const CodePanel panel(table_with(features, target, {}), with_target, {});
    const CountLogs logs(rows, Correction::miller_madow);
    PairCounter counter(panel, logs);
    std::vector<Feature> xs(features.size());
    std::iota(xs.begin(), xs.end(), Feature{0});
    for (const Feature s : {2U, 5U, 17U, 33U}) {
      std::vector<PairEntropies> found(xs.size());
      counter.count_all(xs, s, found.data());
      for (const Feature x : xs) {
        const PairEntropies expected = counter.count(x, s);
        EXPECT_EQ(found[x].x, expected.x);
        EXPECT_EQ(found[x].s, expected.s);
        EXPECT_EQ(found[x].xs, expected.xs) << x << " and " << s;
        EXPECT_EQ(found[x].xsy, expected.xsy) << x << " and " << s;
        grouped += panel.is_grouped(x, s) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(grouped, 100U);
}

TEST(PairCounter, counts_two_columns_of_sixty_thousand_levels) {
  // The number of cells, 3.6e9, is more than 32 bits hold, and so is the memory of a table.
  const std::size_t rows = 120'000;
  Codes x(rows);
  Codes s(rows);
  Codes y(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    x[row] = static_cast<std::uint32_t>(row % 60'000);
    s[row] = static_cast<std::uint32_t>((row % 60'000 * 7919 + row / 60'000) % 60'000);
    y[row] = static_cast<std::uint32_t>(row / 60'000);
  }
  for (const auto& weights : {std::vector<double>{}, std::vector<double>(rows, 0.5)}) {
    const CodePanel panel(table_with({x, s}, y, weights), true, {});
    const CountLogs logs(rows);
    PairCounter counter(panel, logs);
    ASSERT_EQ(panel.kernel(0, 1), CountKernel::hashed);
    const PairEntropies found = counter.count(0, 1);
    EXPECT_NEAR(found.x, std::log(60'000.0), 1e-12);
    EXPECT_NEAR(found.s, std::log(60'000.0), 1e-12);
    EXPECT_NEAR(found.xs, std::log(120'000.0), 1e-11);  // every pair occurs once
    EXPECT_NEAR(found.xsy, std::log(120'000.0), 1e-11);
  }
}

TEST(PairCounter, gives_the_same_bits_whatever_the_order_of_the_rows) {
  const std::size_t rows = 1000;
  std::vector<Codes> features = {random_codes(rows, 4, 1), random_codes(rows, 40, 2),
                                 random_codes(rows, 700, 3)};
  Codes target = random_codes(rows, 3, 4);
  std::vector<Codes> turned = features;
  Codes turned_target = target;
  for (Codes& codes : turned)
    std::rotate(codes.begin(), codes.begin() + 371, codes.end());
  std::rotate(turned_target.begin(), turned_target.begin() + 371, turned_target.end());
  const CodePanel panel(table_with(features, target, {}), true, {});
  const CodePanel turned_panel(table_with(turned, turned_target, {}), true, {});
  const CountLogs logs(rows);
  PairCounter counter(panel, logs);
  PairCounter turned_counter(turned_panel, logs);
  for (Feature x = 0; x < 3; ++x) {
    for (Feature s = 0; s < 3; ++s) {
      const PairEntropies a = counter.count(x, s);
      const PairEntropies b = turned_counter.count(x, s);
      EXPECT_EQ(a.xs, b.xs);
      EXPECT_EQ(a.xsy, b.xsy);
    }
  }
}

TEST(KeyNumbers, number_keys_by_first_occurrence) {
  KeyNumbers numbers;
  for (int round = 0; round < 2; ++round) {
    numbers.reset(1000);
    for (std::uint64_t i = 0; i < 1000; ++i)
      EXPECT_EQ(numbers.number(i << 40U), i);
    for (std::uint64_t i = 0; i < 1000; ++i)
      EXPECT_EQ(numbers.number(i << 40U), i);
    EXPECT_EQ(numbers.size(), 1000U);
  }
}

TEST(KeyNumbers, are_not_slowed_down_by_keys_that_collide) {
  // Keys whose products with the golden ratio begin alike.
  constexpr std::uint64_t back = 0xF1DE'83E1'9937'733DU;
  static_assert(back * 0x9E37'79B9'7F4A'7C15U == 1);
  constexpr std::size_t count = 30'000;
  const auto time = [](std::uint64_t factor) {
    return least_cpu_time([&] {
      KeyNumbers numbers;
      numbers.reset(count);
      for (int again = 0; again < 2; ++again) {
        for (std::uint64_t i = 1; i <= count; ++i)
          ASSERT_EQ(numbers.number(i * factor), i - 1);
      }
    });
  };
  EXPECT_LT(time(back), 30 * time(1));
}

}  // namespace
}  // namespace stats
}  // namespace pith
