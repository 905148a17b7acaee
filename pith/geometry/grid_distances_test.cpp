// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/grid_distances.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pith/base/random.h"
#include "tests/support/relief_twin.h"

namespace pith {
inline namespace geometry {
namespace {

Table numeric_table(std::size_t rows, std::size_t features) {
  const Random random(7, 1);
  std::vector<Column> columns;
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t f = 0; f < features; ++f) {
    std::vector<double> numbers(rows);
    for (std::size_t row = 0; row < rows; ++row)
      numbers[row] = random.uniform(f * rows + row);
    columns.push_back(Column::from_numbers(numbers));
  }
  for (std::size_t row = 0; row < rows; ++row)
    classes[row] = static_cast<std::uint32_t>(row % 2);
  return table_of(columns, classes);
}

TEST(GridDistances, are_within_their_error_bound) {
  for (const std::size_t features : {1U, 127U, 300U}) {
    const Table table = numeric_table(37, features);
    std::vector<std::uint32_t> order(table.rows());
    std::iota(order.begin(), order.end(), 0U);
    const Differences differences(table, order, {});
    ASSERT_TRUE(GridDistances::suits(differences));
    const GridDistances grid(differences, {.threads = 2});
    std::vector<std::uint32_t> found(2 * strip_rows * grid.stride());
    grid.measure(16, 37, found, {});
    for (std::uint32_t i = 16; i < 37; ++i) {
      EXPECT_LT(grid.error(i), 1e-7 * static_cast<double>(features));
      for (std::uint32_t row = 0; row < table.rows(); ++row) {
        std::vector<RowPair> pair{{.a = i, .b = row}};
        differences.add_distances(pair, {});
        EXPECT_NEAR(grid.unit() * found[(i - 16) * grid.stride() + row], pair[0].value,
                    grid.error(i));
      }
    }
  }
}

TEST(GridDistances, suit_numbers_without_missing_values) {
  const Table table = relief_twin::mixed_table(37, 2, false, 11);
  std::vector<std::uint32_t> order(37);
  std::iota(order.begin(), order.end(), 0U);
  EXPECT_FALSE(GridDistances::suits(Differences(table, order, {})));
}

}  // namespace
}  // namespace geometry
}  // namespace pith
