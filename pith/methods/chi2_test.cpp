// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pith/base/error.h"
#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

std::string message_of(const Table& table, const Settings& settings) {
  try {
    (void)select(table, "chi2", 1, settings);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    return error.what();
  }
  return "accepted";
}

TEST(Chi2Method, counts_levels_against_classes) {
  // Cells 3 1 / 1 3: every expected cell is 2.
  const Table table = table_of({{0, 0, 0, 1, 0, 1, 1, 1}}, {0, 0, 0, 0, 1, 1, 1, 1});
  EXPECT_DOUBLE_EQ(select(table, "chi2", 1).selected[0].score, 2);
}

TEST(Chi2Method, sums_amounts_over_classes) {
  // Sums 3 and 9, expected 8 and 4.
  const Table table = table_of({{1, 2, 9}}, {0, 0, 1});
  EXPECT_DOUBLE_EQ(select(table, "chi2", 1, {{"form", "sums"}}).selected[0].score,
                   25.0 / 8 + 25.0 / 4);
}

TEST(Chi2Method, counts_do_not_change_with_the_unit_but_sums_do) {
  const Table one = table_of({{1, 2, 9, 4}}, {0, 0, 1, 1});
  const Table ten = table_of({{10, 20, 90, 40}}, {0, 0, 1, 1});
  EXPECT_DOUBLE_EQ(select(one, "chi2", 1).selected[0].score,
                   select(ten, "chi2", 1).selected[0].score);
  EXPECT_DOUBLE_EQ(10 * select(one, "chi2", 1, {{"form", "sums"}}).selected[0].score,
                   select(ten, "chi2", 1, {{"form", "sums"}}).selected[0].score);
}

TEST(Chi2Method, of_sums_rejects_negative_values_and_categorical_features) {
  const Table negative = table_of({{1, 2, 3}, {1, -2, -0.5}}, {0, 0, 1});
  EXPECT_EQ(
      message_of(negative, {{"form", "sums"}}),
      "feature 'x1' has a negative value (-2), but chi2 of sums requires non-negative values; use "
      "the contingency table instead (form=counts)");
  EXPECT_EQ(message_of(negative, {}), "accepted");
  const std::vector<std::uint32_t> codes{0, 1, 0};
  const Table categories =
      negative.with_features({Column::from_codes(codes, {"a", "b"}), negative.feature(0)});
  EXPECT_EQ(
      message_of(categories, {{"form", "sums"}}),
      "feature 'x0' is categorical, but chi2 with these parameters takes numeric features; "
      "drop it (drop) or choose other parameters or a method that takes categorical features, e.g. "
      "method=jmi");
}

TEST(Chi2Method, of_sums_adds_a_note_if_values_are_not_counts) {
  const Table fractions = table_of({{1, 2, 3}, {1, 2.5, 0}}, {0, 0, 1});
  EXPECT_EQ(select(fractions, "chi2", 1, {{"form", "sums"}}).notes,
            std::vector<std::string>{
                "chi2 of sums is meant for counts, but 1 feature has fractional values, so the "
                "scores depend on the unit of measurement"});
}

}  // namespace
}  // namespace pith
