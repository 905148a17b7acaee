// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/grid_columns.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/error.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace stats {
namespace {

std::vector<double> column_of(const GridColumns& grid, Feature feature) {
  return {grid.column(feature).begin(), grid.column(feature).end()};
}

/// The largest squared distance that there could be over all columns.
double widest(const GridColumns& grid) {
  double sum = 0;
  for (Feature feature = 0; feature < grid.features(); ++feature) {
    if (!grid.varies(feature)) continue;
    const std::vector<double> column = column_of(grid, feature);
    const auto [low, high] = std::minmax_element(column.begin(), column.end());
    sum += (*high - *low) * (*high - *low);
  }
  return sum;
}

TEST(GridColumns, do_not_scale_integers) {
  const Values numbers{{3, -1, 40000000, 3}, {5, 5, 5, 5}, {0, 2, 1, 0}};
  const GridColumns grid(table_of(numbers, {0, 1, 0, 1}), Scale::raw, 3, {});
  EXPECT_EQ(grid.exponent(), 0);
  EXPECT_EQ(column_of(grid, 0), numbers[0]);
  EXPECT_FALSE(grid.varies(1));
  EXPECT_EQ(column_of(grid, 2), numbers[2]);
}

TEST(GridColumns, scale_integers_down_if_they_do_not_fit) {
  const GridColumns grid(table_of(Values{{0, 1e9, 2, 0}, {0, 1, 3, 3}}, {0, 1, 0, 1}), Scale::raw,
                         2, {});
  EXPECT_LT(grid.exponent(), 0);
  EXPECT_LT(widest(grid), std::ldexp(1, 53));
  EXPECT_FALSE(grid.varies(1));  // below the step of the grid
}

TEST(GridColumns, are_as_fine_as_they_can_be) {
  for (const Scale scale : {Scale::standard, Scale::raw}) {
    const Example made = example(200, 9);
    const GridColumns grid(table_of(made.features, made.classes), scale, 9, {});
    EXPECT_LT(widest(grid), std::ldexp(1, 53));
    EXPECT_GE(4 * widest(grid), std::ldexp(1, 53) * 0.9999);
    for (Feature feature = 0; feature < 9; ++feature) {
      for (const double number : grid.column(feature))
        ASSERT_EQ(number, std::rint(number));
    }
  }
}

TEST(GridColumns, give_standardized_numbers_times_a_power_of_two) {
  const GridColumns grid(table_of(Values{{1, 1, 5, 5}, {7, 7, 7, 8}}, {0, 1, 0, 1}),
                         Scale::standard, 1, {});
  const double step = std::ldexp(1, -grid.exponent());
  EXPECT_NEAR(grid.column(0)[0] * step, -1, step);
  EXPECT_NEAR(grid.column(0)[2] * step, 1, step);
  EXPECT_NEAR(grid.column(1)[3] * step, std::sqrt(3), step);
  EXPECT_EQ(grid.column(1)[0], grid.column(1)[2]);
}

TEST(GridColumns, give_twice_the_mean_ranks) {
  const GridColumns grid(table_of(Values{{0.5, -3, 0.5, 9}}, {0, 1, 0, 1}), Scale::ranks, 1, {});
  EXPECT_EQ(column_of(grid, 0), (std::vector<double>{5, 2, 5, 8}));
}

TEST(GridColumns, support_extreme_numbers) {
  for (const Scale scale : {Scale::standard, Scale::raw, Scale::ranks}) {
    const Example made = extreme_example(1e149, 1e-140);
    const GridColumns grid(table_of(made.features, made.classes), scale, 6, {});
    EXPECT_LT(widest(grid), std::ldexp(1, 53));
    EXPECT_TRUE(grid.varies(0));
  }
}

TEST(GridColumns, reject_numbers_without_a_variance) {
  const Example made = extreme_example(std::numeric_limits<double>::max(), 1);
  const Table table = table_of(made.features, made.classes);
  EXPECT_THROW((void)GridColumns(table, Scale::standard, 6, {}), Error);
}

TEST(GridColumns, respect_the_memory_limit) {
  const Example made = example(1000, 9);
  try {
    (void)GridColumns(table_of(made.features, made.classes), Scale::raw, 1, {.memory = 70000});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resources);
  }
}

}  // namespace
}  // namespace stats
}  // namespace pith
