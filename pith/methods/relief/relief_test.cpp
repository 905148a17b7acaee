// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/relief.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/base/error.h"
#include "tests/support/relief_twin.h"

namespace pith {
inline namespace families {
namespace {

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i], 1e-12) << i;
}

TEST(Relief, of_four_rows_by_hand) {
  // One neighbour each. Row 0: hit 1 differs by .25, miss 2 by .5; row 1: hit .25, miss 2 .25;
  // row 2: hit 3 .5, miss 1 .25; row 3: hit .5, miss 1 .75.
  const Table table = table_of({{0, 1, 2, 4}}, {0, 0, 1, 1});
  expect_near(relief(table, {.neighbours = 1}, {}), {(0.5 + 0.25 + 0.25 + 0.75 - 1.5) / 4});
}

TEST(Relief, weighs_classes_by_their_shares) {
  // Three classes of 3, 2 and 1 rows; all rows of a class are alike in x0 and unlike in x1.
  const Table table = table_of({{0, 0, 0, 1, 1, 2}, {0, 4, 1, 3, 0, 4}},
                               std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2});
  // Class 0: 2/3 of .5 and 1/3 of 1; class 1: 3/4 of .5 and 1/4 of .5; class 2: 3/5 of 1 and 2/5
  // of .5.
  const double expected = (3 * (1.0 / 3 + 1.0 / 3) + 2 * 0.5 + 0.8) / 6;
  EXPECT_NEAR(relief(table, {.neighbours = 5}, {})[0], expected, 1e-15);
}

TEST(Relief, agrees_with_its_definition) {
  for (const bool has_gaps : {false, true}) {
    for (const std::size_t classes : {2U, 3U, 12U}) {
      const Table table = relief_twin::mixed_table(60, classes, has_gaps, classes);
      for (const std::size_t count : {1U, 3U, 50U})
        expect_near(relief(table, {.neighbours = count}, {}), relief_twin::relief(table, count));
    }
  }
}

TEST(Relief, of_a_sample_of_rows_ignores_the_others) {
  const Table table = relief_twin::mixed_table(60, 3, false, 8);
  std::vector<double> weights(60);
  weights[7] = weights[30] = 1;
  expect_near(relief(table, {.rows = {30, 7}}, {}), relief(table, {.weights = weights}, {}));
  for (double& weight : weights)
    weight = 2.5;
  expect_near(relief(table, {}, {}), relief(table, {.weights = weights}, {}));
}

TEST(Relief, by_rank_is_between_the_nearest_and_all) {
  const Table table = relief_twin::mixed_table(60, 2, false, 4);
  expect_near(relief(table, {.neighbours = 9, .sigma = 1e-3}, {}),
              relief(table, {.neighbours = 1}, {}));
  expect_near(relief(table, {.neighbours = 9, .sigma = 1e9}, {}),
              relief(table, {.neighbours = 9}, {}));
  // Two neighbours: 1 and exp(-1/4).
  const std::vector<double> one = relief(table, {.neighbours = 1}, {});
  const std::vector<double> two = relief(table, {.neighbours = 2}, {});
  const double second = std::exp(-0.25) / (1 + std::exp(-0.25));
  std::vector<double> expected;
  for (std::size_t i = 0; i < one.size(); ++i)
    expected.push_back((1 - second) * one[i] + second * (2 * two[i] - one[i]));
  expect_near(relief(table, {.neighbours = 2, .sigma = 2}, {}), expected);
}

TEST(Relief, keeps_to_the_memory_limit) {
  const Table table = relief_twin::mixed_table(400, 2, false, 4);
  const Context little{.memory = 1 << 20};
  EXPECT_NO_THROW(relief(table, {.neighbours = 1}, little));
  EXPECT_THROW(relief(table, {.neighbours = 1000}, little), Error);
  EXPECT_THROW(multisurf(table, {.memory = 1 << 19}), Error);
}

TEST(Relief, missing_values_alone_make_no_difference) {
  Mask missing;
  missing.set(0);
  missing.set(3);
  const double gap = std::nan("");
  const Table table =
      table_of({Column::from_numbers({gap, 5, 5, gap}, missing),
                codes_column({0, 0, 0, 0}, missing), Column::from_numbers({0, 1, 2, 4})},
               {0, 0, 1, 1});
  const std::vector<double> alone =
      relief(table_of({{0, 1, 2, 4}}, {0, 0, 1, 1}), {.neighbours = 1}, {});
  expect_near(relief(table, {.neighbours = 1}, {}), {0, 0, alone[0]});
}

/// Near rows of each row by the mean and deviation of its distances.
std::vector<double> plain_multisurf(const Table& table) {
  std::vector<double> scores(table.features());
  const std::size_t rows = table.rows();
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    double squares = 0;
    for (std::size_t other = 0; other < rows; ++other) {
      const double distance = relief_twin::distance(table, row, other);
      if (other != row) sum += distance;
      if (other != row) squares += distance * distance;
    }
    const double mean = sum / static_cast<double>(rows - 1);
    const double deviation = std::sqrt(squares / static_cast<double>(rows - 1) - mean * mean);
    std::vector<std::vector<std::size_t>> near(table.classes());
    for (std::size_t other = 0; other < rows; ++other) {
      if (other != row && relief_twin::distance(table, row, other) < mean - deviation / 2)
        near[table.target().code(other)].push_back(other);
    }
    const std::size_t own = table.target().code(row);
    double shares = 0;
    for (std::size_t c = 0; c < near.size(); ++c)
      shares += c != own && !near[c].empty() ? relief_twin::share(table, c) : 0;
    for (std::size_t c = 0; c < near.size(); ++c) {
      const double factor = c == own ? -1 : relief_twin::share(table, c) / shares;
      for (const std::size_t other : near[c]) {
        for (Feature feature = 0; feature < table.features(); ++feature) {
          scores[feature] += factor * relief_twin::difference(table.feature(feature), row, other) /
                             static_cast<double>(near[c].size() * rows);
        }
      }
    }
  }
  return scores;
}

TEST(Multisurf, agrees_with_its_definition) {
  for (const bool has_gaps : {false, true}) {
    for (const std::size_t classes : {2U, 4U}) {
      const Table table = relief_twin::mixed_table(45, classes, has_gaps, 3 + classes);
      expect_near(multisurf(table, {.threads = 2}), plain_multisurf(table));
    }
  }
}

TEST(Multisurf, has_no_near_rows_if_all_are_equally_distant) {
  // Every two of three categories differ; thirds that rounding must not tell apart.
  std::vector<Column> columns(3, codes_column({0, 1, 2, 3, 4, 5}));
  columns.push_back(Column::from_numbers({0.1, 0.1, 0.1, 0.1, 0.1, 0.1}));
  for (const double score : multisurf(table_of(columns, {0, 1, 0, 1, 0, 1}), {}))
    EXPECT_EQ(score, 0);
}

}  // namespace
}  // namespace families
}  // namespace pith
