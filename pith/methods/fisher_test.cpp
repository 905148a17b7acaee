// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(Fisher, is_the_ratio_of_scatter_between_to_scatter_within) {
  // Class means 2 and 6 of 3 and 2 rows, deviations 2 and 2 (see anova_test.cpp).
  const Table table = table_of({{1, 2, 3, 5, 7}}, {0, 0, 0, 1, 1});
  EXPECT_NEAR(select(table, "fisher", 1).selected[0].score, 19.2 / 4, 1e-14);
  EXPECT_NEAR(select(table, "fisher", 1, {{"form", "pairwise"}}).selected[0].score, 9.6, 1e-14);
}

TEST(Fisher, pairwise_is_less_sensitive_to_a_wide_class_than_scatter) {
  // x0 tells two narrow classes apart beside a very wide third; x1 tells all three tolerably.
  const Table table =
      table_of({{0, 0.1, 1, 1.1, -20, 20}, {0, 3, 10, 13, 20, 23}}, {0, 0, 1, 1, 2, 2});
  EXPECT_EQ(select(table, "fisher", 1).names(), std::vector<std::string>{"x1"});
  EXPECT_EQ(select(table, "fisher", 1, {{"form", "pairwise"}}).names(),
            std::vector<std::string>{"x0"});
}

TEST(Fisher, puts_a_perfect_separation_first_and_a_constant_last) {
  const Table table = table_of({{5, 5, 5, 5}, {1, 2, 3, 4}, {0.1, 0.1, 0.7, 0.7}}, {0, 0, 1, 1});
  const Selection selection = select(table, "fisher", 3);
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x2", "x1", "x0"}));
  EXPECT_EQ(selection.selected[0].score, std::numeric_limits<double>::infinity());
  EXPECT_EQ(selection.selected[2].score, 0);
}

}  // namespace
}  // namespace pith
