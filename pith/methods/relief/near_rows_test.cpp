// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/near_rows.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

/// Numbers of `levels` values, or any if 0; few levels give many distances close to the threshold.
Table numeric_table(std::size_t rows, std::size_t features, std::uint64_t levels) {
  const Random random(levels, 1);
  std::vector<Column> columns;
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t f = 0; f < features; ++f) {
    std::vector<double> numbers(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t at = f * rows + row;
      numbers[row] =
          levels == 0 ? random.uniform(at) : static_cast<double>(random.below(at, levels));
    }
    columns.push_back(Column::from_numbers(numbers));
  }
  for (std::size_t row = 0; row < rows; ++row)
    classes[row] = static_cast<std::uint32_t>(row % 2);
  return table_of(columns, classes);
}

std::vector<std::vector<std::uint32_t>> near(const Table& table, NearRows::Use use,
                                             std::size_t begin, const Context& context) {
  std::vector<std::uint32_t> order(table.rows());
  std::iota(order.begin(), order.end(), 0U);
  const Differences differences(table, order, context);
  Work work(context, "select", table.rows());
  const std::size_t count = table.rows() - begin;
  NearLists lists(count, table.rows());
  NearRows(differences, use, context).find(begin, table.rows(), lists, work, context);
  std::vector<std::vector<std::uint32_t>> found;
  for (std::size_t i = 0; i < count; ++i)
    found.emplace_back(lists[i].begin(), lists[i].end());
  return found;
}

TEST(NearRows, on_a_grid_are_those_in_double_precision) {
  for (const std::uint64_t levels : {0U, 2U, 3U, 10U}) {
    for (const std::size_t features : {1U, 5U, 200U}) {
      const Table table = numeric_table(150, features, levels);
      const auto expected = near(table, NearRows::Use::doubles, 16, {});
      EXPECT_EQ(near(table, NearRows::Use::grid, 16, {}), expected);
      EXPECT_EQ(near(table, NearRows::Use::grid, 16, {.threads = 3}), expected);
    }
  }
}

TEST(NearRows, of_equidistant_rows_are_none) {
  std::vector<Column> columns;
  std::vector<std::uint32_t> classes(40);
  for (std::size_t f = 0; f < 40; ++f) {
    std::vector<double> numbers(40);
    numbers[f] = 0.3;
    columns.push_back(Column::from_numbers(numbers));
    classes[f] = static_cast<std::uint32_t>(f % 2);
  }
  for (const auto& list : near(table_of(columns, classes), NearRows::Use::grid, 0, {}))
    EXPECT_TRUE(list.empty());
}

TEST(NearRows, of_numbers_whose_range_overflows) {
  std::vector<double> wide(20);
  std::vector<double> plain(20);
  std::vector<std::uint32_t> classes(20);
  for (std::size_t row = 0; row < 20; ++row) {
    wide[row] = row % 2 == 0 ? 1.7e308 : -1.7e308;
    plain[row] = static_cast<double>(row * row);
    classes[row] = static_cast<std::uint32_t>(row / 10);
  }
  const Table table = table_of({Column::from_numbers(wide), Column::from_numbers(plain)}, classes);
  EXPECT_EQ(near(table, NearRows::Use::grid, 0, {}), near(table, NearRows::Use::doubles, 0, {}));
}

}  // namespace
}  // namespace families
}  // namespace pith
