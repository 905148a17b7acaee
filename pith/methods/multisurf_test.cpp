// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/base/error.h"
#include "pith/methods/relief/relief.h"
#include "pith/select/select.h"
#include "tests/support/relief_twin.h"

namespace pith {
namespace {

TEST(MultisurfMethod, gives_the_measure) {
  const Table table = relief_twin::mixed_table(40, 2, true, 1);
  Request request{.method = "multisurf", .k = 9};
  request.missing = Missing::spread;
  const std::vector<double> expected = multisurf(table, {});
  const Selection selection = select(table, request);
  ASSERT_EQ(selection.ranking.size(), 9U);
  for (const Ranked& entry : selection.ranking)
    EXPECT_EQ(entry.score, expected[entry.feature]);
}

TEST(MultisurfMethod, adds_a_note_if_no_row_has_neighbours) {
  // Two values: near rows are identical.
  const Table table = table_of({{0, 1, 0, 1}, {5, 5, 5, 5}}, {0, 1, 0, 1});
  const Selection selection = select(table, "multisurf", 2);
  ASSERT_EQ(selection.notes.size(), 2U);  // and that x1 is constant
  EXPECT_NE(selection.notes[1].find("every score is 0"), std::string::npos);
}

TEST(MultisurfMethod, has_no_neighbours_parameter) {
  EXPECT_THROW(
      select(relief_twin::mixed_table(40, 2, false, 1), "multisurf", 3, {{"neighbours", "5"}}),
      Error);
}

}  // namespace
}  // namespace pith
