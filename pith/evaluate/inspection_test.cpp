// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/inspection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/option.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

Columns columns_of(std::vector<std::pair<std::string, Column>> named) {
  Columns columns;
  columns.source = "people";
  for (auto& [name, column] : named) {
    columns.names.push_back(name);
    columns.columns.push_back(std::move(column));
  }
  return columns;
}

Column with_missing(std::vector<double> values, std::size_t row) {
  values[row] = std::nan("");
  Mask missing;
  missing.set(row);
  return Column::from_numbers(std::move(values), std::move(missing));
}

TEST(Inspect, finds_kinds_extents_and_missing_values) {
  const Columns columns = columns_of({{"age", with_missing({31.5, 40, 0, 29}, 2)},
                                      {"group", Column::from_numbers({1, 2, 2, 1})},
                                      {"y", codes_column({0, 1, 0, 1})}});
  const Inspection found = inspect(columns, {}, {});
  EXPECT_EQ(found.rows, 4U);
  ASSERT_EQ(found.columns.size(), 3U);
  EXPECT_EQ(found.columns[0].kind, InferredKind::number);
  EXPECT_EQ(found.columns[0].missing, 1U);
  EXPECT_EQ(found.columns[0].extent->min, 29);
  EXPECT_NEAR(found.columns[0].extent->mean, 33.5, 1e-12);
  EXPECT_EQ(found.columns[0].extent->max, 40);
  EXPECT_EQ(found.columns[1].kind, InferredKind::integer);
  EXPECT_EQ(found.columns[1].levels, 2U);
  EXPECT_EQ(found.columns[2].kind, InferredKind::category);
  EXPECT_FALSE(found.columns[2].extent);
  EXPECT_EQ(found.target, 2U);
  ASSERT_EQ(found.classes.size(), 2U);
  EXPECT_EQ(found.classes[1].rows, 2U);
  EXPECT_TRUE(found.warnings.empty());
}

TEST(Inspect, finds_duplicates_of_numeric_and_categorical_columns) {
  const Columns columns = columns_of({{"a", with_missing({1.5, 2, 3}, 1)},
                                      {"b", with_missing({1.5, 9, 3}, 1)},
                                      {"c", with_missing({1.5, 2, 3}, 2)},
                                      {"d", codes_column({0, 1, 1})},
                                      {"e", codes_column({0, 1, 1})},
                                      {"y", codes_column({0, 1, 0})}});
  const Inspection found = inspect(columns, {}, {});
  EXPECT_EQ(found.columns[1].duplicate_of, 0U);
  EXPECT_FALSE(found.columns[2].duplicate_of);
  EXPECT_EQ(found.columns[4].duplicate_of, 3U);
  EXPECT_FALSE(found.columns[5].duplicate_of);
  EXPECT_EQ(found.warnings,
            (std::vector<std::string>{"2 columns are duplicates of other columns: 'b', 'e'"}));
}

TEST(Inspect, warns_of_constants_ids_and_duplicates_of_the_target) {
  std::vector<double> rows;
  std::vector<std::uint32_t> classes;
  for (std::uint32_t row = 0; row < 10; ++row) {
    rows.push_back(row);
    classes.push_back(row % 2);
  }
  const Columns columns = columns_of({{"id", Column::from_numbers(rows)},
                                      {"one", Column::from_numbers(std::vector<double>(10, 1.0))},
                                      {"leak", codes_column(classes)},
                                      {"y", codes_column(classes)}});
  EXPECT_EQ(inspect(columns, {}, {}).warnings,
            (std::vector<std::string>{
                "1 column is constant (no information): 'one'",
                "1 column is a duplicate of the target (drop it before selecting): 'leak'",
                "1 column looks like an identifier, which a selection sets aside (" +
                    option("allow_ids") + " lets it in): 'id'"}));
}

TEST(Inspect, finds_identifiers_by_the_rule_of_a_selection) {
  std::vector<double> counts;
  std::vector<double> incomes;
  std::vector<std::uint32_t> classes;
  for (std::uint32_t row = 0; row < 20; ++row) {
    counts.push_back(100 + row);
    incomes.push_back(row * row);
    classes.push_back(row % 2);
  }
  const Columns columns = columns_of({{"row", Column::from_numbers(counts)},
                                      {"day", Column::from_numbers(counts).as_date()},
                                      {"income", Column::from_numbers(incomes)},
                                      {"y", codes_column(classes)}});
  const Inspection found = inspect(columns, {}, {});
  EXPECT_TRUE(found.columns[0].is_identifier);
  EXPECT_FALSE(found.columns[1].is_identifier);
  EXPECT_FALSE(found.columns[2].is_identifier);
  EXPECT_TRUE(found.columns[2].is_unique);
  const Inspection declared = inspect(columns, {.kinds = {.numeric = {"row"}}}, {});
  EXPECT_FALSE(declared.columns[0].is_identifier);
}

TEST(Inspect, warns_of_classes_that_differ_only_by_case) {
  const Columns columns =
      columns_of({{"a", Column::from_numbers({1.5, 2, 3})},
                  {"y", Column::from_codes(std::vector<std::uint32_t>{0, 1, 1}, {"Yes", "yes"})}});
  EXPECT_EQ(inspect(columns, {}, {}).warnings,
            (std::vector<std::string>{"classes that differ only by case or blanks count as "
                                      "different: 'Yes' (1 row), 'yes' (2 rows)"}));
}

TEST(Inspect, finds_the_range_of_a_target_that_holds_numbers) {
  const Columns columns = columns_of(
      {{"a", Column::from_numbers({1, 2, 3})}, {"y", Column::from_numbers({1.5, 2, 4})}});
  const Inspection found = inspect(columns, {}, {});
  EXPECT_EQ(found.target, 1U);
  EXPECT_TRUE(found.classes.empty());
  ASSERT_TRUE(found.target_extent);
  EXPECT_EQ(found.target_extent->min, 1.5);
  EXPECT_EQ(found.target_extent->mean, 2.5);
  EXPECT_EQ(found.target_extent->max, 4);
  const Inspection classes = inspect(columns, {.task = TaskKind::classify}, {});
  EXPECT_FALSE(classes.target_extent);
}

TEST(Inspect, says_why_a_column_cannot_be_the_target) {
  const Columns columns = columns_of(
      {{"a", Column::from_numbers({1, 2, 3})}, {"y", Column::from_numbers({1.5, 1.5, 1.5})}});
  const Inspection found = inspect(columns, {}, {});
  EXPECT_FALSE(found.target);
  EXPECT_NE(found.target_problem.find("'y'"), std::string::npos) << found.target_problem;
  EXPECT_THROW(inspect(columns, {.target = "b"}, {}), Error);
}

}  // namespace
}  // namespace pith
