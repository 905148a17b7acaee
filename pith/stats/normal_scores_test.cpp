// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/normal_scores.h"

#include <gtest/gtest.h>

#include <cmath>

#include "pith/stats/tails.h"
#include "tests/support/tables.h"

namespace pith {
namespace {

std::vector<double> scores_of(const std::vector<double>& values, std::vector<double> weights = {}) {
  TableParts parts;
  parts.features = {Column::from_numbers(values)};
  parts.names = {"x"};
  parts.weights = std::move(weights);
  const Table scored = with_normal_scores(Table(parts), {});
  const Numbers numbers = scored.feature(0).numbers();
  return {numbers.begin(), numbers.end()};
}

TEST(NormalScores, are_quantiles_of_the_ranks) {
  const std::vector<double> scores = scores_of({5, -1e9, 7, 6});
  EXPECT_EQ(scores, (std::vector{normal_quantile(0.375), normal_quantile(0.125),
                                 normal_quantile(0.875), normal_quantile(0.625)}));
}

TEST(NormalScores, share_the_mean_rank_of_ties) {
  const std::vector<double> scores = scores_of({1, 2, 2, 2, 3});
  EXPECT_NEAR(scores[1], 0, 1e-15);
  EXPECT_EQ(scores[1], scores[3]);
  EXPECT_NEAR(scores[0], -scores[4], 1e-15);
  EXPECT_EQ(scores_of({4, 4, 4}), (std::vector<double>(3, scores_of({4, 4, 4})[0])));
}

TEST(NormalScores, do_not_depend_on_monotone_transformations) {
  const std::vector<double> values{0.3, -2, 1.5, 0.9, 4};
  std::vector<double> curved;
  for (const double value : values)
    curved.push_back(std::exp(3 * value));
  EXPECT_EQ(scores_of(values), scores_of(curved));
}

TEST(NormalScores, take_a_weight_as_repetitions) {
  const std::vector<double> weighted = scores_of({1, 5, 3}, {1, 2, 3});
  const std::vector<double> repeated = scores_of({1, 5, 5, 3, 3, 3});
  EXPECT_EQ(weighted, (std::vector{repeated[0], repeated[1], repeated[3]}));
}

}  // namespace
}  // namespace pith
