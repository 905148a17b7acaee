// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/row_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "pith/base/random.h"
#include "tests/support/tables.h"

namespace pith::evaluate_internal {
namespace {

using Codes = std::vector<std::uint32_t>;

/// The rows in each fold.
std::map<std::uint32_t, std::size_t> sizes(const Codes& fold_of) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const std::uint32_t fold : fold_of)
    ++counts[fold];
  return counts;
}

TEST(GroupFolds, keep_groups_together_and_are_balanced_by_rows_and_classes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::size_t rows = 600;
    const Codes classes = random_codes(rows, 2, seed);
    Codes group_of(rows);
    for (std::size_t row = 0; row < rows; ++row)
      group_of[row] = static_cast<std::uint32_t>(Random(seed, 9).below(row, 60)) * 7 + 3;
    const Codes folds = group_folds(codes_column(classes), group_of, 5, seed);
    std::map<std::uint32_t, std::set<std::uint32_t>> folds_of_group;
    std::map<std::uint32_t, std::size_t> ones;
    for (std::size_t row = 0; row < rows; ++row) {
      folds_of_group[group_of[row]].insert(folds[row]);
      ones[folds[row]] += classes[row];
    }
    for (const auto& [group, in] : folds_of_group)
      EXPECT_EQ(in.size(), 1U) << group;
    const auto all = static_cast<double>(std::count(classes.begin(), classes.end(), 1U));
    const auto counts = sizes(folds);
    ASSERT_EQ(counts.size(), 5U);
    for (const auto& [fold, count] : counts) {
      EXPECT_NEAR(static_cast<double>(count), 120.0, 8.0);
      EXPECT_NEAR(static_cast<double>(ones[fold]), all / 5, 6.0);
    }
  }
}

TEST(GroupFolds, spread_classes_that_groups_do_not_mix) {
  // Ten groups of six rows of class 0, five of class 1: each of five folds needs two and one.
  Codes classes;
  Codes group_of;
  for (std::uint32_t group = 0; group < 15; ++group) {
    for (int i = 0; i < 6; ++i) {
      classes.push_back(group % 3 == 0 ? 1 : 0);
      group_of.push_back(group);
    }
  }
  const Codes folds = group_folds(codes_column(classes), group_of, 5, 4);
  std::map<std::uint32_t, std::size_t> ones;
  for (std::size_t row = 0; row < folds.size(); ++row)
    ones[folds[row]] += classes[row];
  for (std::uint32_t fold = 0; fold < 5; ++fold) {
    EXPECT_EQ(ones[fold], 6U);
    EXPECT_EQ(sizes(folds)[fold], 18U);
  }
}

TEST(GroupFolds, leave_no_fold_empty_and_place_a_large_group_alone) {
  Codes group_of(100, 5);
  for (std::uint32_t row = 90; row < 100; ++row)
    group_of[row] = row;
  const Codes folds = group_folds(codes_column(random_codes(100, 3, 1)), group_of, 4, 1);
  const auto counts = sizes(folds);
  ASSERT_EQ(counts.size(), 4U);
  EXPECT_EQ(counts.at(folds[0]), 90U);
  const Codes each = group_folds(codes_column({0, 1, 0, 1}), Codes{4, 3, 2, 1}, 4, 1);
  EXPECT_EQ(sizes(each).size(), 4U);
}

TEST(GroupFolds, depend_on_the_seed_and_not_on_numbers_of_groups_or_classes) {
  Codes classes = random_codes(80, 3, 2);
  Codes group_of = random_codes(80, 40, 3);
  const Codes first = group_folds(codes_column(classes), group_of, 4, 6);
  EXPECT_EQ(first, group_folds(codes_column(classes), group_of, 4, 6));
  EXPECT_NE(first, group_folds(codes_column(classes), group_of, 4, 7));
  for (std::uint32_t& group : group_of)
    group = 1000 - group;
  for (std::uint32_t& label : classes)
    label = 2 - label;
  EXPECT_EQ(first, group_folds(codes_column(classes), group_of, 4, 6));
}

TEST(TimeBlocks, are_in_order_of_time_and_nearly_equal) {
  std::vector<double> times;
  for (std::size_t row = 0; row < 100; ++row)
    times.push_back(Random(1, 2).uniform(row));
  for (const std::size_t blocks : {1U, 2U, 3U, 7U, 100U}) {
    const Codes block_of = time_blocks(times, blocks);
    const auto counts = sizes(block_of);
    ASSERT_EQ(counts.size(), blocks);
    for (const auto& [block, count] : counts)
      EXPECT_NEAR(static_cast<double>(count), 100.0 / static_cast<double>(blocks), 1.0);
    for (std::size_t a = 0; a < 100; ++a) {
      for (std::size_t b = 0; b < 100; ++b)
        EXPECT_TRUE(block_of[a] >= block_of[b] || times[a] < times[b]);
    }
  }
}

TEST(TimeBlocks, keep_ties_together_and_use_every_block) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    std::vector<double> times;
    for (std::size_t row = 0; row < 60; ++row) {
      const double u = Random(seed, 4).uniform(row);
      times.push_back(static_cast<double>(static_cast<int>(u * u * 12)));
    }
    const std::size_t most = distinct_times(times);
    for (std::size_t blocks = 1; blocks <= most; ++blocks) {
      const Codes block_of = time_blocks(times, blocks);
      EXPECT_EQ(sizes(block_of).size(), blocks);
      for (std::size_t a = 0; a < 60; ++a) {
        for (std::size_t b = 0; b < 60; ++b) {
          EXPECT_TRUE(times[a] != times[b] || block_of[a] == block_of[b]);
          EXPECT_TRUE(times[a] >= times[b] || block_of[a] <= block_of[b]);
        }
      }
    }
  }
  EXPECT_EQ(time_blocks(std::vector<double>{3, 1, 1, 1, 1, 2}, 2), (Codes{1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(time_blocks(std::vector<double>{9, 9, 9, 9, 9, 2, 1}, 3), (Codes{2, 2, 2, 2, 2, 1, 0}));
}

}  // namespace
}  // namespace pith::evaluate_internal
