// SPDX-License-Identifier: Apache-2.0
#include "pith/data/boolean.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pith {
namespace {

Column codes(const std::vector<std::uint32_t>& codes, std::vector<std::string> levels,
             Mask missing = {}) {
  return Column::from_codes(codes, std::move(levels), std::move(missing));
}

TEST(Boolean, has_the_levels_true_and_false_in_any_case) {
  EXPECT_TRUE(is_boolean(codes({0, 1}, {"False", "True"})));
  EXPECT_TRUE(is_boolean(codes({0, 1}, {"TRUE", "FALSE"})));
  EXPECT_TRUE(is_boolean(codes({0, 0}, {"true"})));
  EXPECT_FALSE(is_boolean(codes({0, 1}, {"no", "yes"})));
  EXPECT_FALSE(is_boolean(codes({0, 1, 2}, {"true", "false", "True"})));
  EXPECT_FALSE(is_boolean(Column::from_numbers({0, 1})));
}

TEST(Boolean, is_one_where_it_is_true) {
  Mask missing;
  missing.set(2);
  const Column numbers = boolean_numbers(codes({0, 1, 0}, {"TRUE", "FALSE"}, missing));
  EXPECT_EQ(numbers.number(0), 1);
  EXPECT_EQ(numbers.number(1), 0);
  EXPECT_TRUE(std::isnan(numbers.number(2)));
  EXPECT_TRUE(numbers.missing().test(2));
}

TEST(BooleanColumn, has_the_levels_false_and_true) {
  Mask missing;
  missing.set(2);
  const Column column = boolean_column({1, 0, 1, 1}, missing);
  ASSERT_TRUE(column.is_codes());
  EXPECT_EQ(column.level_names(), (std::vector<std::string>{"False", "True"}));
  EXPECT_EQ(column.code(0), 1U);
  EXPECT_EQ(column.code(1), 0U);
  EXPECT_EQ(column.code(2), 0U);
  EXPECT_TRUE(column.missing().test(2));
}

TEST(BooleanColumn, has_both_levels_where_one_occurs) {
  const Column column = boolean_column({1, 7});
  EXPECT_EQ(column.level_names(), (std::vector<std::string>{"False", "True"}));
  EXPECT_EQ(column.code(1), 1U);
}

TEST(BooleanColumn, without_values_is_numeric) {
  Mask missing;
  missing.set(0);
  const Column column = boolean_column({1}, missing);
  EXPECT_TRUE(column.is_numbers());
  EXPECT_EQ(column.missing().count(), 1U);
}

}  // namespace
}  // namespace pith
