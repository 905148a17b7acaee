// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/shared_ranks.h"

#include <gtest/gtest.h>

#include <vector>

namespace pith {
namespace {

SharedRanks ranks_of(const std::vector<double>& values) {
  return shared_ranks(values, rounding_of(values));
}

TEST(SharedRanks, give_the_mean_rank_to_ties) {
  const SharedRanks found = ranks_of({3, -1, 3, 0, 3, 0});
  EXPECT_EQ(found.ranks, (std::vector<double>{5, 1, 5, 2.5, 5, 2.5}));
  EXPECT_EQ(found.ties, (27 - 3) + (8 - 2));
}

TEST(SharedRanks, have_no_ties_if_all_numbers_differ) {
  const SharedRanks found = ranks_of({0.3, 0.1, 0.2});
  EXPECT_EQ(found.ranks, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(found.ties, 0);
}

TEST(SharedRanks, ignore_rounding_differences) {
  ASSERT_NE(0.1 + 0.2, 0.3);
  EXPECT_EQ(ranks_of({0.1 + 0.2, 0.3, 0.4}).ranks, (std::vector<double>{1.5, 1.5, 3}));
  EXPECT_EQ(ranks_of({1, 1 + 1e-9, 2}).ranks, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(ranks_of({1e-20, 2e-20, 3e-20}).ranks, (std::vector<double>{1, 2, 3}));
}

TEST(SharedRanks, are_empty_without_numbers_and_tied_for_zeros) {
  EXPECT_TRUE(ranks_of({}).ranks.empty());
  EXPECT_EQ(ranks_of({0, -0.0}).ranks, (std::vector<double>{1.5, 1.5}));
}

}  // namespace
}  // namespace pith
