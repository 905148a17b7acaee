// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/feature_lists.h"

#include <gtest/gtest.h>

#include <string>

#include "pith/base/error.h"
#include "tests/support/random_lists.h"

namespace pith {
namespace {

std::string message_of(const RandomLists& lists, std::size_t features) {
  try {
    const FeatureLists checked(lists, features);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(FeatureLists, reject_unknown_features_and_duplicates) {
  EXPECT_EQ(message_of({{0, 1}, {3, 0}}, 3),
            "list 1 has feature 3, but there are only 3 features (counted from 0)");
  EXPECT_EQ(message_of({{0, 1}, {2, 0, 2}}, 3), "list 1 has feature 2 twice; remove the duplicate");
  EXPECT_EQ(message_of({{0, 1, 2}, {2, 1, 0}}, 3), "");
}

TEST(FeatureLists, are_comparable_if_two_or_more_have_the_same_length) {
  const RandomLists one = {{0}};
  const RandomLists two = {{0, 2}, {1, 0}};
  const RandomLists different = {{0, 2}, {1}};
  EXPECT_FALSE(FeatureLists(one, 3).are_comparable());
  EXPECT_TRUE(FeatureLists(two, 3).are_comparable());
  EXPECT_FALSE(FeatureLists(different, 3).are_comparable());
}

TEST(Frequencies, are_sorted_by_count_then_mean_rank_then_column) {
  const RandomLists lists = {{4, 1, 0}, {1, 4, 3}, {1, 4}};
  const std::vector<Frequency> all = frequencies(FeatureLists(lists, 6));
  ASSERT_EQ(all.size(), 4U);
  std::vector<Feature> order;
  for (const Frequency& each : all)
    order.push_back(each.feature);
  EXPECT_EQ(order, (std::vector<Feature>{1, 4, 0, 3}));
  EXPECT_EQ(all[0].selected, 3U);
  EXPECT_DOUBLE_EQ(all[0].mean_rank, 4.0 / 3);
  EXPECT_EQ(all[3].selected, 1U);
  EXPECT_DOUBLE_EQ(all[3].mean_rank, 3);
}

}  // namespace
}  // namespace pith
