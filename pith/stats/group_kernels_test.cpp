// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/group_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace stats {
namespace {

std::vector<std::uint8_t> random_codes(std::size_t rows, std::size_t levels, std::uint64_t seed) {
  const Random random(seed, 0);
  std::vector<std::uint8_t> codes(rows);
  for (std::size_t row = 0; row < rows; ++row)
    codes[row] = static_cast<std::uint8_t>(random.below(row, levels));
  return codes;
}

/// The twin: every row of every feature by itself, after what is in the table already.
void expect_twin(std::size_t rows, std::size_t levels, std::size_t s_levels) {
  const auto s = random_codes(rows, s_levels, 99);
  std::vector<std::uint16_t> order(rows);
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return s[a] < s[b]; });
  std::vector<std::uint32_t> ends(s_levels);
  for (const std::uint8_t code : s) {
    for (std::size_t level = code; level < s_levels; ++level)
      ++ends[level];
  }
  FeatureGroup group{.levels = group_levels(levels)};
  std::vector<std::vector<std::uint8_t>> features;
  std::vector<std::uint32_t> expected(s_levels * group.levels * group_size, 3);
  for (std::size_t i = 0; i < group_size; ++i) {
    features.push_back(random_codes(rows, levels, i));
    group.codes[i] = features.back().data();
    for (std::size_t row = 0; row < rows; ++row)
      ++expected[(s[row] * group.levels + features[i][row]) * group_size + i];
  }
  std::vector<std::uint32_t> found(expected.size(), 3);
  std::vector<std::uint8_t> room(group_room(rows));
  group_counts(group, {.rows = order, .ends = ends}, room.data(), found.data());
  EXPECT_EQ(found, expected) << rows << " rows, " << levels << " x " << s_levels << " levels";
}

TEST(GroupCounts, equal_the_plain_counts) {
  for (const std::size_t rows : {1U, 15U, 16U, 17U, 700U, 5000U}) {
    for (const std::size_t levels : {1U, 4U, 9U, 12U, 16U, 20U, 31U, 32U, 45U, 64U}) {
      for (const std::size_t s_levels : {1U, 2U, 16U, 33U})
        expect_twin(rows, levels, s_levels);
    }
  }
}

TEST(GroupCounts, hold_as_many_rows_as_a_part_has) {
  expect_twin(max_group_rows, 2, 1);  // thousands of rows in a cell
  expect_twin(max_group_rows, 20, 3);
}

}  // namespace
}  // namespace stats
}  // namespace pith
