// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/methods/regression/investor.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/regression_twin.h"

namespace pith {
namespace {

TEST(Investor, pays_for_tests_and_earns_by_successes) {
  Investor investor(0.5, 0.25);
  EXPECT_EQ(investor.level(), 0.25);
  EXPECT_FALSE(investor.test(0.25));
  EXPECT_EQ(investor.wealth(), 0.25);
  EXPECT_EQ(investor.level(), 0.0625);
  EXPECT_TRUE(investor.test(0.0624));
  EXPECT_EQ(investor.wealth(), 0.25 + 0.25 - 0.0625);
  EXPECT_EQ(investor.tests(), 2U);
}

TEST(Investor, finds_nothing_significant_where_nothing_is_left) {
  EXPECT_EQ(investing_p(0, 0.5, 10), 1);
  EXPECT_EQ(investing_p(1e-17, 0, 10), 1);
  EXPECT_NEAR(investing_p(0.25, 0.5, 10), std::exp(-2.5), 1e-16);
}

TEST(AlphaInvesting, agrees_with_its_twin) {
  std::size_t accepted = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Example made = example(60, 20, seed);
    const Table table = table_of(made.features, made.classes);
    for (const double wealth : {0.1, 0.5, 1.0}) {
      const auto expected = twin::invest(made.features, made.classes, wealth, 0.3);
      const Selection found = select(table, "alpha-investing", 20,
                                     {{"wealth", std::to_string(wealth)}, {"payout", "0.3"}});
      EXPECT_EQ(found.features(), expected) << seed;
      accepted += expected.size();
    }
  }
  EXPECT_GT(accepted, 50U);
}

TEST(AlphaInvesting, accepts_no_duplicates_constants_or_combinations) {
  Example made = example(60, 4, 2);
  const Selection alone = select(table_of(made.features, made.classes), "alpha-investing", 9);
  ASSERT_FALSE(alone.selected.empty());
  const Feature first = alone.selected.front().feature;
  Values features{std::vector<double>(60, 3.0)};
  for (int copy = 0; copy < 3; ++copy)
    features.push_back(made.features[first]);
  const Selection found = select(table_of(features, made.classes), "alpha-investing", 9);
  EXPECT_EQ(found.features(), (std::vector<Feature>{1}));
  EXPECT_EQ(found.stopped, Stopped::no_gain);
  EXPECT_NE(found.notes.back().find("order of the columns"), std::string::npos);
}

TEST(AlphaInvesting, says_so_if_it_accepts_nothing) {
  const Table table = table_of(Values{{0, 1, 0, 1}}, {0, 0, 1, 1});
  const auto note = [&](const std::string& wealth) {
    const Selection found = select(table, "alpha-investing", 1, {{"wealth", wealth}});
    EXPECT_TRUE(found.selected.empty());
    return found.notes.at(found.notes.size() - 2);
  };
  EXPECT_EQ(note("0.5").find("no feature passed its test; more wealth"), 0U);
  EXPECT_EQ(note("1"), "no feature passed its test, also with the largest wealth");
}

TEST(AlphaInvesting, stops_at_a_perfect_fit_and_at_k) {
  Example made = example(60, 5, 3);
  made.features[0].assign(made.classes.begin(), made.classes.end());
  for (std::uint32_t& c : made.classes)
    c = std::min(c, 1U);
  made.features[1].assign(made.classes.begin(), made.classes.end());
  const Table table = table_of(made.features, made.classes);
  const Selection found = select(table, "alpha-investing", 5);
  EXPECT_EQ(found.features(), (std::vector<Feature>{0, 1}));
  EXPECT_NEAR(found.selected[1].score, 1, 1e-14);
  const Selection one = select(table, "alpha-investing", 1);
  EXPECT_EQ(one.features(), (std::vector<Feature>{0}));
  EXPECT_EQ(one.stopped, Stopped::reached_k);
}

TEST(AlphaInvesting, depends_on_the_order_of_the_columns) {
  const Example made = example(60, 20, 1);
  Values reversed(made.features.rbegin(), made.features.rend());
  const auto forward = select(table_of(made.features, made.classes), "alpha-investing", 20);
  const auto backward = select(table_of(reversed, made.classes), "alpha-investing", 20);
  EXPECT_NE(forward.selected.size(), backward.selected.size());
}

}  // namespace
}  // namespace pith
