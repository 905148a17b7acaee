// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pith/select/select.h"
#include "tests/support/numeric_examples.h"
#include "tests/support/regression_twin.h"

namespace pith {
namespace {

/// Numbers of mean 0 and variance 1.
std::vector<double> standardized(const std::vector<double>& numbers) {
  const twin::Vector about = twin::centred(numbers);
  const twin::Real deviation = std::sqrt(twin::dot(about, about) / twin::Real(about.size()));
  std::vector<double> made;
  for (const twin::Real number : about)
    made.push_back(static_cast<double>(number / deviation));
  return made;
}

/// The lasso by coordinate descent until nothing changes: min 1/(2 n) |y - X w|^2 + a |w|.
std::vector<double> lasso(const Values& x, const std::vector<double>& y, double a) {
  std::vector<double> weights(x.size());
  std::vector<double> left = y;
  const auto n = static_cast<double>(y.size());
  for (double change = 1; change > 1e-14;) {
    change = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      double pull = weights[j];
      for (std::size_t row = 0; row < y.size(); ++row)
        pull += x[j][row] * left[row] / n;
      const double next = std::copysign(std::max(0.0, std::abs(pull) - a), pull);
      for (std::size_t row = 0; row < y.size(); ++row)
        left[row] -= (next - weights[j]) * x[j][row];
      change = std::max(change, std::abs(next - weights[j]));
      weights[j] = next;
    }
  }
  return weights;
}

TEST(L1, scores_are_the_penalties_at_which_features_enter) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const NumericExample made = numeric_example(60, 8, seed);
    const Selection found = select(numeric_table_of(made.features, made.target), "l1", 8);
    ASSERT_EQ(found.selected.size(), 8U);
    Values x;
    for (const auto& feature : made.features)
      x.push_back(standardized(feature));
    const std::vector<double> y = standardized(made.target);
    for (const Selected& step : found.selected) {
      EXPECT_EQ(lasso(x, y, step.score * (1 + 1e-6))[step.feature], 0) << step.name;
      EXPECT_NE(lasso(x, y, step.score * (1 - 1e-6))[step.feature], 0) << step.name;
    }
    EXPECT_TRUE(
        std::is_sorted(found.selected.begin(), found.selected.end(),
                       [](const Selected& a, const Selected& b) { return a.score > b.score; }));
  }
}

TEST(L1, the_first_score_is_the_largest_correlation) {
  const NumericExample made = numeric_example(60, 8);
  const Table table = numeric_table_of(made.features, made.target);
  const Selection found = select(table, "l1", 1);
  const Selection correlated = select(table, "correlation", 1);
  EXPECT_EQ(found.features(), correlated.features());
  EXPECT_NEAR(found.selected[0].score, correlated.selected[0].score, 1e-14);
}

TEST(L1, two_classes_are_0_and_1) {
  const NumericExample made = numeric_example(60, 6);
  Classes classes;
  std::vector<double> numbers;
  for (const double value : made.target) {
    classes.push_back(value > 1 ? 1 : 0);
    numbers.push_back(classes.back());
  }
  const Selection expected = select(numeric_table_of(made.features, numbers), "l1", 6);
  const Selection found = select(table_of(made.features, classes), "l1", 6);
  EXPECT_EQ(found.features(), expected.features());
  for (std::size_t i = 0; i < found.selected.size(); ++i)
    EXPECT_NEAR(found.selected[i].score, expected.selected[i].score, 1e-12);
}

TEST(L1, a_feature_of_several_classes_has_the_largest_penalty_of_any) {
  const Example made = example(60, 6);
  const Selection found = select(table_of(made.features, made.classes), "l1", 6);
  std::vector<double> expected(6);
  for (std::uint32_t c = 0; c < 3; ++c) {
    std::vector<double> hits;
    for (const std::uint32_t code : made.classes)
      hits.push_back(code == c ? 1 : 0);
    for (const Selected& step : select(numeric_table_of(made.features, hits), "l1", 6).selected)
      expected[step.feature] = std::max(expected[step.feature], step.score);
  }
  ASSERT_EQ(found.selected.size(), 6U);
  for (const Selected& step : found.selected)
    EXPECT_NEAR(step.score, expected[step.feature], 1e-12) << step.name;
}

TEST(L1, skips_duplicates_and_constants_with_a_note) {
  NumericExample made = numeric_example(40, 3);
  made.features.push_back(made.features[1]);
  made.features.emplace_back(40, 7.0);
  const Selection found = select(numeric_table_of(made.features, made.target), "l1", 5);
  EXPECT_EQ(found.selected.size(), 3U);
  EXPECT_EQ(found.stopped, Stopped::nothing_left);
  EXPECT_NE(std::find(found.notes.begin(), found.notes.end(),
                      "the lasso path ends with 3 features: the others never enter"),
            found.notes.end());
}

}  // namespace
}  // namespace pith
