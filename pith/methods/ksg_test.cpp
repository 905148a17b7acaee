// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "pith/measure/neighbour_information.h"
#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

TEST(Ksg, finds_a_dependence_that_has_no_correlation) {
  Values features(3, std::vector<double>(300));
  std::vector<double> y(300);
  for (std::size_t row = 0; row < 300; ++row) {
    for (std::size_t i = 0; i < 3; ++i)
      features[i][row] = Random(2, i).uniform(row) - 0.5;
    y[row] = std::abs(features[2][row]) + 0.01 * features[0][row];
  }
  const Selection selection = select(numeric_table_of(features, y), "ksg", 3);
  EXPECT_EQ(selection.selected[0].name, "x2");
  EXPECT_GT(selection.selected[0].score, 1);
  EXPECT_LT(selection.selected[1].score, 0.2);
}

TEST(Ksg, scores_by_the_estimate_of_each_feature) {
  const Example made = example(90, 5);
  const Table table = table_of(made.features, made.classes);
  NeighbourRoom room;
  for (const std::size_t neighbours : {3U, 7U}) {
    const Settings settings{{"neighbours", std::to_string(neighbours)}};
    const RossInformation by_class(made.classes, 3, neighbours);
    for (const Selected& step : select(table, "ksg", 5, settings).selected)
      EXPECT_EQ(step.score, by_class(made.features[step.feature], room));
    const KraskovInformation by_number(made.features[4], neighbours);
    const Table numeric = numeric_table_of(made.features, made.features[4]);
    for (const Selected& step : select(numeric, "ksg", 5, settings).selected)
      EXPECT_EQ(step.score, by_number(made.features[step.feature], room));
  }
}

}  // namespace
}  // namespace pith
