// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/boosted_trees.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/numeric_examples.h"

namespace pith {
namespace {

BoostedTrees boosted(const Table& table, const BoostingOptions& options,
                     const Context& context = {}) {
  Work work(context, "select", options.rounds);
  return boost_trees(table, options, work, context);
}

TEST(BoostedTrees, have_the_loss_of_scores_that_grow_by_the_rate) {
  // Each leaf has rows of one class, so that a score moves by rate / (1 + exp(score)) per round.
  const Table table = table_of(Values{{0, 1, 2, 3}}, {0, 0, 1, 1});
  const BoostedTrees found = boosted(table, {.tree = {.depth = 1}, .rounds = 5, .rate = 0.5});
  double score = 0;
  for (std::size_t round = 0; round < 5; ++round)
    score += 0.5 / (1 + std::exp(score));
  EXPECT_NEAR(found.log_loss, std::log1p(std::exp(-score)), 1e-14);
  ASSERT_EQ(found.introduced.size(), 1U);
  EXPECT_EQ(found.introduced[0].gain, 1);  // (-1)^2 / 2 + 1^2 / 2
  EXPECT_EQ(found.splits, 5U);
}

TEST(BoostedTrees, of_numbers_fit_what_is_left_of_them) {
  // About the mean 3 in units of the standard deviation 2: -1, -1, 1, 1. Every round leaves half.
  const Table table = numeric_table_of(Values{{0, 1, 2, 3}}, {1, 1, 5, 5});
  const BoostedTrees found = boosted(table, {.tree = {.depth = 1}, .rounds = 3, .rate = 0.5});
  EXPECT_NEAR(found.r2, 1 - std::pow(0.5, 6), 1e-14);
  ASSERT_EQ(found.introduced.size(), 1U);
  EXPECT_NEAR(found.introduced[0].gain, 4, 1e-14);
  EXPECT_EQ(found.splits, 3U);
}

TEST(BoostedTrees, of_three_classes_have_the_loss_of_softmax_scores) {
  const Table table = table_of(Values{{0, 1, 2}, {0, 1, 0}}, {0, 1, 2});
  const BoostedTrees found = boosted(table, {.tree = {.depth = 2}, .rounds = 4, .rate = 0.5});
  // Every row has a leaf of its own: its class moves by rate (1 - p), the others by -rate p.
  double own = 0;
  double other = 0;
  for (std::size_t round = 0; round < 4; ++round) {
    const double sum = std::exp(own) + 2 * std::exp(other);
    const double share = std::exp(own) / sum;
    const double other_share = std::exp(other) / sum;
    own += 0.5 * (1 - share);
    other -= 0.5 * other_share;
  }
  EXPECT_NEAR(found.log_loss, -std::log(std::exp(own) / (std::exp(own) + 2 * std::exp(other))),
              1e-14);
}

TEST(BoostedTrees, do_not_pay_for_features_that_are_free) {
  const Table table = table_of(Values{{0, 0, 1, 1}, {0, 1, 2, 3}}, {0, 0, 1, 1});
  const std::vector<Feature> free{1};
  const BoostedTrees found =
      boosted(table, {.tree = {.depth = 1, .price = 0.25}, .rounds = 1, .free = free});
  ASSERT_EQ(found.introduced.size(), 1U);
  EXPECT_EQ(found.introduced[0].feature, 1U);
  EXPECT_EQ(found.introduced[0].gain, 1);
}

TEST(BoostedTrees, introduce_nothing_that_costs_more_than_it_gains) {
  const Table table = table_of(Values{{0, 0, 1, 1}}, {0, 0, 1, 1});
  EXPECT_EQ(boosted(table, {.tree = {.price = 1}}).introduced.size(), 0U);
  EXPECT_EQ(boosted(table, {.tree = {.price = 0.99}}).introduced.size(), 1U);
}

TEST(BoostedTrees, ignore_classes_without_weight) {
  const Table table = table_of(Values{{0, 1, 2, 3, 9}}, {0, 0, 1, 1, 2});
  const BoostedTrees expected = boosted(table.take(std::vector<std::size_t>{0, 1, 2, 3}), {});
  EXPECT_EQ(boosted(with_weights(table, {1, 1, 1, 1, 0}), {}).log_loss, expected.log_loss);
  EXPECT_TRUE(boosted(with_weights(table, {1, 1, 0, 0, 0}), {}).introduced.empty());
}

TEST(BoostedTrees, are_the_same_on_any_number_of_threads) {
  const Example made = example(3000, 60);
  const Table table = table_of(made.features, made.classes);
  const BoostedTrees one = boosted(table, {.rounds = 3}, {.threads = 1});
  for (const unsigned threads : {2U, 5U}) {
    const BoostedTrees many = boosted(table, {.rounds = 3}, {.threads = threads});
    EXPECT_EQ(one.log_loss, many.log_loss);
    EXPECT_EQ(one.splits, many.splits);
  }
}

}  // namespace
}  // namespace pith
