// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/gini_trees.h"

#include <gtest/gtest.h>

#include <chrono>
#include <numeric>
#include <stop_token>
#include <thread>

#include "pith/base/error.h"
#include "tests/support/examples.h"

namespace pith {
namespace {

GiniImportances grown(const Table& table, const GiniTreeOptions& options,
                      const Context& context = {}) {
  Work work(context, "select", options.trees);
  return gini_importances(table, options, work, context);
}

TEST(GiniTrees, have_equal_shares_of_features_that_separate_two_rows) {
  // Each of the three that vary is the first of these to be drawn in a third of the trees.
  const Table table = table_of(Values{{1, 2}, {0, 0}, {5, 3}, {0.5, 0.25}}, {0, 1});
  const GiniImportances found = grown(table, {.trees = 3000});
  EXPECT_EQ(found.splits, 1);
  EXPECT_EQ(found.importances[1], 0);
  for (const std::size_t f : {0U, 2U, 3U})
    EXPECT_NEAR(found.importances[f], 1.0 / 3, 5 * std::sqrt(2.0 / 9 / 3000));
  EXPECT_NEAR(std::accumulate(found.importances.begin(), found.importances.end(), 0.0), 1, 1e-12);
}

TEST(GiniTrees, split_along_thresholds_that_are_uniform_between_the_extremes) {
  // Between 0 and 1 the threshold falls with probability 1/10, and the tree then has one split.
  const Table table = table_of(Values{{0, 1, 10}}, {0, 1, 1});
  const double splits = grown(table, {.trees = 4000}).splits;
  EXPECT_NEAR(splits, 1 * 0.1 + 2 * 0.9, 5 * std::sqrt(0.09 / 4000));
}

TEST(GiniTrees, weigh_gains_by_the_rows_of_a_node) {
  // x0 separates one class of 40 rows from the two others, x1 these: 2/3 and 1/3 of
  // n G = 120 (1 - 1/3) = 80, of which the first split gains 80 - 80 (1 - 1/2) = 40 whichever it
  // is.
  Values features(2, std::vector<double>(120));
  Classes classes(120);
  for (std::size_t row = 0; row < 120; ++row) {
    classes[row] = static_cast<std::uint32_t>(row % 3);
    features[0][row] = classes[row] == 0 ? 1 : 0;
    features[1][row] = classes[row] == 1 ? 1 : 0;
  }
  const GiniImportances found = grown(table_of(features, classes), {.trees = 20});
  EXPECT_EQ(found.splits, 2);
  EXPECT_NEAR(found.importances[0], 0.5, 1e-12);
  EXPECT_NEAR(found.importances[1], 0.5, 1e-12);
}

TEST(GiniTrees, see_a_parity) {
  Example made = example(400, 5);
  for (std::size_t row = 0; row < 400; ++row)
    made.classes[row] = (made.features[1][row] > 1) != (made.features[3][row] > 1) ? 1 : 0;
  const GiniImportances found = grown(table_of(made.features, made.classes), {.trees = 200});
  for (const std::size_t other : {0U, 2U, 4U}) {
    EXPECT_LT(found.importances[other], found.importances[1]);
    EXPECT_LT(found.importances[other], found.importances[3]);
  }
}

TEST(GiniTrees, end_where_no_feature_varies) {
  const GiniImportances found =
      grown(table_of(Values{{1, 1, 2, 2}, {3, 3, 3, 3}}, {0, 1, 0, 1}), {.trees = 3});
  EXPECT_EQ(found.splits, 1);  // which separates nothing
  EXPECT_EQ(found.importances, (std::vector<double>{0, 0}));
}

TEST(GiniTrees, are_the_same_with_and_without_copies_of_small_groups) {
  for (const bool is_coarse : {false, true}) {
    Example made = example(500, 9);
    if (is_coarse) made.features = rounded(made.features);
    const Table table = table_of(made.features, made.classes);
    const auto expected = grown(table, {.trees = 5, .group_bytes = 0});
    for (const std::size_t bytes : {72U, 500U, 2000U}) {
      const auto found = grown(table, {.trees = 5, .group_bytes = bytes});
      EXPECT_EQ(found.importances, expected.importances) << bytes;
      EXPECT_EQ(found.splits, expected.splits);
    }
  }
}

TEST(GiniTrees, depend_on_the_seed_but_not_on_weights_of_one) {
  const Example made = example(80, 6);
  const Table table = table_of(made.features, made.classes);
  const auto found = grown(table, {.trees = 70, .seed = 1});
  EXPECT_NE(found.importances, grown(table, {.trees = 70, .seed = 2}).importances);
  const Table doubled = with_weights(table, std::vector<double>(80, 2));
  EXPECT_EQ(found.importances, grown(doubled, {.trees = 70, .seed = 1}).importances);
}

TEST(GiniTrees, can_be_cancelled_within_a_tree) {
  const Example made = example(200'000, 40);
  const Table table = table_of(made.features, made.classes);
  std::stop_source stop;
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop.request_stop();
  });
  EXPECT_THROW(grown(table, {.trees = 1'000'000}, {.threads = 2, .stop = stop.get_token()}), Error);
}

}  // namespace
}  // namespace pith
