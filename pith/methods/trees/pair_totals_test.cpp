// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/trees/pair_totals.h"

#include <gtest/gtest.h>

namespace pith {
inline namespace families {
namespace {

/// 0 and 1 share 3, 1 and 2 share 2, 0 and 2 share 0, and 3 shares 0.5 with each.
PairTotals four() {
  PairTotals totals(4);
  totals.set(0, 1, 3);
  totals.set(2, 1, 2);
  totals.set(0, 2, 0);
  for (std::size_t s = 0; s < 3; ++s)
    totals.set(3, s, 0.5);
  return totals;
}

TEST(PairTotals, orders_by_the_lowest_share) {
  const PeeledOrder found = four().order(std::vector<double>(4), PairShare::total);
  EXPECT_EQ(found.scores, (std::vector<double>{-3.5, -5.5, -2.5, -1.5}));
  EXPECT_EQ(found.order, (std::vector<std::size_t>{3, 2, 0, 1}));
  const PeeledOrder own = four().order(std::vector<double>{0, 9, 0, 0}, PairShare::mean);
  EXPECT_DOUBLE_EQ(own.scores[1], 9 - 5.5 / 3);
  EXPECT_EQ(own.order, (std::vector<std::size_t>{1, 3, 2, 0}));
}

TEST(PairTotals, removes_the_worst_and_scores_the_others_again) {
  const PeeledOrder found = four().peel(std::vector<double>(4), PairShare::total);
  // 1 goes first; then 3 pays 1, and 0 and 2 pay 0.5; then both 0 and 2 pay nothing, and 2 goes.
  EXPECT_EQ(found.order, (std::vector<std::size_t>{0, 2, 3, 1}));
  EXPECT_EQ(found.scores, (std::vector<double>{0, -5.5, 0, -1}));
  const PeeledOrder mean = four().peel(std::vector<double>{0, 0, 0, 0.75}, PairShare::mean);
  EXPECT_EQ(mean.order, (std::vector<std::size_t>{3, 0, 2, 1}));
  EXPECT_EQ(mean.scores, (std::vector<double>{-0.5, -5.5 / 3, -0.25, 0.75}));
}

TEST(PairTotals, of_one_feature_is_its_own) {
  EXPECT_EQ(PairTotals(1).peel(std::vector<double>{7}, PairShare::mean).scores[0], 7);
  EXPECT_EQ(PairTotals(1).order(std::vector<double>{7}, PairShare::mean).scores[0], 7);
}

}  // namespace
}  // namespace families
}  // namespace pith
