// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/variance_trees.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

GiniImportances importances(const Table& table, const GiniTreeOptions& options) {
  const Context context;
  Work work(context, "select", options.trees);
  return variance_importances(table, options, work, context);
}

std::vector<double> fractions(double start, double factor) {
  std::vector<double> numbers;
  for (int i = 0; i < 60; ++i)
    numbers.push_back(std::fmod(std::sqrt(i + start) * factor, 1.0));
  return numbers;
}

Table reference() {
  const Values features{fractions(1, 7.3), fractions(2, 11.7), fractions(3, 5.1),
                        fractions(4, 3.7)};
  std::vector<double> target;
  for (std::size_t row = 0; row < 60; ++row)
    target.push_back(features[0][row] * features[0][row] + 0.3 * features[1][row]);
  return numeric_table_of(features, target);
}

TEST(VarianceTrees, agree_with_scikit_learn_on_average) {
  // ExtraTreesRegressor(400, max_features=2), mean of five seeds, whose standard deviation is at
  // most 0.005.
  const double expected[] = {0.74225, 0.15554, 0.04572, 0.05649};
  const double weighted[] = {0.73808, 0.15625, 0.05371, 0.05196};  // weights 1, 2, 3, 1, ...
  std::vector<double> weights;
  for (std::size_t row = 0; row < 60; ++row)
    weights.push_back(1 + static_cast<double>(row % 3));
  const GiniImportances found = importances(reference(), {.trees = 2000, .seed = 3});
  const GiniImportances by_weight =
      importances(with_weights(reference(), weights), {.trees = 2000, .seed = 3});
  for (std::size_t f = 0; f < 4; ++f) {
    EXPECT_NEAR(found.importances[f], expected[f], 0.012) << f;
    EXPECT_NEAR(by_weight.importances[f], weighted[f], 0.012) << f;
  }
}

TEST(VarianceTrees, split_until_targets_are_equal) {
  const Table table = numeric_table_of(Values{{0, 1, 2, 3}, {5, 5, 5, 5}}, {7, 7, 7, 9});
  const GiniImportances found = importances(table, {.trees = 50});
  EXPECT_EQ(found.importances, (std::vector<double>{1, 0}));
  EXPECT_GE(found.splits, 1);
  EXPECT_LE(found.splits, 3);
  const Table unsplit = numeric_table_of(Values{{5, 5, 5}}, {1, 2, 3});
  EXPECT_EQ(importances(unsplit, {.trees = 5}).splits, 0);
}

TEST(VarianceTrees, give_the_same_bits_for_rows_in_another_order) {
  const Table table = reference();
  const Table shuffled = table.take(Random(2, 0).permutation(60));
  EXPECT_EQ(importances(table, {.trees = 20}).importances,
            importances(shuffled, {.trees = 20}).importances);
}

}  // namespace
}  // namespace pith
