// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/given_split.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

Column texts(const std::vector<std::uint32_t>& codes, std::vector<std::string> levels) {
  return Column::from_codes(codes, std::move(levels));
}

Table table_with(Column split) {
  return table_of({Column::from_numbers({1, 2, 3, 4}), std::move(split)}, {0, 1, 0, 1});
}

TEST(GivenSplit, makes_each_value_a_fold_and_removes_the_column) {
  Plan plan;
  const Table table = with_given_split(table_with(Column::from_numbers({7, 5, 7, 6})), "x1", plan);
  EXPECT_EQ(table.names(), std::vector<std::string>{"x0"});
  EXPECT_EQ(plan.splitting.kind, Splitting::Kind::given);
  EXPECT_EQ(plan.splitting.fold_of, (std::vector<std::uint32_t>{2, 0, 2, 1}));
  EXPECT_FALSE(plan.splitting.is_train_test);
}

TEST(GivenSplit, is_one_split_if_the_values_are_train_and_test) {
  Plan plan;
  with_given_split(table_with(texts({1, 2, 1, 2}, {"none", "Test", "TRAIN"})), "x1", plan);
  EXPECT_TRUE(plan.splitting.is_train_test);
  EXPECT_EQ(plan.splitting.fold_of, (std::vector<std::uint32_t>{1, 0, 1, 0}));
}

std::string message_of(const Table& table, const std::string& column) {
  Plan plan;
  try {
    with_given_split(table, column, plan);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(GivenSplit, rejects_the_target_unknown_columns_and_missing_values) {
  const Table table = table_with(Column::from_numbers({7, 5, 7, 6}));
  EXPECT_NE(message_of(table, "y").find("column 'y' is the target"), std::string::npos);
  EXPECT_NE(message_of(table, "z"), "");
  Mask missing;
  missing.set(1);
  const Table incomplete = table_with(Column::from_numbers({7, std::nan(""), 7, 6}, missing));
  EXPECT_NE(message_of(incomplete, "x1").find("split column 'x1' (split) has missing values"),
            std::string::npos);
}

TEST(GivenSplit, takes_groups_of_any_kind) {
  for (const Column& column :
       {Column::from_numbers({7.5, 5, 7.5, 6}), texts({2, 0, 2, 1}, {"a", "b", "c"})}) {
    Plan plan{.splitting = {.folds = 2}};
    const Table table = with_groups(table_with(column), "x1", plan);
    EXPECT_EQ(table.names(), std::vector<std::string>{"x0"});
    EXPECT_EQ(plan.splitting.kind, Splitting::Kind::groups);
    EXPECT_EQ(plan.splitting.column, "x1");
    EXPECT_EQ(plan.splitting.group_of, (std::vector<std::uint32_t>{2, 0, 2, 1}));
    EXPECT_EQ(plan.splitting.folds, 2U);
  }
}

TEST(GivenSplit, takes_times_that_are_numbers_or_dates) {
  for (const Column& column :
       {Column::from_numbers({7.5, 5, 7.5, 6}), Column::from_numbers({7.5, 5, 7.5, 6}).as_date()}) {
    Plan plan;
    const Table table = with_times(table_with(column), "x1", plan);
    EXPECT_EQ(table.names(), std::vector<std::string>{"x0"});
    EXPECT_EQ(plan.splitting.kind, Splitting::Kind::time);
    EXPECT_EQ(plan.splitting.times, (std::vector<double>{7.5, 5, 7.5, 6}));
  }
  Plan plan;
  EXPECT_THROW(with_times(table_with(texts({0, 1, 0, 1}, {"May", "June"})), "x1", plan), Error);
  const Table alone = table_of({Column::from_numbers({1, 2, 3, 4})}, {0, 1, 0, 1});
  EXPECT_THROW(with_times(alone, "x0", plan), Error);
}

TEST(GivenSplit, loses_the_rows_with_missing_values_that_an_evaluation_drops) {
  std::vector<double> values(20);
  std::vector<double> others(20);
  std::vector<std::uint32_t> classes(20);
  Plan plan{.methods = {parse_variant("mim")},
            .learners = {parse_variant("knn")},
            .counts = {1},
            .splitting = {.kind = Splitting::Kind::groups, .folds = 2},
            .missing = Missing::drop};
  Splitting time{.kind = Splitting::Kind::time, .folds = 1};
  for (std::uint32_t row = 0; row < 20; ++row) {
    values[row] = row == 0 ? std::nan("") : row * 7 % 11;
    others[row] = row * 3 % 5;
    classes[row] = row % 2;
    plan.splitting.group_of.push_back(row / 4);
    time.times.push_back(-static_cast<double>(row));
  }
  Mask missing;
  missing.set(0);
  const Table table =
      table_of({Column::from_numbers(values, missing), Column::from_numbers(others)}, classes);
  const Evaluation groups = evaluate(table, plan);
  for (const Split& split : groups.splits()) {
    EXPECT_EQ(split.train.size() + split.test.size(), 19U);
    for (const std::size_t a : split.test) {
      for (const std::size_t b : split.train)
        EXPECT_NE((a + 1) / 4, (b + 1) / 4);  // the first row is gone
    }
  }
  plan.splitting = time;
  const Split split = evaluate(table, plan).splits().front();
  EXPECT_EQ(split.test, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(split.train.size(), 9U);
}

}  // namespace
}  // namespace pith
