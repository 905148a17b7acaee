// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "pith/base/option.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

TEST(SvmRfe, scores_with_the_squared_weight_at_removal) {
  // Two rows: w = 2 (a - b) / |a - b|^2. With differences 2 and 1, w = (4/5, 2/5); then x0 alone
  // has w = 1.
  const Table table = table_of(Values{{0, 2}, {5, 6}}, {0, 1});
  const Selection found = select(table, "svm-rfe", 2, {{"cost", "100"}});
  EXPECT_EQ(found.names(), (std::vector<std::string>{"x0", "x1"}));
  EXPECT_NEAR(found.selected[0].score, 1, 1e-12);
  EXPECT_NEAR(found.selected[1].score, 0.16, 1e-12);
}

TEST(SvmRfe, prefers_a_pair_that_separates_together) {
  // y = sign(x0 - x1 + noise of x2): x0 and x1 matter only together.
  const Random random(4, 0);
  Values values(4, std::vector<double>(80));
  Classes classes(80);
  for (std::size_t row = 0; row < 80; ++row) {
    const double common = 4 * random.uniform(5 * row);
    const double part = random.uniform(5 * row + 1) - 0.5;
    values[0][row] = common + part;
    values[1][row] = common - part;
    values[2][row] = random.uniform(5 * row + 2);
    values[3][row] = random.uniform(5 * row + 3);
    classes[row] = part > 0 ? 1 : 0;
  }
  const auto features = select(table_of(values, classes), "svm-rfe", 2).features();
  EXPECT_EQ((std::set<Feature>(features.begin(), features.end())), (std::set<Feature>{0, 1}));
}

TEST(SvmRfe, does_not_depend_on_units_if_they_are_made_equal) {
  Example made = example(60, 6);
  const Settings settings{{"scale", "standard"}};
  const Selection before = select(table_of(made.features, made.classes), "svm-rfe", 6, settings);
  for (double& value : made.features[2])
    value *= 1000;
  const Table scaled = table_of(made.features, made.classes);
  EXPECT_EQ(select(scaled, "svm-rfe", 6, settings).names(), before.names());
  const Selection raw = select(scaled, "svm-rfe", 6);
  ASSERT_EQ(raw.notes.size(), 1U);
  EXPECT_NE(raw.notes[0].find("the weights depend on the units"), std::string::npos);
}

TEST(SvmRfe, says_if_rounding_errors_prevent_the_optimum) {
  Example made = example(60, 6);
  for (std::vector<double>& values : made.features) {
    for (double& value : values)
      value *= 1e100;
  }
  const Table table = table_of(made.features, made.classes);
  const Selection raw = select(table, "svm-rfe", 6);
  ASSERT_FALSE(raw.notes.empty());
  EXPECT_EQ(raw.notes.back().find("rounding errors keep a machine from its optimum"), 0U);
  EXPECT_NE(raw.notes.back().find(option("scale", "standard")), std::string::npos);
  EXPECT_TRUE(select(table, "svm-rfe", 6, {{"scale", "standard"}}).notes.empty());
}

TEST(SvmRfe, eliminates_a_share_of_those_left) {
  const Example made = example(60, 30);
  const Table table = table_of(made.features, made.classes);
  std::size_t reports = 0;
  const Context context{.progress = [&](const Progress&) { ++reports; }};
  (void)select(table, "svm-rfe", 30, {{"step", "0.5"}}, context);
  EXPECT_LE(reports, 12U);  // 30, 15, 8, 4, 2, 1, 0 are left
}

}  // namespace
}  // namespace pith
