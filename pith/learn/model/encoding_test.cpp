// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/encoding.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

Mask missing_at(std::size_t row) {
  Mask mask;
  mask.set(row);
  return mask;
}

/// Numeric and categorical features with a missing value each, and a numeric one that is constant
/// in the first four rows.
Table mixed() {
  const std::vector<std::uint32_t> letters{0, 1, 1, 0, 2, 0};
  const std::vector<std::uint32_t> classes{0, 1, 0, 1, 0, 1};
  return Table({.features = {Column::from_numbers({1, 3, missing, 5, 100, 7}, missing_at(2)),
                             Column::from_codes(letters, {"a", "b", "c"}, missing_at(5)),
                             Column::from_numbers({4, 4, 4, 4, 9, 9})},
                .names = {"number", "letter", "constant"},
                .target = Column::from_codes(classes, {"no", "yes"})});
}

const std::vector<std::size_t> first_four{0, 1, 2, 3};
const std::vector<Feature> all_three{0, 1, 2};

TEST(Encoding, computes_means_levels_and_deviations_from_its_own_rows_only) {
  const Encoding encoding(mixed(), first_four, all_three, {});
  EXPECT_EQ(encoding.columns(), 4U);  // the level c is not among the first rows
  const double deviation = std::sqrt(8.0 / 3);
  const std::vector<double> expected{-2 / deviation, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0,
                                     2 / deviation,  1, 0, 0};
  const std::vector<double> encoded = encoding.encode(mixed(), first_four);
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(encoded[i], expected[i], 1e-15) << i;
}

TEST(Encoding, encodes_other_rows_with_the_same_means_and_levels) {
  const Encoding encoding(mixed(), first_four, all_three, {});
  const double deviation = std::sqrt(8.0 / 3);
  const std::vector<double> encoded = encoding.encode(mixed(), std::vector<std::size_t>{4, 5});
  // An unknown level is all zeros; a missing one is the mode, and ties go to the lowest level.
  const std::vector<double> expected{97 / deviation, 0, 0, 0, 4 / deviation, 1, 0, 0};
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(encoded[i], expected[i], 1e-12) << i;
}

TEST(Encoding, can_encode_missing_as_a_level) {
  const std::vector<std::size_t> last{0, 1, 4, 5};
  const Encoding encoding(mixed(), last, std::vector<Feature>{1}, {.missing_is_level = true});
  EXPECT_EQ(encoding.columns(), 4U);
  EXPECT_EQ(encoding.encode(mixed(), std::vector<std::size_t>{5}),
            (std::vector<double>{0, 0, 0, 1}));
}

TEST(Encoding, scales_numbers_to_the_range_from_0_to_1) {
  const Encoding encoding(mixed(), first_four, all_three, {.scaling = Scaling::range});
  const std::vector<double> encoded = encoding.encode(mixed(), std::vector<std::size_t>{1, 2, 5});
  EXPECT_EQ(encoded, (std::vector<double>{.5, 0, 1, 0, .5, 0, 1, 0, 1.5, 1, 0, 0}));
}

TEST(Encoding, leaves_numbers_unchanged_without_scaling) {
  const Encoding encoding(mixed(), first_four, std::vector<Feature>{2, 0},
                          {.scaling = Scaling::none});
  EXPECT_EQ(encoding.encode(mixed(), std::vector<std::size_t>{2, 4}),
            (std::vector<double>{4, 3, 9, 100}));
}

TEST(Encoding, knows_the_columns_of_the_first_features) {
  const Encoding encoding(mixed(), first_four, std::vector<Feature>{2, 1, 0}, {});
  EXPECT_EQ(encoding.columns(0), 0U);
  EXPECT_EQ(encoding.columns(1), 1U);
  EXPECT_EQ(encoding.columns(2), 3U);
  EXPECT_EQ(encoding.columns(3), 4U);
  EXPECT_TRUE(encoding.categories(1).empty());
  ASSERT_EQ(encoding.categories(2).size(), 1U);
  EXPECT_EQ(encoding.categories(3).front().begin, 1U);
  EXPECT_EQ(encoding.categories(3).front().end, 3U);
}

TEST(Encoding, accepts_columns_without_a_value) {
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> classes{0, 1};
  Mask both = missing_at(0);
  both.set(1);
  const Table table({.features = {Column::from_numbers({missing, missing}, both),
                                  Column::from_codes(codes, {"a"}, both)},
                     .names = {"number", "letter"},
                     .target = Column::from_codes(classes, {"no", "yes"})});
  for (const Scaling scaling : {Scaling::standard, Scaling::range, Scaling::none}) {
    const Encoding encoding(table, std::vector<std::size_t>{0, 1}, std::vector<Feature>{0, 1},
                            {.scaling = scaling});
    EXPECT_EQ(encoding.encode(table, std::vector<std::size_t>{0}), (std::vector<double>{0}));
  }
}

TEST(Encoding, clamps_outliers_so_that_squares_do_not_overflow) {
  const std::vector<std::uint32_t> classes{0, 1, 0};
  const Table table({.features = {Column::from_numbers({1, 2, -1e140})},
                     .names = {"x"},
                     .target = Column::from_codes(classes, {"no", "yes"})});
  const Encoding encoding(table, std::vector<std::size_t>{0, 1}, std::vector<Feature>{0}, {});
  EXPECT_EQ(encoding.encode(table, std::vector<std::size_t>{2}), (std::vector<double>{-1e50}));
}

TEST(Scaling, is_parsed_from_its_text) {
  for (const Scaling known : {Scaling::standard, Scaling::range, Scaling::none})
    EXPECT_EQ(parse_scaling(scaling_text(known)), known);
  EXPECT_THROW(parse_scaling("Standard"), Error);
}

}  // namespace
}  // namespace pith
