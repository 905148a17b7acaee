// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/svm/bootstraps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/tables.h"

namespace pith {
namespace {

Table table_with(const std::vector<std::uint32_t>& classes) {
  std::vector<double> numbers(classes.size());
  for (std::size_t row = 0; row < numbers.size(); ++row)
    numbers[row] = static_cast<double>(row);
  return table_of(std::vector<std::vector<double>>{numbers}, classes);
}

std::set<std::uint32_t> classes_in(const Table& table, const std::vector<std::size_t>& rows) {
  std::set<std::uint32_t> classes;
  for (const std::size_t row : rows)
    classes.insert(table.target().code(row));
  return classes;
}

TEST(Bootstrap, draws_as_many_rows_with_repetition) {
  const Table table = table_with(random_codes(200, 2, 1));
  const Bootstrap drawn = bootstrap(table, 5, 0);
  EXPECT_EQ(drawn.rows.size(), 200U);
  EXPECT_TRUE(std::is_sorted(drawn.rows.begin(), drawn.rows.end()));
  const std::size_t distinct = std::set<std::size_t>(drawn.rows.begin(), drawn.rows.end()).size();
  EXPECT_NEAR(static_cast<double>(distinct), 200 * 0.632, 20);
  EXPECT_EQ(drawn.redrawn, 0U);
  EXPECT_NE(drawn.rows, bootstrap(table, 5, 1).rows);
  EXPECT_NE(drawn.rows, bootstrap(table, 6, 0).rows);
  EXPECT_EQ(drawn.rows, bootstrap(table, 5, 0).rows);
}

TEST(Bootstrap, is_drawn_again_if_a_class_is_missing) {
  std::vector<std::uint32_t> classes(30, 0);
  classes[7] = 1;
  const Table table = table_with(classes);
  std::size_t redrawn = 0;
  for (std::uint64_t index = 0; index < 50; ++index) {
    const Bootstrap drawn = bootstrap(table, 1, index);
    EXPECT_EQ(classes_in(table, drawn.rows).size(), 2U);
    EXPECT_FALSE(drawn.is_by_class);
    redrawn += drawn.redrawn;
  }
  EXPECT_GT(redrawn, 0U);
}

TEST(Bootstrap, is_drawn_by_class_if_classes_are_too_many) {
  std::vector<std::uint32_t> classes(40);
  for (std::size_t row = 0; row < 40; ++row)
    classes[row] = static_cast<std::uint32_t>(row < 30 ? row : 30);
  const Table table = table_with(classes);
  const Bootstrap drawn = bootstrap(table, 1, 0);
  EXPECT_TRUE(drawn.is_by_class);
  EXPECT_EQ(drawn.redrawn, max_redraws + 1);
  EXPECT_EQ(classes_in(table, drawn.rows).size(), 31U);
  EXPECT_EQ(drawn.rows.size(), 40U);
}

}  // namespace
}  // namespace pith
