// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "pith/base/random.h"
#include "pith/measure/hsic.h"
#include "pith/select/select.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

using Names = std::vector<std::string>;

TEST(Bahsic, keeps_two_features_that_matter_only_together) {
  const Random random(7, 0);
  Values features(4, std::vector<double>(200));
  Classes classes(200);
  for (std::size_t row = 0; row < 200; ++row) {
    for (std::size_t f = 0; f < 4; ++f)
      features[f][row] = 2 * random.uniform(4 * row + f) - 1;
    classes[row] = features[1][row] * features[3][row] > 0 ? 1 : 0;
  }
  const Selection chosen = select(table_of(features, classes), "bahsic", 2, {{"step", "1"}});
  EXPECT_EQ((std::set<std::string>{chosen.selected[0].name, chosen.selected[1].name}),
            (std::set<std::string>{"x1", "x3"}));
}

TEST(Bahsic, scores_are_values_of_the_features_so_far) {
  const Example made = example(50, 3);
  const Selection chosen = select(table_of(made.features, made.classes), "bahsic", 3);
  const Hsic hsic = Hsic::unbiased(class_kernel(made.classes, {}));
  const Feature first = chosen.selected[0].feature;
  EXPECT_NEAR(chosen.selected[0].score, hsic.gaussian(made.features[first], 1), 1e-14);
  const Feature second = chosen.selected[1].feature;
  std::vector<double> weights(50);
  double value = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    hsic.weights(i, 0, weights);
    for (std::size_t j = i + 1; j < 50; ++j) {
      const double a = made.features[first][i] - made.features[first][j];
      const double b = made.features[second][i] - made.features[second][j];
      value += weights[j] * std::exp(-(a * a + b * b) / 4);
    }
  }
  EXPECT_NEAR(chosen.selected[1].score, value, 1e-14);
}

TEST(Bahsic, is_not_disturbed_by_a_feature_of_large_numbers) {
  Example made = example(60, 4);
  const Random random(1, 99);
  made.features.emplace_back(60);
  for (std::size_t row = 0; row < 60; ++row)
    made.features.back()[row] = 1e9 * random.uniform(row);
  const Selection all = select(table_of(made.features, made.classes), "bahsic", 5, {{"step", "1"}});
  EXPECT_EQ(all.selected.back().name, "x4");
  made.features.pop_back();
  const Selection rest =
      select(table_of(made.features, made.classes), "bahsic", 4, {{"step", "1"}});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all.selected[i].name, rest.selected[i].name);
    EXPECT_EQ(all.selected[i].score, rest.selected[i].score);
  }
}

TEST(Bahsic, linear_kernel_ranks_by_values_of_single_features) {
  const Example made = example(40, 5);
  const Selection chosen =
      select(table_of(made.features, made.classes), "bahsic", 5, {{"kernel", "linear"}});
  const Hsic hsic = Hsic::unbiased(class_kernel(made.classes, {}));
  for (const Selected& step : chosen.selected)
    EXPECT_NEAR(step.score, hsic.linear(made.features[step.feature]), 1e-12);
}

TEST(Bahsic, steps_of_a_share_end_with_the_same_best_feature) {
  const Example made = example(60, 20);
  const Table table = table_of(made.features, made.classes);
  EXPECT_EQ(select(table, "bahsic", 1).names(),
            select(table, "bahsic", 1, {{"step", "1"}}).names());
}

}  // namespace
}  // namespace pith
