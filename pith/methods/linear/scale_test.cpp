// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/scale.h"

#include <gtest/gtest.h>

#include "tests/support/tables.h"

namespace pith {
namespace {

std::string note_of(double factor, const std::string& scale, double unit = 1) {
  TableParts parts;
  parts.features = {Column::from_numbers({unit, 2 * unit, 3 * unit}),
                    Column::from_numbers({0, factor, 2 * factor}), Column::from_numbers({5, 5, 5})};
  parts.names = {"age", "income", "one"};
  const Table table{std::move(parts)};
  const Params params("m", {scale_parameter()}, {{"scale", scale}});
  return scale_note(table, CentredColumns(table, unit_of(params), {}), params).value_or("");
}

TEST(Scale, is_noted_where_units_are_likely_to_decide) {
  EXPECT_EQ(note_of(99, "raw"), "");
  EXPECT_EQ(note_of(1000, "standard"), "");
  const std::string note = note_of(1000, "raw");
  EXPECT_EQ(note.find("the weights depend on the units of the features, and standard deviations "
                      "range from 0.816 ('age') to 816 ('income'); "),
            0U)
      << note;
}

TEST(Scale, is_noted_where_all_units_are_tiny_or_huge) {
  const std::string start =
      "the weights depend on the units of the features, and all standard deviations are ";
  EXPECT_EQ(note_of(1e-7, "raw", 1e-7).find(start + "below 1e-6; "), 0U);
  EXPECT_EQ(note_of(1e7, "raw", 1e7).find(start + "above 1e6; "), 0U);
  EXPECT_EQ(note_of(1e7, "standard", 1e7), "");
  EXPECT_EQ(note_of(1e-5, "raw", 1e-5), "");
}

}  // namespace
}  // namespace pith
