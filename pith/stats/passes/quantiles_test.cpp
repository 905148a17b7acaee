// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/quantiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/stats/passes/range_counts.h"
#include "tests/support/pass_splits.h"

namespace pith {
namespace {

/// Sends passes and partial states as a cluster does: each part of the rows has its own state.
class PartsRunner final : public Runner {
 public:
  PartsRunner(const Columns& table, std::size_t parts) : table_(table), parts_(parts) {}

  void run(const Pass& pass, PassState& state, const Context& context) override {
    ++passes;
    max_bytes = std::max(max_bytes, pass.state_bytes());
    const std::size_t rows = table_.columns.front().rows();
    const std::unique_ptr<const Pass> sent = parse_pass(pass.describe());
    for (std::size_t part = 0; part < parts_; ++part) {
      std::vector<std::size_t> own;
      for (std::size_t row = part; row < rows; row += parts_)
        own.push_back(row);
      const std::unique_ptr<PassState> found = sent->start();
      add_rows(*sent, *found, rows_of(table_, own), 64, {}, context);
      merge_into(state, partials(*sent, *found));
    }
  }
  void encode(const Encoding& /*encoding*/, const Context& /*context*/) override {}

  std::size_t passes = 0;
  std::uint64_t max_bytes = 0;

 private:
  const Columns& table_;
  std::size_t parts_;
};

WantedPlaces wanted_of(const Column& column, std::size_t field, std::vector<std::uint64_t> places) {
  const Numbers numbers = column.numbers();
  WantedPlaces wanted{.feature = {.field = field, .name = "x"},
                      .min = std::numeric_limits<double>::max(),
                      .max = std::numeric_limits<double>::lowest(),
                      .places = std::move(places)};
  for (const double x : numbers) {
    if (std::isnan(x)) continue;
    wanted.min = std::min(wanted.min, x);
    wanted.max = std::max(wanted.max, x);
  }
  return wanted;
}

std::vector<double> sorted_numbers(const Column& column) {
  std::vector<double> sorted;
  for (const double x : column.numbers()) {
    if (!std::isnan(x)) sorted.push_back(x);
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::vector<double> at(const std::vector<double>& sorted,
                       const std::vector<std::uint64_t>& places) {
  std::vector<double> values;
  for (const std::uint64_t place : places)
    values.push_back(sorted[place]);
  return values;
}

TEST(OrderStatistics, equal_sorting) {
  const Columns table = hard_table(2000);
  std::vector<WantedPlaces> wanted;
  std::vector<std::vector<double>> expected;
  for (std::size_t field = 0; field < hard_empty; ++field) {
    const std::vector<double> sorted = sorted_numbers(table.columns[field]);
    // In no order, one of them twice.
    const std::vector<std::uint64_t> places = {sorted.size() - 1, 0,  sorted.size() / 2,
                                               sorted.size() / 3, 17, sorted.size() / 2};
    wanted.push_back(wanted_of(table.columns[field], field, places));
    expected.push_back(at(sorted, places));
  }
  for (const std::uint64_t bytes : {20'000, 100'000, 100'000'000}) {
    for (const std::size_t parts : {1, 5}) {
      PartsRunner runner(table, parts);
      EXPECT_EQ(order_statistics(runner, wanted, {}, {}, bytes, {}), expected);
      EXPECT_LE(runner.max_bytes, bytes);
      if (bytes == 100'000'000) {
        EXPECT_EQ(runner.passes, 2U);
      }
    }
  }
}

TEST(OrderStatistics, find_values_that_are_crowded_anywhere) {
  std::vector<double> numbers;
  for (int i = -1000; i < 1000; ++i)
    numbers.push_back(std::copysign(std::ldexp(1.0, -std::abs(i)), i));
  numbers.push_back(1e308);
  numbers.push_back(-1e308);
  numbers.push_back(5e-324);
  for (int i = 0; i < 500; ++i)
    numbers.push_back(1 + i * 0x1p-52);
  const Columns table{.names = {"x"}, .columns = {numbers_column(numbers)}};
  const std::vector<double> sorted = sorted_numbers(table.columns[0]);
  std::vector<std::uint64_t> places;
  for (std::uint64_t place = 0; place < sorted.size(); place += 97)
    places.push_back(place);
  for (const std::uint64_t bytes : {3'000, 50'000, 10'000'000}) {
    PartsRunner runner(table, 2);
    const std::vector<WantedPlaces> wanted = {wanted_of(table.columns[0], 0, places)};
    EXPECT_EQ(order_statistics(runner, wanted, {}, {}, bytes, {}).front(), at(sorted, places));
  }
}

TEST(OrderStatistics, need_few_passes_within_a_small_budget) {
  const Random random(6, 0);
  std::vector<double> numbers(50'000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = std::tan(3.14159 * (random.uniform(i) - 0.5));  // with outliers
  const Columns table{.names = {"x"}, .columns = {numbers_column(numbers)}};
  PartsRunner runner(table, 1);
  const std::vector<std::uint64_t> places = {12'500, 25'000, 37'500};
  const std::vector<WantedPlaces> wanted = {wanted_of(table.columns[0], 0, places)};
  EXPECT_EQ(order_statistics(runner, wanted, {}, {}, 100'000, {}).front(),
            at(sorted_numbers(table.columns[0]), places));
  EXPECT_LE(runner.passes, 4U);
  EXPECT_LE(runner.max_bytes, 100'000U);
}

TEST(OrderStatistics, count_fills_and_leave_rows_out) {
  const Columns table = hard_table(500);
  const Column& x = table.columns[2];
  const double fill = 0.03125;
  std::vector<double> sorted;
  for (std::size_t row = 0; row < 500; ++row) {
    if (table.columns[hard_target].missing().test(row) || table.columns[10].missing().test(row))
      continue;
    sorted.push_back(x.missing().test(row) ? fill : x.number(row));
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint64_t> places(sorted.size());
  std::iota(places.begin(), places.end(), 0U);
  WantedPlaces wanted = wanted_of(x, 2, places);
  wanted.feature.fill_number = fill;
  PartsRunner runner(table, 3);
  const TargetEncoding target{.field = hard_target, .names = {"a", "b", "c"}};
  EXPECT_EQ(order_statistics(runner, std::vector{wanted}, target, std::vector<std::size_t>{10},
                             1'000'000, {})
                .front(),
            sorted);
}

TEST(OrderStatistics, of_nothing_and_of_constants_need_no_pass) {
  const Columns table = hard_table(50);
  PartsRunner runner(table, 1);
  const std::vector<WantedPlaces> wanted = {wanted_of(table.columns[5], 5, {0, 49}),
                                            wanted_of(table.columns[0], 0, {})};
  const auto found = order_statistics(runner, wanted, {}, {}, 1000, {});
  EXPECT_EQ(found[0], (std::vector<double>{7.25, 7.25}));
  EXPECT_TRUE(found[1].empty());
  EXPECT_EQ(runner.passes, 0U);
}

TEST(OrderStatistics, reject_a_table_that_has_changed) {
  const Columns table = hard_table(50);
  PartsRunner runner(table, 1);
  const std::vector<WantedPlaces> wanted = {wanted_of(table.columns[0], 0, {50})};
  try {
    order_statistics(runner, wanted, {}, {}, 1000, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    EXPECT_TRUE(std::string(error.what()).starts_with("feature 'x' has fewer values between "));
  }
}

RangeCountsPass::Options some_ranges() {
  RangeCountsPass::Options options{.features = {}, .ranges = {}, .target = {}, .required = {}};
  for (std::size_t field = 0; field < hard_empty; ++field) {
    options.features.push_back({.field = field});
    options.ranges.push_back(
        {{.min = -1e6, .max = -1, .cells = 5},
         {.min = -0.5, .max = 0.5, .rows = 50},
         {.min = 0.75, .max = 2e8, .cells = 300, .is_linear = field % 2 == 0}});
  }
  options.features[2].fill_number = 1;
  return options;
}

TEST(RangeCounts, have_the_same_bytes_for_any_split) {
  RangeCountsPass::Options options = some_ranges();
  expect_same_bytes_for_any_split(RangeCountsPass(options), hard_table(500));
  options.target = {.field = hard_target, .names = {"a", "b", "c"}};
  options.required = {10};
  expect_same_bytes_for_any_split(RangeCountsPass(options), hard_table(500));
}

TEST(RangeCounts, reject_damaged_bytes) {
  const RangeCountsPass pass(some_ranges());
  const std::unique_ptr<PassState> state = pass.start();
  add_rows(pass, *state, hard_table(40), 40);
  expect_damage_is_rejected(pass, *state);
}

TEST(RangeCounts, reject_ranges_that_overlap) {
  RangeCountsPass::Options options = some_ranges();
  EXPECT_NO_THROW(parse_pass(RangeCountsPass(options).describe()));
  options.ranges[0][1].min = -2;
  EXPECT_THROW(parse_pass(RangeCountsPass(options).describe()), Error);
}

}  // namespace
}  // namespace pith
