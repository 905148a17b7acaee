// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/differences.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/support/relief_twin.h"

namespace pith {
inline namespace geometry {
namespace {

std::vector<std::uint32_t> backwards(std::size_t rows) {
  std::vector<std::uint32_t> order(rows);
  std::iota(order.rbegin(), order.rend(), 0U);
  return order;
}

std::vector<RowPair> all_pairs(std::size_t rows) {
  std::vector<RowPair> pairs;
  for (std::uint32_t a = 0; a < rows; ++a) {
    for (std::uint32_t b = 0; b < rows; ++b)
      pairs.push_back({.a = a, .b = b});
  }
  return pairs;
}

TEST(Differences, rules_for_missing_values) {
  Mask missing;
  missing.set(2);
  missing.set(3);
  const double nan = std::nan("");
  const Table table =
      table_of({Column::from_numbers({0, 8, nan, nan, 10}, missing),
                codes_column({0, 1, 0, 0, 3}, missing), Column::from_numbers({7, 7, 7, 7, 7})},
               {0, 1, 0, 1, 0});
  const Differences differences(table, {0, 1, 2, 3, 4}, {});
  EXPECT_EQ(differences.size(), 2U);  // the constant is left out
  const auto distance = [&](std::uint32_t a, std::uint32_t b) {
    std::vector<RowPair> pair{{.a = a, .b = b}};
    differences.add_distances(pair, {});
    return pair[0].value;
  };
  EXPECT_DOUBLE_EQ(distance(0, 1), 0.8 + 1);
  EXPECT_DOUBLE_EQ(distance(1, 2), 0.8 + 0.75);
  EXPECT_DOUBLE_EQ(distance(2, 0), 1 + 0.75);
  EXPECT_DOUBLE_EQ(distance(2, 3), 1 + 0.75);
  EXPECT_DOUBLE_EQ(distance(1, 4), 0.2 + 1);
}

TEST(Differences, distances_are_sums_of_differences) {
  for (const bool has_missing : {false, true}) {
    const Table table = relief_twin::mixed_table(23, 2, has_missing, 5);
    const Differences differences(table, backwards(23), {});
    std::vector<RowPair> pairs = all_pairs(23);
    differences.add_distances(pairs, {.threads = 3});
    std::vector<double> plain(23);
    for (const RowPair& pair : pairs) {
      const double expected = relief_twin::distance(table, 22 - pair.a, 22 - pair.b);
      EXPECT_NEAR(pair.value, expected, 1e-14);
      if (pair.b == 0) differences.plain_distances(pair.a, plain);
      EXPECT_EQ(plain[pair.b], expected);  // summed in the order of the features
    }
  }
}

TEST(Differences, sums_over_weighted_pairs) {
  const Table table = relief_twin::mixed_table(17, 2, true, 6);
  const Differences differences(table, backwards(17), {});
  std::vector<RowPair> pairs = all_pairs(17);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    pairs[i].value = std::cos(static_cast<double>(i));
  std::vector<double> sums(table.features(), 1.0);
  differences.add_sums(pairs, sums, {.threads = 2});
  for (Feature feature = 0; feature < table.features(); ++feature) {
    double expected = 1;
    for (const RowPair& pair : pairs)
      expected +=
          pair.value * relief_twin::difference(table.feature(feature), 16 - pair.a, 16 - pair.b);
    EXPECT_NEAR(sums[feature], expected, 1e-12);
  }
}

TEST(Differences, sums_over_weighted_runs) {
  for (const bool has_missing : {false, true}) {
    const Table table = relief_twin::mixed_table(67, 2, has_missing, 6);
    const Differences differences(table, backwards(67), {});
    std::vector<std::uint32_t> all(67);
    std::iota(all.begin(), all.end(), 0U);
    std::vector<RowRun> runs;
    for (std::uint32_t row = 0; row < 67; ++row)
      runs.push_back({.row = row, .weight = std::cos(row), .others = std::span(all).first(row)});
    std::vector<double> sums(table.features(), 1.0);
    differences.add_run_sums(runs, sums, {.threads = 2});
    for (Feature feature = 0; feature < table.features(); ++feature) {
      double expected = 1;
      for (const RowRun& run : runs) {
        for (const std::uint32_t other : run.others)
          expected += run.weight *
                      relief_twin::difference(table.feature(feature), 66 - run.row, 66 - other);
      }
      EXPECT_NEAR(sums[feature], expected, 1e-11);
    }
  }
}

}  // namespace
}  // namespace geometry
}  // namespace pith
