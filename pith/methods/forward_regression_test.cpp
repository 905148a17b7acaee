// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/regression_twin.h"

namespace pith {
namespace {

TEST(ForwardRegression, explains_classes_by_what_adds_most) {
  // y = [a and b]: R2 of a is 1/3, of a and b 2/3, and of all with the product 1.
  const Values features{{1, 0, 1, 0}, {0, 0, 1, 1}, {0, 1, 1, 0}};
  const Selection found = select(table_of(features, {0, 0, 1, 0}), "forward-regression", 3);
  EXPECT_EQ(found.names(), (std::vector<std::string>{"x0", "x1", "x2"}));
  EXPECT_NEAR(found.selected[0].score, 1.0 / 3, 1e-15);
  EXPECT_NEAR(found.selected[1].score, 2.0 / 3, 1e-15);
  EXPECT_NEAR(found.selected[2].score, 1, 1e-15);
  EXPECT_NEAR(*found.selected[2].gain, 1.0 / 3, 1e-15);
}

TEST(ForwardRegression, agrees_with_its_twin) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Example made = example(50, 12, seed);
    const auto expected = twin::regress(made.features, made.classes, false);
    const Selection found = select(table_of(made.features, made.classes), "forward-regression", 12);
    ASSERT_EQ(found.selected.size(), 12U);
    for (std::size_t i = 0; i < 12; ++i) {
      EXPECT_EQ(found.selected[i].feature, expected[i].feature) << i;
      EXPECT_NEAR(found.selected[i].score, expected[i].r2, 1e-12) << i;
    }
  }
}

/// Columns that differ from a common one by little: what is left of them is small from the first
/// step on, and sums of squares that are only updated would lose it.
TEST(ForwardRegression, agrees_with_its_twin_on_nearly_collinear_features) {
  Example made = example(60, 10, 3);
  for (std::size_t f = 1; f < 10; ++f) {
    for (std::size_t row = 0; row < 60; ++row)
      made.features[f][row] = made.features[0][row] + 1e-4 * made.features[f][row];
  }
  const auto expected = twin::regress(made.features, made.classes, false);
  const Selection found = select(table_of(made.features, made.classes), "forward-regression", 10);
  ASSERT_EQ(found.selected.size(), 10U);
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(found.selected[i].feature, expected[i].feature) << i;
    EXPECT_NEAR(found.selected[i].score, expected[i].r2, 1e-9) << i;
  }
}

TEST(ForwardRegression, tells_features_apart_where_little_is_left_to_explain) {
  Example made = example(60, 4, 8);
  for (std::size_t row = 0; row < 60; ++row) {
    made.classes[row] = static_cast<std::uint32_t>(row % 2);
    made.features[0][row] = made.classes[row] + 1e-5 * made.features[3][row];
  }
  // x3 is the error of x0, and explains all that is left: about 1e-11.
  const Selection found = select(table_of(made.features, made.classes), "forward-regression", 2);
  EXPECT_EQ(found.features(), (std::vector<Feature>{0, 3}));
  EXPECT_LT(*found.selected[1].gain, 1e-9);
}

TEST(ForwardRegression, skips_linear_combinations_and_constants) {
  Example made = example(40, 3, 2);
  std::vector<double> sum(40);
  for (std::size_t row = 0; row < 40; ++row)
    sum[row] = 3 * made.features[0][row] - made.features[1][row] + 1000;
  made.features.push_back(sum);
  made.features.push_back(made.features[2]);
  made.features.emplace_back(40, 7.0);
  const Selection found = select(table_of(made.features, made.classes), "forward-regression", 6);
  EXPECT_EQ(found.selected.size(), 3U);
  EXPECT_EQ(found.stopped, Stopped::nothing_left);
  EXPECT_EQ(found.combinations.size(), 2U);
  EXPECT_EQ(found.combinations.back(), 4U);
}

TEST(ForwardRegression, selects_no_more_features_than_rows_less_one) {
  const Example made = example(9, 30, 4);
  const Selection found = select(table_of(made.features, made.classes), "forward-regression", 30);
  EXPECT_EQ(found.selected.size(), 8U);
  EXPECT_NEAR(found.selected.back().score, 1, 1e-12);
  for (const Selected& step : found.selected)
    EXPECT_GE(*step.gain, 0.0);
  EXPECT_EQ(found.combinations.size(), 22U);
}

TEST(ForwardRegression, ignores_rows_of_weight_zero) {
  Example made = example(30, 4, 5);
  made.features[2].assign(30, 1.0);
  made.features[2][4] = 2;  // varies in a row that does not count
  std::vector<double> weights(30, 1.0);
  weights[4] = 0;
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < 30; ++row) {
    if (row != 4) rows.push_back(row);
  }
  const Table table = table_of(made.features, made.classes);
  const Selection found = select(with_weights(table, weights), "forward-regression", 4);
  const Selection expected = select(table.take(rows), "forward-regression", 4);
  EXPECT_EQ(found.features(), expected.features());
  EXPECT_EQ(found.selected.size(), 3U);
}

TEST(ForwardRegression, adds_nothing_for_a_kept_feature_that_cannot_help) {
  Example made = example(30, 3, 6);
  made.features.emplace_back(30, 2.0);
  Request request{.method = "forward-regression", .k = 4};
  request.keep = {"x3", "x0"};
  const Selection found = select(table_of(made.features, made.classes), request);
  ASSERT_EQ(found.selected.size(), 4U);
  EXPECT_EQ(found.selected[0].score, 0.0);
  EXPECT_EQ(*found.selected[0].gain, 0.0);
  EXPECT_GT(*found.selected[1].gain, 0.0);
}

}  // namespace
}  // namespace pith
