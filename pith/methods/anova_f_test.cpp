// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"

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

TEST(AnovaF, is_that_of_the_simple_regression_for_a_numeric_target) {
  // The values are those of scikit-learn's f_regression.
  const Values features{{1, 2, 3, 4, 5}, {1, 0, 0, 1, 0}, {4, 2, 8, 6, 14}};
  const Selection found = select(numeric_table_of(features, {2, 1, 4, 3, 7}), "anova-f", 3);
  EXPECT_EQ(found.features(), (std::vector<Feature>{2, 0, 1}));
  EXPECT_EQ(found.selected[0].score, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(found.selected[1].score, 6.352941176470594, 1e-12);
  EXPECT_NEAR(found.selected[2].score, 0.43783783783783786, 1e-12);
}

}  // namespace
}  // namespace pith
