// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/pass_splits.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

const double nan = std::nan("");

/// Options for all columns of a table.
SummaryPass::Options options_of(const Columns& table, std::size_t max_values = 32) {
  SummaryPass::Options options;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    options.fields.push_back(i);
    options.are_codes.push_back(table.columns[i].is_codes() ? 1 : 0);
    options.counts_distinct.push_back(i % 2 == 0 ? 1 : 0);
    options.max_values.push_back(max_values);
  }
  return options;
}

struct Summarised {
  std::unique_ptr<SummaryPass> pass;
  std::unique_ptr<PassState> state;
  const SummaryState& facts() const { return static_cast<const SummaryState&>(*state); }
};

Summarised summarise(const Columns& table, SummaryPass::Options options,
                     std::size_t block_rows = 100) {
  Summarised done{.pass = std::make_unique<SummaryPass>(std::move(options)), .state = nullptr};
  done.state = done.pass->start();
  add_rows(*done.pass, *done.state, table, block_rows);
  return done;
}

ColumnSummary summary_of(const Column& column, std::size_t max_values = 32) {
  Columns table{.names = {"x"}, .columns = {column}};
  return summarise(table, options_of(table, max_values)).facts().column(0);
}

TEST(Summary, describes_numbers) {
  const ColumnSummary x = summary_of(numbers_column({3, nan, -1, 3, 0.5}));
  EXPECT_EQ(x.present, 4U);
  EXPECT_EQ(x.missing, 1U);
  EXPECT_EQ(x.min, -1);
  EXPECT_EQ(x.max, 3);
  EXPECT_FALSE(x.are_integers);
  EXPECT_EQ(x.values, (std::map<double, std::uint64_t>{{-1, 1}, {0.5, 1}, {3, 2}}));
  EXPECT_FALSE(x.has_more_values);
  EXPECT_EQ(x.distinct, 3U);
  EXPECT_FALSE(x.is_constant());
  EXPECT_FALSE(x.is_empty());
  const ColumnSummary few = summary_of(numbers_column({3, nan, -1, 3, 0.5}), 2);
  EXPECT_TRUE(few.has_more_values);
  EXPECT_TRUE(few.values.empty());
  EXPECT_EQ(few.distinct, 3U);
}

TEST(Summary, keeps_values_up_to_the_limit_exactly) {
  std::vector<double> values;
  for (int i = 0; i < 300; ++i)
    values.push_back(i % 10 + 0.5);
  EXPECT_FALSE(summary_of(numbers_column(values), 10).has_more_values);
  EXPECT_TRUE(summary_of(numbers_column(values), 9).has_more_values);
  for (double& value : values)
    value = std::floor(value) * 1e6;
  EXPECT_FALSE(summary_of(numbers_column(values), 10).has_more_values);
  EXPECT_TRUE(summary_of(numbers_column(values), 9).has_more_values);
}

TEST(Summary, describes_categories) {
  Mask missing;
  missing.set(1);
  const ColumnSummary x = summary_of(
      Column::from_codes(std::vector<std::uint32_t>{2, 0, 2, 0}, {"a", "unused", "b"}, missing));
  EXPECT_EQ(x.present, 3U);
  EXPECT_EQ(x.missing, 1U);
  EXPECT_EQ(x.levels, (std::map<std::string, std::uint64_t>{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(x.distinct, 2U);
}

TEST(Summary, tells_constants_with_missing_as_a_value) {
  EXPECT_TRUE(summary_of(numbers_column({2, 2})).is_constant());
  EXPECT_TRUE(summary_of(numbers_column({0.0, -0.0})).is_constant());
  EXPECT_TRUE(summary_of(numbers_column({2, 2}), 0).is_constant());
  EXPECT_FALSE(summary_of(numbers_column({2, nan})).is_constant());
  EXPECT_TRUE(summary_of(numbers_column({nan, nan})).is_constant());
  EXPECT_TRUE(summary_of(numbers_column({nan, nan})).is_empty());
  EXPECT_FALSE(summary_of(numbers_column({2, 3})).is_constant());
  EXPECT_TRUE(summary_of(codes_column({1, 1})).is_constant());
  EXPECT_FALSE(summary_of(codes_column({1, 0})).is_constant());
}

TEST(Summary, knows_permutations_of_evenly_spaced_integers) {
  for (const std::size_t count : {2, 20, 500}) {  // with and without the values
    for (const double step : {1.0, 7.0, 1e9}) {
      std::vector<double> values(count);
      const std::vector<std::size_t> places = Random(1, 0).permutation(count);
      for (std::size_t i = 0; i < count; ++i)
        values[i] = step * static_cast<double>(places[i]) - 40;
      EXPECT_TRUE(summary_of(numbers_column(values)).is_permutation()) << count << ' ' << step;
      if (count == 2) continue;
      std::vector<double> other = values;
      other.push_back(nan);
      EXPECT_TRUE(summary_of(numbers_column(other)).is_permutation());
      other = values;
      other[3] = other[4];  // one twice, one not at all
      EXPECT_FALSE(summary_of(numbers_column(other)).is_permutation());
      other = values;
      other[3] += 0.5;
      EXPECT_FALSE(summary_of(numbers_column(other)).is_permutation());
      other = values;
      other.pop_back();
      other.push_back(other[0]);
      EXPECT_FALSE(summary_of(numbers_column(other)).is_permutation());
    }
  }
  EXPECT_FALSE(summary_of(numbers_column({5})).is_permutation());
  EXPECT_FALSE(summary_of(numbers_column({5, 5})).is_permutation());
}

TEST(Summary, is_not_deceived_by_equal_sums_of_powers) {
  std::vector<double> values(100);
  std::iota(values.begin(), values.end(), 0.0);
  // {1, 5, 10, 16, 27, 28, 38, 39} and {2, 3, 13, 14, 25, 31, 36, 40} have equal sums of the first
  // powers (Tarry).
  for (const double value : {1, 5, 10, 16, 27, 28, 38, 39})
    values[static_cast<std::size_t>(value)] = 0;
  std::size_t next = 0;
  for (const double value : {2, 3, 13, 14, 25, 31, 36, 40}) {
    while (next == 0 || values[next] != 0)
      ++next;
    values[next++] = value;
  }
  EXPECT_FALSE(summary_of(numbers_column(values)).is_permutation());
}

TEST(Summary, estimates_the_number_of_distinct_values) {
  const Random random(4, 0);
  for (const std::size_t distinct : {1'000, 16'000, 60'000}) {
    std::vector<double> values(2 * distinct);
    std::vector<std::uint32_t> codes(2 * distinct);
    std::vector<std::string> levels(distinct);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<double>(i % distinct) / 7;
      codes[i] = static_cast<std::uint32_t>(i % distinct);
      if (i < distinct) levels[i] = std::to_string(i);
    }
    Columns table{.names = {"x", "skipped", "c"},
                  .columns = {numbers_column(values), numbers_column(values),
                              Column::from_codes(codes, levels)}};
    SummaryPass::Options options = options_of(table);
    options.max_levels = 100;
    const Summarised done = summarise(table, options, 10'000);
    const auto tolerance = distinct < 16'384 ? 0 : 0.04 * static_cast<double>(distinct);
    for (const std::size_t field : {0, 2}) {
      EXPECT_NEAR(static_cast<double>(*done.facts().column(field).distinct),
                  static_cast<double>(distinct), tolerance);
    }
    EXPECT_FALSE(done.facts().column(1).distinct);
    EXPECT_TRUE(done.facts().column(2).has_more_levels);
    EXPECT_TRUE(done.facts().column(2).levels.empty());
  }
}

TEST(Summary, leaves_out_rows_without_target_or_required_values) {
  const Columns table = hard_table(400);
  SummaryPass::Options options = options_of(table);
  options.target = hard_target;
  options.required = {2, 10};
  const Summarised done = summarise(table, options);
  std::uint64_t rows = 0;
  std::uint64_t without_target = 0;
  double min = 1;
  for (std::size_t row = 0; row < 400; ++row) {
    const auto is_missing = [&](std::size_t field) {
      return table.columns[field].missing().test(row);
    };
    without_target += is_missing(hard_target) ? 1 : 0;
    if (is_missing(hard_target) || is_missing(2) || is_missing(10)) continue;
    ++rows;
    min = std::min(min, table.columns[0].number(row));
  }
  EXPECT_EQ(done.facts().rows(), rows);
  EXPECT_EQ(done.facts().without_target(), without_target);
  EXPECT_EQ(done.facts().incomplete(), 400 - rows - without_target);
  EXPECT_EQ(done.facts().column(0).min, min);
  EXPECT_EQ(done.facts().column(0).present, rows);
  EXPECT_EQ(done.facts().column(2).missing, 0U);
  EXPECT_EQ(done.facts().column(hard_empty).missing, rows);
}

TEST(Summary, has_the_same_bytes_for_any_split) {
  for (const std::size_t max_values : {0, 1, 4, 32, 1000}) {
    for (const std::size_t max_levels : {3, 50, 10'000}) {
      const Columns table = hard_table(700, max_values);
      SummaryPass::Options options = options_of(table, max_values);
      options.max_levels = max_levels;
      if (max_levels == 50) options.target = hard_target;
      if (max_values == 4) options.required = {2};
      expect_same_bytes_for_any_split(SummaryPass(options), table);
    }
  }
}

TEST(Summary, has_no_bytes_that_depend_on_the_sign_of_a_zero) {
  for (const std::size_t max_values : {0, 5}) {
    for (const double other : {-1.5, 1.5, 3.0}) {
      const auto bytes = [&](double zero) {
        Columns table{.names = {"x"}, .columns = {numbers_column({zero, other})}};
        const Summarised done = summarise(table, options_of(table, max_values));
        return partials(*done.pass, *done.state);
      };
      EXPECT_EQ(bytes(0.0), bytes(-0.0));
    }
  }
}

TEST(Summary, rejects_damaged_bytes) {
  const Columns table = hard_table(60);
  const Summarised done = summarise(table, options_of(table));
  expect_damage_is_rejected(*done.pass, *done.state);
}

TEST(Summary, rejects_the_state_of_another_pass) {
  const Columns table = hard_table(60);
  const Summarised one = summarise(table, options_of(table));
  const Summarised other = summarise(table, options_of(table, 33));
  try {
    other.state->merge(0, one.state->partial(0));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    EXPECT_NE(std::string(error.what()).find("belongs to another pass"), std::string::npos);
  }
}

TEST(Summary, sends_many_columns_in_several_blocks) {
  Columns table;
  for (std::size_t i = 0; i < 300; ++i) {
    table.names.push_back("c" + std::to_string(i));
    table.columns.push_back(codes_column({0, 1, 2}));
  }
  const SummaryPass pass(options_of(table));
  EXPECT_GT(pass.blocks(), 2U);
  expect_same_bytes_for_any_split(pass, table);
}

TEST(Summary, rejects_columns_that_change_their_kind) {
  const Columns table{.names = {"x"}, .columns = {numbers_column({1, 2})}};
  const SummaryPass pass(options_of(table));
  const std::unique_ptr<PassState> state = pass.start();
  EXPECT_THROW(state->update(RowBlock{.columns = {codes_column({0})}, .rows = 1}, {}), Error);
  EXPECT_THROW(state->update(RowBlock{.columns = {}, .rows = 1}, {}), Error);
}

}  // namespace
}  // namespace pith
