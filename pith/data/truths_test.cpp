// SPDX-License-Identifier: Apache-2.0
#include "pith/data/truths.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pith {
namespace {

using Texts = std::vector<std::string>;

TEST(ColumnOfTruths, has_the_levels_false_and_true) {
  Mask missing;
  missing.set(2);
  const Column column = column_of_truths({1, 0, 1, 1}, missing);
  ASSERT_TRUE(column.is_codes());
  EXPECT_EQ(column.level_names(), (Texts{"False", "True"}));
  EXPECT_EQ(column.code(0), 1U);
  EXPECT_EQ(column.code(1), 0U);
  EXPECT_EQ(column.code(2), 0U);
  EXPECT_TRUE(column.missing().test(2));
}

TEST(ColumnOfTruths, has_both_levels_where_one_occurs) {
  const Column column = column_of_truths({1, 7});
  EXPECT_EQ(column.level_names(), (Texts{"False", "True"}));
  EXPECT_EQ(column.code(1), 1U);
}

TEST(ColumnOfTruths, without_values_is_numeric) {
  Mask missing;
  missing.set(0);
  const Column column = column_of_truths({1}, missing);
  EXPECT_TRUE(column.is_numbers());
  EXPECT_EQ(column.missing().count(), 1U);
}

}  // namespace
}  // namespace pith
