// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/methods/relief/margins.h"
#include "pith/methods/relief/relief.h"
#include "pith/select/select.h"
#include "tests/support/relief_twin.h"

namespace pith {
namespace {

TEST(SwRelieff, is_relieff_with_rows_weighted_by_their_margins) {
  const Table table = relief_twin::mixed_table(60, 3, false, 9);
  for (const auto& [word, scale] :
       {std::pair{"raw", MarginScale::as_it_is}, std::pair{"range", MarginScale::unit_range}}) {
    const std::vector<double> weights = margin_weights(table, scale, {});
    const std::vector<double> expected = relief(table, {.neighbours = 6, .weights = weights}, {});
    const Selection selection =
        select(table, "sw-relieff", 9, {{"neighbours", "6"}, {"scale", word}});
    for (const Ranked& entry : selection.ranking)
      EXPECT_EQ(entry.score, expected[entry.feature]);
    ASSERT_EQ(selection.diagnostics.size(), 2U);
    EXPECT_LT(selection.diagnostics[0].value, 1);
    EXPECT_GT(selection.diagnostics[1].value, 1);
  }
}

}  // namespace
}  // namespace pith
