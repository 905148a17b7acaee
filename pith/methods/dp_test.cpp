// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/measure/bayes_error.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Names = std::vector<std::string>;

/// Two classes on a chessboard of four fields: neither feature says anything by itself.
Example chessboard(std::size_t rows) {
  Example made;
  made.features.resize(3, std::vector<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t f = 0; f < 3; ++f)
      made.features[f][row] = Random(2, f).uniform(row);
    const bool is_right = made.features[0][row] > 0.5;
    const bool is_high = made.features[2][row] > 0.5;
    made.features[0][row] += is_right ? 0.5 : 0;
    made.features[2][row] += is_high ? 0.5 : 0;
    made.classes.push_back(is_right != is_high ? 1 : 0);
  }
  return made;
}

TEST(Dp, finds_an_interaction_of_two_features) {
  const Example made = chessboard(200);
  const Table table = table_of(made.features, made.classes);
  Request request;
  request.method = "dp";
  request.k = 3;
  request.keep = {"x0"};
  const Selection found = select(table, request);
  EXPECT_EQ(found.names(), (Names{"x0", "x2", "x1"}));
  EXPECT_LT(found.selected[0].score, 0.2);
  EXPECT_GT(found.selected[1].score, 0.9);
}

TEST(Dp, continues_if_another_axis_lowers_the_score) {
  Example made = example(90, 1);
  made.features.resize(6, std::vector<double>(90));
  for (std::size_t f = 0; f < 6; ++f) {
    for (std::size_t row = 0; row < 90; ++row)
      made.features[f][row] = Random(3, f).uniform(row) + (f == 4 ? 1.2 * made.classes[row] : 0);
  }
  const Selection found = select(table_of(made.features, made.classes), "dp", 6);
  EXPECT_EQ(found.selected[0].name, "x4");
  ASSERT_EQ(found.selected.size(), 6U);
  EXPECT_LT(*found.selected[5].gain, 0);
  EXPECT_LT(found.selected[5].score, found.selected[0].score);
}

TEST(Dp, gives_the_divergence_and_the_bounds_of_the_set_at_each_step) {
  const Example made = example(80, 5);
  const Table table = table_of(made.features, made.classes);
  for (const std::string tree : {"global", "pairwise"}) {
    const Selection found = select(table, "dp", 5, {{"tree", tree}});
    const TreeRule rule{.of = tree == "global" ? TreeOf::all_classes : TreeOf::pairs_of_classes};
    std::vector<Feature> set;
    double before = 0;
    for (const Selected& step : found.selected) {
      set.push_back(step.feature);
      const ErrorBounds bounds = bayes_error(table, set, rule, {});
      ASSERT_TRUE(step.bayes_error);
      EXPECT_NEAR(step.bayes_error->lower, bounds.lower, 1e-12);
      EXPECT_NEAR(step.bayes_error->upper, bounds.upper, 1e-12);
      EXPECT_NEAR(*step.gain, step.score - before, 1e-12);
      before = step.score;
    }
  }
}

TEST(Dp, selects_duplicates_and_constants_last_with_gain_0) {
  Example made = example(60, 3);
  const auto constant = std::vector<double>(60, 4.0);
  std::vector<double> mirrored = made.features[2];
  for (double& number : mirrored)
    number = 3 - 2 * number;
  const Table table =
      table_of(Values{constant, mirrored, made.features[0], made.features[1], made.features[2]},
               made.classes);
  const Selection found = select(table, "dp", 5);
  EXPECT_EQ(found.selected[0].name, "x1");
  EXPECT_EQ(found.selected[3].name, "x0");
  EXPECT_EQ(found.selected[4].name, "x4");
  for (const std::size_t step : {3U, 4U}) {
    EXPECT_EQ(*found.selected[step].gain, 0);
    EXPECT_EQ(found.selected[step].bayes_error->upper, found.selected[2].bayes_error->upper);
  }
}

TEST(Dp, is_zero_where_every_feature_is_constant) {
  const Table table = table_of(Values{{1, 1, 1, 1}, {2, 2, 2, 2}}, {0, 1, 0, 1});
  const Selection found = select(table, "dp", 2);
  EXPECT_EQ(found.features(), (std::vector<Feature>{0, 1}));
  EXPECT_NEAR(found.selected[0].score, 0, 1e-12);
  EXPECT_NEAR(found.selected[0].bayes_error->upper, 0.5, 1e-12);
}

TEST(Dp, does_not_depend_on_units_unless_raw) {
  Example made = example(90, 4);
  const Selection before = select(table_of(made.features, made.classes), "dp", 4);
  const Selection ranks =
      select(table_of(made.features, made.classes), "dp", 4, {{"scale", "ranks"}});
  for (double& number : made.features[1])
    number = 1e6 * number + 7;
  const Table table = table_of(made.features, made.classes);
  EXPECT_EQ(select(table, "dp", 4).names(), before.names());
  EXPECT_EQ(select(table, "dp", 4, {{"scale", "ranks"}}).names(), ranks.names());
  // Beside numbers of a million the others do not count.
  Request request;
  request.method = "dp";
  request.k = 2;
  request.params = {{"scale", "raw"}};
  request.keep = {"x1"};
  EXPECT_EQ(*select(table, request).selected[1].gain, 0);
}

TEST(Dp, breaks_ties_by_row_order_only_if_requested) {
  // Each of two places has two rows of either class.
  const std::vector<double> x{0, 0, 0, 0, 1, 1, 1, 1};
  const Table mixed = table_of(Values{x}, {0, 1, 0, 1, 0, 1, 0, 1});
  EXPECT_NEAR(select(mixed, "dp", 1).selected[0].score, 1 - 4.5 / 4, 1e-12);
  EXPECT_NEAR(select(mixed, "dp", 1, {{"ties", "index"}}).selected[0].score, 0, 1e-12);
}

TEST(Dp, an_outlier_does_not_hide_a_class) {
  // Two classes 8 apart along x0, except for one outlier at 1e9.
  constexpr std::size_t rows = 200;
  std::vector<std::vector<double>> features(3, std::vector<double>(rows));
  std::vector<std::uint32_t> classes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 2);
    for (std::size_t f = 0; f < 3; ++f)
      features[f][row] =
          Random(5, f).uniform(row) + (f == 0 ? 8 * static_cast<double>(row % 2) : 0);
  }
  features[0][7] = 1e9;
  const Table table = table_of(features, classes);
  const Selection found = select(table, "dp", 1);
  EXPECT_EQ(found.features(), std::vector<Feature>{0});
  EXPECT_GT(found.selected[0].score, 0.97);
  EXPECT_EQ(found.selected[0].score,
            select(table, "dp", 1, {{"scale", "ranks"}}).selected[0].score);
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_NE(found.notes[0].find("'x0'"), std::string::npos) << found.notes[0];
  EXPECT_TRUE(select(table, "dp", 1, {{"scale", "ranks"}}).notes.empty());
}

TEST(Dp, a_feature_that_is_too_narrow_for_the_grid_counts_alone) {
  // In raw units x1 is 1e13 times as wide as x0, which separates the classes.
  std::vector<std::vector<double>> features(2, std::vector<double>(60));
  std::vector<std::uint32_t> classes(60);
  for (std::size_t row = 0; row < 60; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 2);
    features[0][row] = Random(5, 0).uniform(row) + 8 * static_cast<double>(row % 2);
    features[1][row] = 1e13 * Random(5, 1).uniform(row);
  }
  const Selection found = select(table_of(features, classes), "dp", 2, {{"scale", "raw"}});
  EXPECT_EQ(found.features(), (std::vector<Feature>{0, 1}));
  EXPECT_GT(found.selected[0].score, 0.9);
  EXPECT_EQ(found.notes.size(), 1U);
}

TEST(Dp, a_smaller_k_selects_a_prefix) {
  std::vector<std::vector<double>> features(8, std::vector<double>(80));
  std::vector<std::uint32_t> classes(80);
  for (std::size_t row = 0; row < 80; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 2);
    for (std::size_t f = 0; f < 8; ++f)
      features[f][row] = Random(9, f).uniform(row) + 0.1 * static_cast<double>(row % 2);
  }
  features[2][3] = 1e7;
  const Table table = table_of(features, classes);
  const Selection all = select(table, "dp", 8);
  for (std::size_t k = 1; k < 8; ++k) {
    const Selection some = select(table, "dp", k);
    for (std::size_t i = 0; i < k; ++i) {
      EXPECT_EQ(some.selected[i].feature, all.selected[i].feature);
      EXPECT_EQ(some.selected[i].score, all.selected[i].score);
    }
  }
}

}  // namespace
}  // namespace pith
