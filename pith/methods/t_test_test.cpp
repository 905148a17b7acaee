// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

double score_of(const Table& table, const Settings& settings) {
  return select(table, "t-test", 1, settings).selected[0].score;
}

TEST(TTest, of_a_hand_made_column) {
  // Variances 1 and 2 of 3 and 2 rows, means 4 apart.
  const Table table = table_of({{1, 2, 3, 5, 7}}, {0, 0, 0, 1, 1});
  EXPECT_NEAR(score_of(table, {}), 4 / std::sqrt(4.0 / 3), 1e-14);
  EXPECT_NEAR(score_of(table, {{"variance", "pooled"}}), std::sqrt(14.4), 1e-14);
}

TEST(TTest, of_two_classes_does_not_depend_on_the_classes_parameter) {
  const Table table = table_of({{1, 2, 3, 5, 7}}, {0, 0, 0, 1, 1});
  EXPECT_NEAR(score_of(table, {{"classes", "rest-max"}}), score_of(table, {}), 1e-14);
  EXPECT_NEAR(score_of(table, {{"classes", "rest-mean"}}), score_of(table, {}), 1e-14);
}

TEST(TTest, rewards_one_outstanding_class_by_rest_max) {
  // x0 tells class 2 from the others; x1 tells every pair apart, none as clearly.
  const Table table = table_of({{0, 1, 0, 1, 9, 10}, {0, 2, 4, 6, 8, 10}}, {0, 0, 1, 1, 2, 2});
  EXPECT_EQ(select(table, "t-test", 1, {{"classes", "rest-max"}}).names(),
            std::vector<std::string>{"x0"});
  EXPECT_GT(score_of(table, {{"classes", "rest-max"}}),
            score_of(table, {{"classes", "rest-mean"}}));
}

TEST(TTest, takes_more_than_two_classes) {
  const Table table = table_of({{1, 2, 3, 5, 7, 4, 4, 10}}, {0, 0, 0, 1, 1, 2, 2, 2});
  const double expected = (4 / std::sqrt(1.0 / 3 + 1) + 4 / std::sqrt(1.0 / 3 + 4)) / 3;
  EXPECT_NEAR(score_of(table, {}), expected, 1e-14);
}

}  // namespace
}  // namespace pith
