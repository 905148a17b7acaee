// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/tree.h"

#include <gtest/gtest.h>

#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

TEST(ExpectedCrossings, counts_where_no_points_coincide) {
  const Places places{.of = {0, 1, 2, 3}, .count = 4};
  const std::vector<TreeEdge> path{{0, 1}, {1, 2}, {2, 3}};
  EXPECT_EQ(expected_crossings(path, places, std::vector<std::uint32_t>{0, 1, 1, 0}, 2), 2);
  EXPECT_EQ(expected_crossings(path, places, std::vector<std::uint32_t>{0, 1, 2, 0}, 3), 3);
  EXPECT_EQ(first_point_crossings(path, places, std::vector<std::uint32_t>{0, 1, 1, 0}), 2U);
}

TEST(ExpectedCrossings, averages_over_coincident_points) {
  // Two points of group 0 and one of group 1 in one place: 2 * 2 * 1 / 3; an edge from there to a
  // place of one point of group 1 joins different groups in two of three cases.
  const Places places{.of = {0, 0, 0, 1}, .count = 2};
  const std::vector<std::uint32_t> group{0, 1, 0, 1};
  EXPECT_DOUBLE_EQ(expected_crossings(std::vector<TreeEdge>{{0, 1}}, places, group, 2),
                   4.0 / 3 + 2.0 / 3);
  EXPECT_EQ(first_point_crossings(std::vector<TreeEdge>{{0, 1}}, places, group), 2U);
}

/// The first point of a place stands for it; points in random order make that blind to the groups.
TEST(ExpectedCrossings, is_the_mean_over_random_completions) {
  const Places places{.of = {0, 1, 0, 2, 1, 0, 2, 2, 2}, .count = 3};
  const std::vector<std::uint32_t> group{0, 1, 2, 1, 1, 0, 2, 0, 0};
  const std::vector<TreeEdge> tree{{0, 2}, {1, 2}};
  constexpr std::size_t rounds = 20000;
  double sum = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    const std::vector<std::size_t> order = Random(1, round).permutation(group.size());
    Places shuffled{.of = {}, .count = 3};
    std::vector<std::uint32_t> groups;
    for (const std::size_t point : order) {
      shuffled.of.push_back(places.of[point]);
      groups.push_back(group[point]);
    }
    sum += static_cast<double>(first_point_crossings(tree, shuffled, groups));
  }
  EXPECT_NEAR(sum / rounds, expected_crossings(tree, places, group, 3), 0.03);
}

/// Many groups are counted in another way: groups that are the same under other names.
TEST(ExpectedCrossings, does_not_depend_on_the_number_of_groups) {
  const std::vector<TreeEdge> tree{{0, 1}, {1, 2}, {2, 3}};
  const Places places{.of = {0, 0, 1, 1, 1, 2, 3, 3}, .count = 4};
  const std::vector<std::uint32_t> few{0, 1, 1, 2, 1, 0, 2, 0};
  std::vector<std::uint32_t> many;
  for (const std::uint32_t group : few)
    many.push_back(1000 * group + 7);
  EXPECT_EQ(expected_crossings(tree, places, few, 3), expected_crossings(tree, places, many, 3000));
}

}  // namespace
}  // namespace geometry
}  // namespace pith
