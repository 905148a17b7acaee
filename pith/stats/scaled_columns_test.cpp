// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/scaled_columns.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(ScaledColumns, are_the_numbers_divided_by_powers_of_two) {
  const Table table = table_of(
      {{3, 5, 6, 2}, {1e-140, 3e-140, 2e-140, 0}, {7, 7, 7, 7}, {0, 0, 0, 0}}, {0, 1, 0, 1});
  const ScaledColumns columns(table, Unit::as_it_is, Origin::zero, {});
  for (Feature feature = 0; feature < 4; ++feature) {
    double largest = 0;
    for (std::size_t row = 0; row < 4; ++row) {
      const double number = columns.column(feature)[row];
      EXPECT_EQ(number / columns.factors()[feature], table.feature(feature).numbers()[row]);
      largest = std::max(largest, std::abs(number));
    }
    EXPECT_TRUE(feature == 3 || (largest >= 1 && largest < 2)) << largest;
  }
  EXPECT_NEAR(columns.deviations()[0], std::sqrt(2.5), 1e-15);
  EXPECT_EQ(columns.deviations()[2], 0);
}

TEST(ScaledColumns, have_mean_0_where_asked_for) {
  const Table table = table_of({{3, 5, 6, 2}, {7, 7, 7, 7}}, {0, 1, 0, 1});
  const ScaledColumns centred(table, Unit::as_it_is, Origin::mean, {});
  EXPECT_EQ(centred.column(0)[0] / centred.factors()[0], -1);
  EXPECT_EQ(centred.column(1)[2], 0);
  const ScaledColumns standard(table, Unit::deviation, Origin::zero, {});
  EXPECT_NEAR(standard.column(0)[2], 2 / std::sqrt(2.5), 1e-15);
  EXPECT_EQ(standard.factors()[0], 1);
}

}  // namespace
}  // namespace pith
