// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/best_ranking.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith {
inline namespace families {
namespace {

/// Twelve features, of which the last two are the classes with some noise.
Table some_table() {
  const auto classes = random_codes(80, 2, 3);
  std::vector<std::vector<double>> features(12);
  for (std::size_t f = 0; f < 12; ++f) {
    for (std::size_t row = 0; row < 80; ++row)
      features[f].push_back(Random(5, f).uniform(row) + (f >= 10 ? classes[row] : 0));
  }
  return table_of(std::move(features), classes);
}

std::vector<Feature> from(Feature first) {
  std::vector<Feature> order(12);
  for (Feature i = 0; i < 12; ++i)
    order[i] = (first + i) % 12;
  return order;
}

TEST(BestRanking, has_the_useful_features_among_its_first_ten) {
  const auto found = best_ranking(some_table(), {from(0), from(10), from(1)}, {0, 1, 2}, {});
  EXPECT_EQ(found.ranking, 1U);
  EXPECT_EQ(found.features, 10U);
  EXPECT_GT(found.accuracy, 0.9);
}

TEST(BestRanking, breaks_ties_by_preference) {
  const std::vector<std::vector<Feature>> same{from(10), from(10), from(10)};
  EXPECT_EQ(best_ranking(some_table(), same, {2, 0, 1}, {}).ranking, 2U);
  EXPECT_EQ(best_ranking(some_table(), same, {1, 0, 2}, {}).ranking, 1U);
}

TEST(BestRanking, does_not_depend_on_threads) {
  const std::vector<std::vector<Feature>> rankings{from(0), from(5), from(10), from(3)};
  const auto one = best_ranking(some_table(), rankings, {0, 1, 2, 3}, {.threads = 1});
  const auto five = best_ranking(some_table(), rankings, {0, 1, 2, 3}, {.threads = 5});
  EXPECT_EQ(one.ranking, five.ranking);
  EXPECT_EQ(one.accuracy, five.accuracy);
}

TEST(BestRanking, is_the_preferred_one_if_nothing_can_be_learned) {
  const Table table = table_of({{1, 2, 3}, {4, 5, 9}}, {0, 0, 1});
  const auto found = best_ranking(table, {{0, 1}, {1, 0}}, {1, 0}, {});
  EXPECT_EQ(found.ranking, 1U);
}

}  // namespace
}  // namespace families
}  // namespace pith
