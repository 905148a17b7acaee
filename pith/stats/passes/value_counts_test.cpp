// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/value_counts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "pith/base/random.h"
#include "tests/support/pass_splits.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Kind = FeatureEncoding::Kind;

TargetEncoding target() {
  return {.field = hard_target, .name = "y", .names = {"a", "b", "c"}};
}

ValueCountsPass::Options all_numbers(std::size_t max_distinct) {
  ValueCountsPass::Options options{.features = {}, .target = target(), .required = {10}};
  for (std::size_t field = 0; field < hard_numbers; ++field)
    options.features.push_back({.kind = Kind::grid, .field = field});
  options.features[2].fill_number = 0.125;
  options.max_distinct = max_distinct;
  return options;
}

std::unique_ptr<ValueCountsState> count(const ValueCountsPass& pass, const Columns& table) {
  std::unique_ptr<PassState> state = pass.start();
  add_rows(pass, *state, table, 50);
  state->finish({});
  return std::unique_ptr<ValueCountsState>(static_cast<ValueCountsState*>(state.release()));
}

TEST(ValueCounts, are_those_of_a_loop_over_the_rows) {
  const Columns table = hard_table(600);
  const ValueCountsPass pass(all_numbers(1000));
  const auto state = count(pass, table);
  const Column& y = table.columns[hard_target];
  const std::map<std::string, std::size_t> classes = {{"a", 0}, {"b", 1}, {"c", 2}};
  for (std::size_t field = 0; field < hard_numbers; ++field) {
    std::map<double, std::vector<std::uint64_t>> expected;
    for (std::size_t row = 0; row < 600; ++row) {
      if (y.missing().test(row) || table.columns[10].missing().test(row)) continue;
      double x = table.columns[field].number(row);
      if (std::isnan(x) && field == 2) x = 0.125;
      if (std::isnan(x)) continue;
      auto& counts = expected[x];
      counts.resize(3);
      ++counts[classes.at(y.level(y.code(row)))];
    }
    const std::span<const double> values = state->values(field);
    ASSERT_EQ(values.size(), expected.size());
    std::size_t i = 0;
    for (const auto& [value, counts] : expected) {
      EXPECT_EQ(values[i], value);
      for (std::size_t c = 0; c < 3; ++c)
        EXPECT_EQ(state->counts(field)[3 * i + c], counts[c]);
      ++i;
    }
    EXPECT_FALSE(state->has_more(field));
  }
}

TEST(ValueCounts, give_up_beyond_the_limit) {
  const Columns table = hard_table(600);
  const auto state = count(ValueCountsPass(all_numbers(5)), table);
  EXPECT_TRUE(state->has_more(0));
  EXPECT_TRUE(state->values(0).empty());
  EXPECT_TRUE(state->counts(0).empty());
  EXPECT_FALSE(state->has_more(3));  // has 5 values
  EXPECT_EQ(state->values(3).size(), 5U);
  EXPECT_TRUE(count(ValueCountsPass(all_numbers(4)), table)->has_more(3));
}

TEST(ValueCounts, take_booleans_as_numbers) {
  const Columns table{
      .names = {"x"},
      .columns = {Column::from_codes(std::vector<std::uint32_t>{1, 0, 1}, {"False", "True"})}};
  const ValueCountsPass pass(
      {.features = {{.kind = Kind::grid, .values = {0, 1}, .levels = {"False", "True"}}},
       .target = {},
       .max_distinct = 10});
  const auto state = count(pass, table);
  EXPECT_EQ(std::vector<double>(state->values(0).begin(), state->values(0).end()),
            (std::vector<double>{0, 1}));
  EXPECT_EQ(std::vector<std::uint64_t>(state->counts(0).begin(), state->counts(0).end()),
            (std::vector<std::uint64_t>{1, 2}));
}

TEST(ValueCounts, have_the_same_bytes_for_any_split) {
  for (const std::size_t max_distinct : {1, 5, 100, 10'000}) {
    ValueCountsPass::Options options = all_numbers(max_distinct);
    if (max_distinct == 100) options.target = {};
    expect_same_bytes_for_any_split(ValueCountsPass(options), hard_table(500, max_distinct));
  }
}

TEST(ValueCounts, of_many_rows_are_merged_as_they_come) {
  constexpr std::size_t rows = 50'000;
  std::map<double, std::uint64_t> expected;
  std::vector<double> values(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    values[row] = std::round(4e4 * Random(5, 0).uniform(row)) / 4e4;
    ++expected[values[row] + 0.0];
  }
  const Columns table{.names = {"x"}, .columns = {Column::from_numbers(values)}};
  const ValueCountsPass pass({.features = {{.kind = Kind::grid}}, .max_distinct = rows});
  std::unique_ptr<PassState> state = pass.start();
  add_rows(pass, *state, table, 700);
  state->finish({});
  const auto [found, counts] = static_cast<ValueCountsState&>(*state).take(0);
  ASSERT_EQ(found.size(), expected.size());
  std::size_t i = 0;
  for (const auto& [value, count] : expected) {
    EXPECT_EQ(found[i], value);
    EXPECT_EQ(counts[i], count);
    ++i;
  }
}

TEST(ValueCounts, reject_damaged_bytes) {
  const ValueCountsPass pass(all_numbers(1000));
  expect_damage_is_rejected(pass, *count(pass, hard_table(40)));
}

TEST(ValueCounts, of_many_features_are_sent_in_several_blocks) {
  ValueCountsPass::Options options = all_numbers(500'000);
  const ValueCountsPass pass(options);
  EXPECT_EQ(pass.blocks(), hard_numbers);
  expect_same_bytes_for_any_split(pass, hard_table(100));
}

}  // namespace
}  // namespace pith
