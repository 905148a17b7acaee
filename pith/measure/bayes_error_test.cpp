// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/bayes_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "tests/support/examples.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace measure {
namespace {

TEST(BayesError, is_bounded_for_two_classes_by_the_formula_of_the_paper) {
  constexpr double n0 = 30;
  constexpr double n1 = 50;
  constexpr double crossings = 12;
  const std::vector<Crossings> pair{{0, 1, 80, 2 * n0 * n1 / 80, crossings}};
  const double dp = 1 - crossings * 80 / (2 * n0 * n1);
  EXPECT_NEAR(henze_penrose(pair), dp, 1e-15);
  const double u = 4 * n0 * n1 / 6400 * dp + (n0 - n1) * (n0 - n1) / 6400;
  const ErrorBounds bounds = pair_error(crossings, 80);
  EXPECT_NEAR(bounds.lower, 0.5 - 0.5 * std::sqrt(u), 1e-15);
  EXPECT_NEAR(bounds.upper, 0.5 - 0.5 * u, 1e-15);
  for (const ErrorBounds& same :
       {global_error(crossings, 80, 2), pairwise_error(pair, 80, 2), bayes_error(pair, 80, 2)}) {
    EXPECT_NEAR(same.lower, bounds.lower, 1e-15);
    EXPECT_NEAR(same.upper, bounds.upper, 1e-15);
  }
}

TEST(BayesError, is_no_more_than_that_of_guessing) {
  EXPECT_EQ(pair_error(45, 80).lower, 0.5);
  EXPECT_EQ(pair_error(45, 80).upper, 0.5);
  EXPECT_NEAR(global_error(70, 80, 4).lower, 0.75, 1e-15);
  EXPECT_NEAR(global_error(70, 80, 4).upper, 0.75, 1e-15);
  EXPECT_EQ(global_error(0, 80, 4).lower, 0);
  EXPECT_EQ(global_error(0, 80, 4).upper, 0);
  const std::vector<Crossings> pairs{{0, 1, 40, 10, 30}, {0, 2, 40, 10, 30}, {1, 2, 40, 10, 30}};
  EXPECT_NEAR(pairwise_error(pairs, 60, 3).lower, 2.0 / 3, 1e-15);
  EXPECT_NEAR(pairwise_error(pairs, 60, 3).upper, 2.0 / 3, 1e-15);
}

/// Three classes that meet nowhere, or in pairs, or all: sums over pairs count the last twice.
TEST(BayesError, lies_between_the_sums_over_pairs) {
  const std::vector<Crossings> pairs{{0, 1, 40, 20, 8}, {0, 2, 40, 20, 0}, {1, 2, 40, 20, 2}};
  const ErrorBounds bounds = pairwise_error(pairs, 60, 3);
  EXPECT_NEAR(bounds.upper, 10.0 / 60, 1e-15);
  const double lower = pair_error(8, 40).lower + pair_error(2, 40).lower;
  EXPECT_NEAR(bounds.lower, 2.0 / 3 * (40.0 / 60) * lower, 1e-15);
  EXPECT_LT(bounds.lower, bounds.upper);
}

/// Two normal classes at a distance of 2: the best classifier is wrong in 15.87 of 100 cases.
TEST(BayesError, has_bounds_that_hold_for_normal_classes) {
  constexpr std::size_t rows = 1200;
  const Random random(1, 0);
  Values features(2, std::vector<double>(rows));
  Classes classes(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    classes[row] = row % 2;
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform(2 * row)));
    const double angle = 2 * std::numbers::pi * random.uniform(2 * row + 1);
    features[0][row] = radius * std::cos(angle) + 2.0 * classes[row];
    features[1][row] = radius * std::sin(angle);
  }
  const Table table = table_of(features, classes);
  for (const TreeOf of : {TreeOf::all_classes, TreeOf::pairs_of_classes}) {
    const std::vector<Feature> both{0, 1};
    const ErrorBounds bounds = bayes_error(table, both, {.of = of, .scale = Scale::raw}, {});
    EXPECT_LT(bounds.lower, 0.1587);
    EXPECT_GT(bounds.upper, 0.1587);
    EXPECT_NEAR(bounds.upper, 0.2248, 0.03);  // the integral of f0 f1 / (f0 + f1)
    const std::vector<Feature> noise{1};
    EXPECT_GT(bayes_error(table, noise, {.of = of}, {}).lower, 0.35);
  }
}

TEST(BayesError, needs_a_target_and_numeric_features) {
  const std::vector<Feature> first{0};
  TableParts parts = table_of(Values{{1, 2, 3}}, {0, 1, 1}).parts();
  parts.target.reset();
  EXPECT_THROW((void)bayes_error(Table(parts), first, {}, {}), Error);
  const Table codes = table_of(std::vector<Column>{codes_column({0, 1, 1})}, {0, 1, 1});
  EXPECT_THROW((void)bayes_error(codes, first, {}, {}), Error);
}

}  // namespace
}  // namespace measure
}  // namespace pith
