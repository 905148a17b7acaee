// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/best_ranking.h"

#include <gtest/gtest.h>

#include <numeric>

#include "pith/base/random.h"
#include "pith/learn/model/folds.h"
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

TEST(BestRanking, may_have_another_order_in_each_fold) {
  const Table table = some_table();
  const auto folds = stratified_folds(table.target(), ranking_folds(table), 0);
  std::vector<std::vector<std::vector<Feature>>> rankings(5, {from(0), from(10), from(1)});
  const auto found = best_ranking(table, folds, rankings, {0, 1, 2}, {});
  const auto same = best_ranking(table, {from(0), from(10), from(1)}, {0, 1, 2}, {});
  EXPECT_EQ(found.ranking, 1U);
  EXPECT_EQ(found.features, 10U);
  EXPECT_EQ(found.accuracy, same.accuracy);
  rankings[3] = {from(10), from(0), from(1)};  // in one fold, another one is good
  EXPECT_EQ(best_ranking(table, folds, rankings, {0, 1, 2}, {}).features, 12U);
}

TEST(BestRanking, takes_categories_as_indicators) {
  // The class is whether the level is 1, which no weight of its number can tell.
  const auto levels = random_codes(90, 3, 1);
  std::vector<std::uint32_t> classes;
  for (const std::uint32_t level : levels)
    classes.push_back(level == 1 ? 1 : 0);
  TableParts parts = table_of({std::vector<double>(90), std::vector<double>(90)}, classes).parts();
  parts.features = {codes_column(random_codes(90, 3, 2)), codes_column(levels)};
  const Table table(parts);
  const auto folds = stratified_folds(table.target(), 5, 0);
  const auto found = best_ranking(table, folds, {5, {{0, 1}, {1, 0}}}, {0, 1}, {});
  EXPECT_EQ(found.accuracy, 1);
  EXPECT_EQ(found.features, 2U);
}

TEST(BestRanking, is_the_preferred_one_if_nothing_can_be_learned) {
  const Table table = table_of({{1, 2, 3}, {4, 5, 9}}, {0, 0, 1});
  const auto found = best_ranking(table, {{0, 1}, {1, 0}}, {1, 0}, {});
  EXPECT_EQ(found.ranking, 1U);
}

}  // namespace
}  // namespace families
}  // namespace pith
