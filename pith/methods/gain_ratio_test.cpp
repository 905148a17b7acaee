// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(GainRatio, divides_the_information_by_the_entropy_of_the_feature) {
  const Table table = table_of({{0, 0, 0, 1, 0, 1, 1, 1}}, {0, 0, 0, 0, 1, 1, 1, 1});
  const double information = select(table, "mim", 1).selected[0].score;
  EXPECT_NEAR(select(table, "gain-ratio", 1).selected[0].score, information / std::log(2), 1e-15);
}

TEST(GainRatio, prefers_a_feature_with_few_levels_to_an_equally_informative_identifier) {
  const Table table = table_of({{1, 2, 3, 4, 5, 6}, {0, 0, 0, 1, 1, 1}}, {0, 0, 0, 1, 1, 1});
  EXPECT_EQ(select(table, "mim", 1).names(), std::vector<std::string>{"x0"});
  EXPECT_EQ(select(table, "gain-ratio", 1).names(), std::vector<std::string>{"x1"});
  EXPECT_DOUBLE_EQ(select(table, "gain-ratio", 1).selected[0].score, 1);
}

TEST(GainRatio, of_a_constant_is_zero) {
  const Table table = table_of({{1, 1, 1}}, {0, 0, 1});
  EXPECT_EQ(select(table, "gain-ratio", 1).selected[0].score, 0);
}

}  // namespace
}  // namespace pith
