// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/packed_pairs.h"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

std::vector<Feature> all_of(const Table& table) {
  std::vector<Feature> all(table.features());
  std::iota(all.begin(), all.end(), Feature{0});
  return all;
}

/// Features of 1 to `max_levels` levels.
Table with_target(const std::vector<std::uint32_t>& classes, std::uint32_t max_levels) {
  std::vector<Column> columns;
  for (std::uint32_t f = 0; f < 12; ++f)
    columns.push_back(codes_column(random_codes(classes.size(), 1 + f % max_levels, 20 + f)));
  return table_of(std::move(columns), classes);
}

Table some_table(std::size_t rows, std::uint32_t max_levels, std::uint32_t classes) {
  return with_target(random_codes(rows, classes, 7), max_levels);
}

/// Classes of several words and of one.
Table lopsided_table(std::size_t rows, std::uint32_t max_levels) {
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    classes[row] = row % 70 == 3 ? 1 : 0;
  return with_target(classes, max_levels);
}

PairLogSums plain_sums(const Table& table, Feature x, Feature s, const CountLogs& logs) {
  using Key = std::tuple<std::uint32_t, std::uint32_t>;
  std::map<Key, std::size_t> pairs;
  std::map<std::tuple<Key, std::uint32_t>, std::size_t> triples;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Key key{table.feature(x).code(row), table.feature(s).code(row)};
    ++pairs[key];
    ++triples[{key, table.target().code(row)}];
  }
  PairLogSums sums;
  for (const auto& [key, count] : pairs)
    sums.xs += logs[count];
  for (const auto& [key, count] : triples)
    sums.xsy += logs[count];
  return sums;
}

void expect_twin(const Table& table, Correction correction) {
  const CodePanel panel(table, true, {});
  const CountLogs logs(table.rows(), correction);
  const auto pairs = PackedPairs::make(panel, all_of(table), logs, {});
  ASSERT_NE(pairs, nullptr);
  std::vector<PairLogSums> found(table.features());
  for (Feature i = 0; i < table.features(); ++i) {
    pairs->log_sums(i, 0, found.size(), found.data());
    for (Feature j = 0; j < table.features(); ++j) {
      const PairLogSums sums = plain_sums(table, i, j, logs);
      EXPECT_EQ(found[j].xs, sums.xs) << i << " and " << j;
      EXPECT_EQ(found[j].xsy, sums.xsy) << i << " and " << j;
    }
  }
}

TEST(PackedPairs, equal_a_naive_count_of_pairs_and_classes) {
  for (const Correction correction : {Correction::none, Correction::miller_madow}) {
    for (const std::uint32_t max_levels : {3U, 5U}) {
      expect_twin(some_table(72, max_levels, 2), correction);
      expect_twin(some_table(100, max_levels, 2), correction);
      expect_twin(some_table(25, max_levels, 3), correction);
      expect_twin(lopsided_table(400, max_levels), correction);
    }
  }
}

TEST(PackedPairs, are_not_made_for_many_levels_rows_or_classes_or_little_memory) {
  const auto is_made = [](const Table& table, const Context& context = {}) {
    const CodePanel panel(table, true, {});
    const CountLogs logs(table.rows());
    return PackedPairs::make(panel, all_of(table), logs, context) != nullptr;
  };
  EXPECT_TRUE(is_made(some_table(60, 5, 2)));
  EXPECT_FALSE(is_made(some_table(60, 6, 2)));
  EXPECT_FALSE(is_made(some_table(600, 3, 2)));
  EXPECT_FALSE(is_made(some_table(60, 3, 6)));
  EXPECT_FALSE(is_made(some_table(60, 5, 2), Context{.memory = 1000}));
}

}  // namespace
}  // namespace stats
}  // namespace pith
