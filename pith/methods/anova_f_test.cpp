// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(AnovaF, is_the_fisher_score_times_the_degrees_of_freedom) {
  const Table table =
      table_of({{1, 2, 3, 5, 7, 4, 4, 10}, {3, 1, 4, 1, 5, 9, 2, 6}}, {0, 0, 0, 1, 1, 2, 2, 2});
  const Selection f = select(table, "anova-f", 2);
  const Selection fisher = select(table, "fisher", 2);
  EXPECT_EQ(f.names(), fisher.names());
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(f.selected[i].score, fisher.selected[i].score * 5 / 2, 1e-13);
  }
}

TEST(AnovaF, of_a_hand_made_column) {
  const Table table = table_of({{1, 2, 3, 5, 7}}, {0, 0, 0, 1, 1});
  EXPECT_NEAR(select(table, "anova-f", 1).selected[0].score, 14.4, 1e-13);
}

TEST(AnovaF, is_zero_when_every_row_is_a_class_of_its_own) {
  const Table table = table_of({{1, 2, 3}}, {0, 1, 2});
  EXPECT_EQ(select(table, "anova-f", 1).selected[0].score, 0);
}

}  // namespace
}  // namespace pith
