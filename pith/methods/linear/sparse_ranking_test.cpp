// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/linear/sparse_ranking.h"

#include <gtest/gtest.h>

#include <vector>

namespace pith {
namespace {

TEST(SparseRanking, puts_weights_before_pulls_and_constants_last) {
  const std::vector<double> scores{0, 2e-12, 5e-12, 0, 0, 3e-12};
  const std::vector<double> pulls{1, 9, 9, 3, 9, 9};
  const std::vector<double> deviations{1, 1, 1, 1, 0, 0};
  const Selection found = rank_sparse({scores, pulls, deviations}, {.k = 3});
  std::vector<Feature> order;
  for (const Ranked& entry : found.ranking)
    order.push_back(entry.feature);
  EXPECT_EQ(order, (std::vector<Feature>{2, 1, 3, 0, 4, 5}));
  ASSERT_EQ(found.notes.size(), 1U);
  EXPECT_EQ(found.notes[0].find("only 2 features have a weight; the others"), 0U);
  EXPECT_TRUE(rank_sparse({scores, pulls, deviations}, {.k = 2}).notes.empty());
}

TEST(SparseRanking, says_so_if_no_feature_has_a_weight) {
  const std::vector<double> none(2);
  const std::vector<double> pulls{1, 2};
  const Selection found = rank_sparse({none, pulls, pulls}, {.k = 1});
  EXPECT_EQ(found.selected[0].feature, 1U);
  EXPECT_EQ(
      found.notes[0],
      "no feature has a weight: all have score 0 and are in the order in which the loss pulls "
      "them");
}

}  // namespace
}  // namespace pith
