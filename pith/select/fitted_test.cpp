// SPDX-License-Identifier: Apache-2.0
#include "pith/select/fitted.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/data/discretize.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Mask mask_of(std::size_t row) {
  Mask mask;
  mask.set(row);
  return mask;
}

/// Measurements, small integers and categories; row 5 has no value in any of them.
Table mixed_table() {
  return table_of({Column::from_numbers({0.5, 1.5, 2.5, 3.5, 4.5, nan, 6.5, 7.5}, mask_of(5)),
                   Column::from_numbers({1, 2, 2, 7, 7, nan, 7, 7}, mask_of(5)),
                   Column::from_codes(std::vector<std::uint32_t>{0, 0, 0, 1, 1, 0, 1, 1},
                                      {"a", "b"}, mask_of(5))},
                  {0, 0, 0, 1, 1, 0, 1, 1});
}

FittedFeature find(const Selection& selection, const std::string& name) {
  for (const FittedFeature& feature : selection.fitted) {
    if (feature.name == name) return feature;
  }
  ADD_FAILURE() << name;
  return {};
}

TEST(FittedFeatures, are_in_the_order_of_selection) {
  const Selection found =
      select(mixed_table(), {.method = "mim", .k = 3, .missing = Missing::impute});
  ASSERT_EQ(found.fitted.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(found.fitted[i].name, found.selected[i].name);
  EXPECT_EQ(found.missing, Missing::impute);
}

TEST(FittedFeatures, have_the_cuts_and_levels_that_the_method_used) {
  const Table table = mixed_table();
  const Bins bins = parse_bins("width:3");
  const Selection found =
      select(table, {.method = "mim", .k = 3, .bins = bins, .missing = Missing::impute});
  const FittedFeature numbers = find(found, "x0");
  EXPECT_EQ(numbers.kind, FittedFeature::Kind::number);
  ASSERT_TRUE(numbers.cuts.has_value());
  EXPECT_EQ(*numbers.cuts, cut_points(table.feature(0), bins, {}));
  EXPECT_TRUE(numbers.levels.empty());
  const FittedFeature integers = find(found, "x1");
  EXPECT_EQ(integers.kind, FittedFeature::Kind::number);
  EXPECT_FALSE(integers.cuts.has_value());
  EXPECT_EQ(integers.levels, (std::vector<std::string>{"1", "2", "7"}));
  const FittedFeature categories = find(found, "x2");
  EXPECT_EQ(categories.kind, FittedFeature::Kind::category);
  EXPECT_EQ(categories.levels, (std::vector<std::string>{"a", "b"}));
}

TEST(FittedFeatures, have_the_values_that_the_method_filled_with) {
  const Table table = mixed_table();
  const Selection found = select(table, {.method = "mim", .k = 3, .missing = Missing::impute});
  const double mean = (0.5 + 1.5 + 2.5 + 3.5 + 4.5 + 6.5 + 7.5) / 7;
  EXPECT_EQ(find(found, "x0").fill_number, mean);
  EXPECT_EQ(find(found, "x1").fill_number, 7);  // the mode: a mean would be no category
  EXPECT_EQ(find(found, "x2").fill_level, "b");
}

TEST(FittedFeatures, of_numbers_have_the_mean_and_no_cuts) {
  const Table numbers =
      table_of(std::vector<std::vector<double>>{{1, 2, 2, 7}, {5, 6, 5, 8}}, {0, 0, 1, 1});
  const Selection found = select(numbers, {.method = "gc-mi", .k = 2});
  EXPECT_EQ(find(found, "x0").fill_number, 3);
  EXPECT_FALSE(find(found, "x0").cuts.has_value());
  EXPECT_TRUE(find(found, "x0").levels.empty());
}

TEST(FittedFeatures, of_dropped_rows_are_those_of_the_rows_that_are_left) {
  const Table table = table_of({Column::from_numbers({1, 2, 3, 9}, {}),
                                Column::from_numbers({0.5, 1.5, 2.5, nan}, mask_of(3))},
                               {0, 1, 1, 0});
  const Selection found = select(table, {.method = "gc-mi", .k = 2, .missing = Missing::drop});
  EXPECT_EQ(find(found, "x0").fill_number, 2);
  EXPECT_EQ(found.missing, Missing::drop);
}

}  // namespace
}  // namespace pith
