// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/regression_relief.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/numeric_examples.h"
#include "tests/support/relief_twin.h"

namespace pith {
inline namespace families {
namespace {

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i], 1e-12) << i;
}

/// Numbers and categories, with gaps if asked for, against numbers.
Table mixed_table(std::size_t rows, bool has_gaps, std::uint64_t seed) {
  TableParts parts = relief_twin::mixed_table(rows, 2, has_gaps, seed).parts();
  std::vector<double> target(rows);
  for (std::size_t row = 0; row < rows; ++row)
    target[row] = 100 * Random(seed, 2).uniform(row) + (row % 3 == 0 ? 50 : 0);
  parts.target = Column::from_numbers(std::move(target));
  return Table(std::move(parts));
}

/// The k nearest rows of all, nearest first.
std::vector<std::size_t> nearest(const Table& table, std::size_t row, std::size_t count) {
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t other = 0; other < table.rows(); ++other) {
    if (other != row)
      all.emplace_back(std::round(1e9 * relief_twin::distance(table, row, other)), other);
  }
  std::sort(all.begin(), all.end());
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
    rows.push_back(all[i].second);
  return rows;
}

/// Figure 3 of Robnik-Sikonja and Kononenko (2003), line by line, with d(i, j) = 1 / k.
std::vector<double> naive(const Table& table, std::size_t count) {
  double different_target = 0;                      // N_dC
  std::vector<double> different(table.features());  // N_dA
  std::vector<double> both(table.features());       // N_dC&dA
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::vector<std::size_t> near = nearest(table, row, count);
    for (const std::size_t other : near) {
      const double weight = 1 / static_cast<double>(near.size());
      const double target = relief_twin::difference(table.target(), row, other);
      different_target += target * weight;
      for (Feature feature = 0; feature < table.features(); ++feature) {
        const double difference = relief_twin::difference(table.feature(feature), row, other);
        different[feature] += difference * weight;
        both[feature] += target * difference * weight;
      }
    }
  }
  const auto rows = static_cast<double>(table.rows());
  std::vector<double> scores;
  for (Feature feature = 0; feature < table.features(); ++feature) {
    scores.push_back(both[feature] / different_target -
                     (different[feature] - both[feature]) / (rows - different_target));
  }
  return scores;
}

TEST(RegressionRelief, of_four_rows_by_hand) {
  // One neighbour each, the row before or after: diff .25, .25, .25, .5; of y 1/3, 1/3, 2/3, 0.
  const Table table = numeric_table_of(Values{{0, 1, 2, 4}}, {0, 1, 3, 3});
  const double target = 1.0 / 3 + 1.0 / 3 + 2.0 / 3;
  const double both = 0.25 * target;
  expect_near(relief(table, {.neighbours = 1}, {}),
              {both / target - (0.25 * 3 + 0.5 - both) / (4 - target)});
}

TEST(RegressionRelief, agrees_with_the_published_algorithm) {
  for (const bool has_gaps : {false, true}) {
    const Table table = mixed_table(60, has_gaps, 5);
    for (const std::size_t count : {1U, 3U, 10U, 80U})
      expect_near(relief(table, {.neighbours = count}, {}), naive(table, count));
  }
}

TEST(RegressionRelief, leaves_out_the_first_term_if_the_target_of_neighbours_never_differs) {
  const Table table = numeric_table_of(Values{{0, 1, 9, 10}}, {1, 1, 2, 2});
  expect_near(relief(table, {.neighbours = 1}, {}), {-0.1});
}

TEST(RegressionRelief, leaves_out_the_second_term_if_it_always_differs_by_the_range) {
  const Table table = numeric_table_of(Values{{0, 1, 9, 10}}, {1, 2, 1, 2});
  expect_near(relief(table, {.neighbours = 1}, {}), {0.1});
}

TEST(RegressionRelief, weights_neighbours_by_rank_and_samples_rows) {
  const Table table = mixed_table(60, false, 4);
  expect_near(relief(table, {.neighbours = 9, .sigma = 1e-3}, {}),
              relief(table, {.neighbours = 1}, {}));
  expect_near(relief(table, {.neighbours = 9, .sigma = 1e9}, {}),
              relief(table, {.neighbours = 9}, {}));
  std::vector<std::uint32_t> all(60);
  for (std::uint32_t row = 0; row < 60; ++row)
    all[row] = 59 - row;
  expect_near(relief(table, {.rows = all}, {}), relief(table, {}, {}));
  EXPECT_NE(relief(table, {.rows = {7, 30}}, {}), relief(table, {}, {}));
}

/// MultiSURF with a numeric target as scikit-rebate has it.
std::vector<double> naive_multisurf(const Table& table) {
  const std::size_t n = table.rows();
  const auto others = static_cast<double>(n - 1);
  double mean = 0;
  double squares = 0;
  for (std::size_t row = 0; row < n; ++row)
    mean += table.target().number(row) / static_cast<double>(n);
  for (std::size_t row = 0; row < n; ++row)
    squares += std::pow(table.target().number(row) - mean, 2);
  const double bound = std::sqrt(squares / others);
  std::vector<double> scores(table.features());
  for (std::size_t row = 0; row < n; ++row) {
    double near = 0;
    double near_squares = 0;
    for (std::size_t other = 0; other < n; ++other) {
      if (other != row) near += relief_twin::distance(table, row, other) / others;
    }
    for (std::size_t other = 0; other < n; ++other) {
      if (other != row)
        near_squares += std::pow(relief_twin::distance(table, row, other) - near, 2);
    }
    const double limit = near - std::sqrt(near_squares / others) / 2;
    for (Feature feature = 0; feature < table.features(); ++feature) {
      double sums[2] = {};
      double counts[2] = {};
      for (std::size_t other = 0; other < n; ++other) {
        if (other == row || relief_twin::distance(table, row, other) >= limit - 1e-9) continue;
        const double apart = std::abs(table.target().number(row) - table.target().number(other));
        const std::size_t is_miss = apart < bound ? 0 : 1;
        sums[is_miss] += relief_twin::difference(table.feature(feature), row, other);
        ++counts[is_miss];
      }
      if (counts[1] > 0) scores[feature] += sums[1] / counts[1] / static_cast<double>(n);
      if (counts[0] > 0) scores[feature] -= sums[0] / counts[0] / static_cast<double>(n);
    }
  }
  return scores;
}

TEST(RegressionMultisurf, agrees_with_its_definition) {
  for (const bool has_gaps : {false, true}) {
    const Table table = mixed_table(40, has_gaps, 6);
    expect_near(multisurf(table, {}), naive_multisurf(table));
  }
}

TEST(RegressionMultisurf, agrees_with_scikit_rebate) {
  // feature_importances_ of MultiSURF of skrebate 0.8.4.
  const auto fractions = [](double start, double factor) {
    std::vector<double> numbers;
    for (int i = 0; i < 30; ++i)
      numbers.push_back(std::fmod(std::sqrt(i + start) * factor, 1.0));
    return numbers;
  };
  const Values features{fractions(1, 7.3), fractions(2, 11.7), fractions(3, 5.1)};
  std::vector<double> target;
  for (std::size_t row = 0; row < 30; ++row)
    target.push_back(features[0][row] * features[0][row] + 0.3 * features[1][row]);
  expect_near(multisurf(numeric_table_of(features, target), {}),
              {0.12298409758722559, -0.09250409598141074, -0.1684422014679713});
}

}  // namespace
}  // namespace families
}  // namespace pith
