// SPDX-License-Identifier: Apache-2.0
#include "pith/data/missing.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Mask mask_of(std::initializer_list<std::size_t> rows) {
  Mask mask;
  for (const std::size_t row : rows)
    mask.set(row);
  return mask;
}

/// Rows 1 (age) and 3 (colour) have a gap.
TableParts gappy_parts() {
  const std::vector<std::uint32_t> colour{1, 0, 1, 0, 0};
  const std::vector<std::uint32_t> target{0, 1, 0, 1, 1};
  return {.features = {Column::from_numbers({10, nan, 30, 20, 40}, mask_of({1})),
                       Column::from_codes(colour, {"blue", "red"}, mask_of({3}))},
          .names = {"age", "colour"},
          .target = Column::from_codes(target, {"no", "yes"}),
          .target_name = "sold"};
}

std::string message_of(const Table& table, Missing missing) {
  try {
    (void)handle_missing(table, missing);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "accepted";
}

TEST(ParseMissing, reads_what_missing_text_writes) {
  for (const char* text : {"error", "drop", "impute", "level", "spread"}) {
    EXPECT_EQ(missing_text(parse_missing(text)), text);
  }
  EXPECT_THROW(parse_missing("mean"), Error);
}

TEST(HandleMissing, rejects_with_the_feature_the_row_and_the_remedy) {
  EXPECT_EQ(message_of(Table(gappy_parts()), Missing::error),
            "feature 'age' has 1 missing value, the first in row 1 (counted from 0); use "
            "missing=drop, impute, level or spread");
}

TEST(HandleMissing, drops_rows_with_missing_values) {
  const Table whole = handle_missing(Table(gappy_parts()), Missing::drop);
  EXPECT_EQ(whole.rows(), 3U);
  EXPECT_FALSE(whole.has_missing());
  EXPECT_EQ(whole.feature(0).numbers()[2], 40);
  EXPECT_EQ(whole.notes().back(), "dropped 2 of 5 rows with missing values");
}

TEST(HandleMissing, says_when_dropping_leaves_too_little) {
  TableParts parts = gappy_parts();
  parts.features[0] = Column::from_numbers({nan, nan, nan, nan, nan}, mask_of({0, 1, 2, 3, 4}));
  EXPECT_EQ(
      message_of(Table(parts), Missing::drop),
      "every row has a missing value, so no row is left; use missing=impute, or drop features "
      "with many missing values (drop)");
  parts.features[0] = Column::from_numbers({1, nan, 2, nan, nan}, mask_of({1, 3, 4}));
  EXPECT_EQ(message_of(Table(parts), Missing::drop),
            "only class 'no' is left after dropping rows with missing values; use missing=impute, "
            "or drop features with many missing values (drop)");
}

TEST(HandleMissing, imputes_the_mean_and_the_most_frequent_level) {
  const Table whole = handle_missing(Table(gappy_parts()), Missing::impute);
  EXPECT_FALSE(whole.has_missing());
  EXPECT_EQ(whole.feature(0).numbers()[1], 25);
  EXPECT_EQ(whole.feature(1).code(3), 0U);  // two each: the lower code
  EXPECT_EQ(whole.notes().back(), "imputed 2 missing values in 2 features");
}

TEST(HandleMissing, imputes_by_weight) {
  TableParts parts = gappy_parts();
  parts.weights = {3, 1, 1, 1, 0};
  const Table whole = handle_missing(Table(parts), Missing::impute);
  EXPECT_EQ(whole.feature(0).numbers()[1], 16);
  EXPECT_EQ(whole.feature(1).code(3), 1U);
}

TEST(HandleMissing, cannot_impute_from_nothing) {
  TableParts parts = gappy_parts();
  parts.features[0] = Column::from_numbers({nan, nan, nan, nan, nan}, mask_of({0, 1, 2, 3, 4}));
  EXPECT_EQ(message_of(Table(parts), Missing::impute),
            "feature 'age' has only missing values, so it cannot be imputed; drop it (drop)");
}

TEST(HandleMissing, keeps_that_a_column_is_declared_numeric) {
  TableParts parts = gappy_parts();
  parts.features[0] = parts.features[0].declared_numeric();
  EXPECT_TRUE(handle_missing(Table(parts), Missing::impute).feature(0).is_declared_numeric());
}

TEST(HandleMissing, leaves_a_table_without_missing_values_alone) {
  TableParts parts = gappy_parts();
  parts.features = {Column::from_numbers({1, 2, 3, 4, 5})};
  parts.names = {"x"};
  EXPECT_EQ(message_of(Table(parts), Missing::error), "accepted");
  EXPECT_TRUE(handle_missing(Table(parts), Missing::drop).notes().empty());
}

TEST(MissingAsLevel, gives_gaps_a_last_level_of_their_own) {
  TableParts parts = gappy_parts();
  parts.features.erase(parts.features.begin());
  parts.names = {"colour"};
  const Table levelled = missing_as_level(Table(parts));
  EXPECT_FALSE(levelled.has_missing());
  EXPECT_EQ(levelled.feature(0).code(3), 2U);
  EXPECT_EQ(levelled.feature(0).level_names(),
            (std::vector<std::string>{"blue", "red", "(missing)"}));
}

}  // namespace
}  // namespace pith
