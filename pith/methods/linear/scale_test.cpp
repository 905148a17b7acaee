// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/scale.h"

#include <gtest/gtest.h>

#include "tests/support/tables.h"

namespace pith {
namespace {

std::string note_of(double factor, const std::string& scale) {
  TableParts parts;
  parts.features = {Column::from_numbers({1, 2, 3}), Column::from_numbers({0, factor, 2 * factor}),
                    Column::from_numbers({5, 5, 5})};
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

}  // namespace
}  // namespace pith
