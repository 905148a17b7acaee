// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/inspection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pith/base/error.h"
#include "tests/tables.h"

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

Column with_gap(std::vector<double> values, std::size_t row) {
  values[row] = std::nan("");
  Mask missing;
  missing.set(row);
  return Column::from_numbers(std::move(values), std::move(missing));
}

TEST(Inspect, tells_kinds_extents_and_gaps) {
  const Columns columns = columns_of({{"age", with_gap({31.5, 40, 0, 29}, 2)},
                                      {"group", Column::from_numbers({1, 2, 2, 1})},
                                      {"y", codes_column({0, 1, 0, 1})}});
  const Inspection seen = inspect(columns, {}, {});
  EXPECT_EQ(seen.rows, 4U);
  ASSERT_EQ(seen.columns.size(), 3U);
  EXPECT_EQ(seen.columns[0].seen, InferredKind::number);
  EXPECT_EQ(seen.columns[0].missing, 1U);
  EXPECT_EQ(seen.columns[0].extent->least, 29);
  EXPECT_NEAR(seen.columns[0].extent->mean, 33.5, 1e-12);
  EXPECT_EQ(seen.columns[0].extent->most, 40);
  EXPECT_EQ(seen.columns[1].seen, InferredKind::integer);
  EXPECT_EQ(seen.columns[1].levels, 2U);
  EXPECT_EQ(seen.columns[2].seen, InferredKind::category);
  EXPECT_FALSE(seen.columns[2].extent);
  EXPECT_EQ(seen.target, 2U);
  ASSERT_EQ(seen.classes.size(), 2U);
  EXPECT_EQ(seen.classes[1].rows, 2U);
  EXPECT_TRUE(seen.warnings.empty());
}

TEST(Inspect, finds_copies_of_numbers_and_of_codes) {
  const Columns columns = columns_of({{"a", with_gap({1.5, 2, 3}, 1)},
                                      {"b", with_gap({1.5, 9, 3}, 1)},
                                      {"c", with_gap({1.5, 2, 3}, 2)},
                                      {"d", codes_column({0, 1, 1})},
                                      {"e", codes_column({0, 1, 1})},
                                      {"y", codes_column({0, 1, 0})}});
  const Inspection seen = inspect(columns, {}, {});
  EXPECT_EQ(seen.columns[1].duplicate_of, 0U);
  EXPECT_FALSE(seen.columns[2].duplicate_of);
  EXPECT_EQ(seen.columns[4].duplicate_of, 3U);
  EXPECT_FALSE(seen.columns[5].duplicate_of);
  EXPECT_EQ(seen.warnings,
            (std::vector<std::string>{"2 columns: the same as another column ('b', 'e')"}));
}

TEST(Inspect, warns_of_constants_identifiers_and_copies_of_the_target) {
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
                "1 column: constant, says nothing ('one')",
                "1 column: the same as the target; drop it, or it will be all that is found "
                "('leak')",
                "1 column: a different value in every row; an identifier has maximal information "
                "and no meaning ('id')"}));
}

TEST(Inspect, says_why_a_column_cannot_be_the_target) {
  const Columns columns = columns_of({{"a", Column::from_numbers({1.5, 2, 3})}});
  const Inspection seen = inspect(columns, {}, {});
  EXPECT_FALSE(seen.target);
  EXPECT_EQ(seen.target_problem.find("target 'a' has fractions"), 0U) << seen.target_problem;
  EXPECT_THROW(inspect(columns, {.target = "b"}, {}), Error);
}

}  // namespace
}  // namespace pith
