// SPDX-License-Identifier: Apache-2.0
#include "pith/search/ranking.h"

#include <gtest/gtest.h>

#include <limits>

#include "pith/base/random.h"

namespace pith {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

std::vector<Feature> features_of(const Selection& selection) {
  std::vector<Feature> features;
  for (const Selected& step : selection.selected)
    features.push_back(step.feature);
  return features;
}

TEST(Winner, is_the_first_of_those_tied_with_the_best) {
  EXPECT_EQ(winner(std::vector<double>{1, 2 - 1e-10, 2}), 1U);
  EXPECT_EQ(winner(std::vector<double>{1, 2 - 1e-8, 2}), 2U);
  EXPECT_EQ(winner(std::vector<double>{1e6, 1e6 + 1e-4}), 0U);  // relative beyond 1
  EXPECT_EQ(winner(std::vector<double>{1, inf, inf}), 1U);
  EXPECT_EQ(winner(std::vector<double>{-inf, -inf}), 0U);
}

TEST(OrderOf, equals_taking_the_winner_again_and_again) {
  const Random random(5, 0);
  for (std::uint64_t trial = 0; trial < 200; ++trial) {
    std::vector<double> scores(30);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      // Many near ties, chained so that tied-with is not transitive.
      scores[i] = static_cast<double>(random.below(trial * 100 + i, 12)) * 4e-10;
    }
    std::vector<double> left = scores;
    std::vector<std::size_t> naive;
    while (naive.size() < scores.size()) {
      naive.push_back(winner(left));
      left[naive.back()] = -inf;
    }
    EXPECT_EQ(order_of(scores), naive);
  }
}

TEST(Rank, takes_the_best_and_lists_all) {
  const std::vector<double> scores{0.1, 0.9, 0.5};
  const Selection selection = rank(scores, {.k = 2, .keep = {}});
  EXPECT_EQ(features_of(selection), (std::vector<Feature>{1, 2}));
  EXPECT_EQ(selection.ranking.size(), 3U);
  EXPECT_EQ(selection.stopped, Stopped::reached_k);
}

TEST(Rank, says_when_nothing_is_left) {
  const Selection selection = rank(std::vector<double>{0.1, 0.9}, {.k = 5, .keep = {}});
  EXPECT_EQ(selection.selected.size(), 2U);
  EXPECT_EQ(selection.stopped, Stopped::nothing_left);
}

TEST(Rank, puts_kept_features_first) {
  const std::vector<Feature> keep{0};
  const Selection selection = rank(std::vector<double>{0.1, 0.9, 0.5}, {.k = 2, .keep = keep});
  EXPECT_EQ(features_of(selection), (std::vector<Feature>{0, 1}));
}

}  // namespace
}  // namespace pith
