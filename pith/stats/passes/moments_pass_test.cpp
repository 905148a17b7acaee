// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/moments_pass.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/pass_runner.h"
#include "tests/support/pass_splits.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

MomentsPass hard_pass(std::size_t max_distinct_rows) {
  MomentsPass::Options options;
  options.target.field = hard_target;
  options.target.names = {"a", "b", "c"};
  options.max_distinct_rows = max_distinct_rows;
  for (const auto& [field, min, max] : std::vector<std::tuple<std::size_t, double, double>>{
           {0, 0, 1}, {1, 1e8, 1e8 + 1}, {2, -1.5, 1.5}, {3, -2, 2}, {5, 7.25, 7.25}}) {
    FeatureEncoding& feature = options.features.emplace_back();
    feature.kind = FeatureEncoding::Kind::grid;
    feature.field = field;
    feature.grid = grid_of(min, max);
  }
  return MomentsPass(std::move(options));
}

TEST(MomentsPass, equals_naive_sums_and_counts_what_is_missing) {
  const Columns table = hard_table(2000);
  const MomentsPass pass = hard_pass(0);
  CountingRunner runner(table, 170);
  const auto state = run_pass<MomentsState>(runner, pass, {});
  const Column& target = table.columns[hard_target];
  const std::vector<std::string> classes{"a", "b", "c"};
  const Column& column = table.columns[2];
  for (std::size_t c = 0; c < 3; ++c) {
    GridMoments naive;
    std::uint64_t missing = 0;
    for (std::size_t row = 0; row < column.rows(); ++row) {
      if (target.missing().test(row) || target.level(target.code(row)) != classes[c]) continue;
      if (column.missing().test(row)) {
        ++missing;
        continue;
      }
      const std::int64_t q = on_grid(grid_of(-1.5, 1.5), column.number(row));
      naive.add({.count = 1, .sum = q, .squares = ExactSum{q} * q});
    }
    EXPECT_TRUE(state->moments(2, c) == naive);
    EXPECT_EQ(state->missing(2, c), missing);
    EXPECT_GT(missing + (c == 2 ? 1 : 0), 0U);
    EXPECT_EQ(state->moments(4, c).deviation(), 0.0);  // a constant
  }
}

TEST(MomentsPass, counts_fills_as_values) {
  Mask missing;
  missing.set(1);
  const Table table = table_of({Column::from_numbers({0, std::nan(""), 8, 4}, missing)},
                               std::vector<std::uint32_t>{0, 0, 1, 1});
  FeatureEncoding feature;
  feature.kind = FeatureEncoding::Kind::grid;
  feature.grid = grid_of(0, 8);
  feature.fill_number = 4;
  TargetEncoding target;
  target.field = 1;
  target.names = {"0", "1"};
  CountingRunner runner(fields_of_table(table), 3);
  const auto state = run_pass<MomentsState>(
      runner, MomentsPass({.features = {feature}, .target = target, .max_distinct_rows = 9}), {});
  EXPECT_EQ(state->moments(0, 0).count, 2U);
  EXPECT_EQ(std::ldexp(state->moments(0, 0).mean(), feature.grid.exponent), -2.0);
  EXPECT_EQ(state->missing(0, 0), 0U);
  EXPECT_EQ(state->distinct_rows(0), 2U);
}

TEST(MomentsPass, has_the_same_bytes_for_any_split) {
  const Columns table = hard_table(400);
  expect_same_bytes_for_any_split(hard_pass(0), table);
  expect_same_bytes_for_any_split(hard_pass(5), table);
  expect_same_bytes_for_any_split(hard_pass(100'000), table);
}

TEST(MomentsPass, rejects_damaged_bytes) {
  const MomentsPass pass = hard_pass(20);
  const auto state = pass.start();
  add_rows(pass, *state, hard_table(40), 9);
  expect_damage_is_rejected(pass, *state);
}

TEST(MomentsPass, counts_distinct_rows_of_each_class_as_far_as_wanted) {
  // Class 0: (0,0) (0,1) (0,0) (1,1); class 1: (0,0) (0,0); class 2 has a row with -0.
  const Table table =
      table_of({{0, 0, 0, 1, 0, 0, 0.0, -0.0}, {0, 1, 0, 1, 0, 0, 1, 1}}, {0, 0, 0, 0, 1, 1, 2, 2});
  for (const std::size_t block_rows : {1U, 3U, 8U}) {
    PassTable all(table, block_rows);
    EXPECT_EQ(all.facts.distinct_rows, (std::vector<std::size_t>{3, 1, 1}));
    const MomentsPass pass({.features = all.facts.encoding.features,
                            .target = all.facts.encoding.target,
                            .max_distinct_rows = 2});
    const auto state = run_pass<MomentsState>(all.runner, pass, {});
    EXPECT_EQ(state->distinct_rows(0), 2U);
    EXPECT_EQ(state->distinct_rows(1), 1U);
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
