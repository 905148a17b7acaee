// SPDX-License-Identifier: Apache-2.0
#include "pith/data/mean.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "pith/base/random.h"

namespace pith {
namespace {

TEST(MeanOf, is_the_mean_and_the_deviation_with_one_row_less) {
  const Mean mean = mean_of(Column::from_numbers({1, 2, 3}), {});
  EXPECT_EQ(mean.count, 3);
  EXPECT_EQ(mean.value, 2);
  EXPECT_EQ(mean.deviation, 1);
}

TEST(MeanOf, leaves_out_what_is_missing) {
  Mask missing;
  missing.set(1);
  const Column column =
      Column::from_numbers({1, std::numeric_limits<double>::quiet_NaN(), 3}, missing);
  EXPECT_EQ(mean_of(column, {}).count, 2);
  EXPECT_EQ(mean_of(column, {}).value, 2);
}

TEST(MeanOf, takes_a_weight_for_repetition) {
  const Mean weighted = mean_of(Column::from_numbers({1.5, 7, -3}), std::vector<double>{2, 1, 0});
  const Mean repeated = mean_of(Column::from_numbers({1.5, 1.5, 7}), {});
  EXPECT_EQ(weighted.count, repeated.count);
  EXPECT_EQ(weighted.value, repeated.value);
  EXPECT_EQ(weighted.deviation, repeated.deviation);
}

TEST(MeanOf, gives_weights_that_sum_to_one_a_deviation) {
  const Mean mean = mean_of(Column::from_numbers({1, 3}), std::vector<double>{0.5, 0.5});
  EXPECT_EQ(mean.value, 2);
  EXPECT_EQ(mean.deviation, 1);
}

TEST(MeanOf, survives_the_largest_and_the_smallest_numbers) {
  const double huge = std::numeric_limits<double>::max();
  const Mean wide = mean_of(Column::from_numbers({-huge, huge}), {});
  EXPECT_EQ(wide.value, 0);
  EXPECT_FALSE(std::isnan(wide.deviation));
  const double tiny = std::numeric_limits<double>::denorm_min();
  const Mean narrow = mean_of(Column::from_numbers({tiny, 3 * tiny}), {});
  EXPECT_EQ(narrow.value, 2 * tiny);
  EXPECT_EQ(mean_of(Column::from_numbers({1e300, 1e300, 1e300}), {}).deviation, 0);
}

TEST(MeanOf, does_not_depend_on_the_order_of_the_rows) {
  const Random random(3, 0);
  std::vector<double> values(999);
  for (std::size_t row = 0; row < values.size(); ++row)
    values[row] = 1e6 + random.uniform(row);
  const Mean before = mean_of(Column::from_numbers(values), {});
  std::sort(values.begin(), values.end());
  const Mean after = mean_of(Column::from_numbers(values), {});
  EXPECT_EQ(before.value, after.value);
  EXPECT_EQ(before.deviation, after.deviation);
}

TEST(MeanOf, nothing_is_zero) {
  EXPECT_EQ(mean_of(Column::from_numbers({}), {}).count, 0);
  EXPECT_EQ(mean_of(Column::from_numbers({}), {}).value, 0);
}

}  // namespace
}  // namespace pith
