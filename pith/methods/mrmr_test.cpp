// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "pith/select/select.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

const Settings quotient{{"form", "quotient"}, {"epsilon", "0"}};

/// y = 2 a + b for independent halves a and b; features a, a copy of a, b, a constant, noise.
Table halves() {
  const std::vector<double> a{0, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<double> b{0, 0, 1, 1, 0, 0, 1, 1};
  return table_of({a, a, b, {3, 3, 3, 3, 3, 3, 3, 3}, {0, 1, 0, 1, 0, 1, 0, 1}},
                  {0, 0, 1, 1, 2, 2, 3, 3});
}

TEST(Mrmr, never_prefers_a_duplicate_to_an_independent_feature_as_relevant) {
  for (const Settings& settings : {Settings{}, quotient, Settings{{"form", "quotient"}}}) {
    EXPECT_EQ(select(halves(), "mrmr", 2, settings).names(),
              (std::vector<std::string>{"x0", "x2"}));
  }
}

TEST(Mrmr, subtracts_the_mean_redundancy) {
  const Selection selection = select(halves(), "mrmr", 5);
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x0", "x2", "x1", "x3", "x4"}));
  EXPECT_NEAR(selection.selected[0].score, std::log(2), 1e-15);
  EXPECT_NEAR(selection.selected[1].score, std::log(2), 1e-15);
  EXPECT_NEAR(selection.selected[2].score, std::log(2) / 2, 1e-15);  // copy of one of two
  EXPECT_NEAR(selection.selected[3].score, 0, 1e-15);
}

TEST(Mrmr, quotient_is_infinite_for_zero_redundancy_and_zero_for_zero_relevance) {
  const Selection selection = select(halves(), "mrmr", 5, quotient);
  EXPECT_EQ(selection.selected[1].score, std::numeric_limits<double>::infinity());  // b beside a
  EXPECT_NEAR(selection.selected[2].score, 2, 1e-14);                               // the copy
  EXPECT_EQ(selection.names(), (std::vector<std::string>{"x0", "x2", "x1", "x3", "x4"}));
  EXPECT_EQ(selection.selected[3].score, 0);  // the constant: 0 / 0
}

TEST(Mrmr, quotient_adds_epsilon_to_the_redundancy) {
  const Selection selection =
      select(halves(), "mrmr", 2, {{"form", "quotient"}, {"epsilon", "0.5"}});
  EXPECT_NEAR(selection.selected[1].score, std::log(2) / 0.5, 1e-14);
}

TEST(Mrmr, takes_one_feature_by_relevance_alone) {
  for (const Settings& settings : {Settings{}, quotient}) {
    const Selection selection = select(halves(), "mrmr", 1, settings);
    EXPECT_EQ(selection.names(), std::vector<std::string>{"x0"});
    EXPECT_NEAR(selection.selected[0].score, std::log(2), 1e-15);
  }
}

}  // namespace
}  // namespace pith
