// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/plane_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

using Points = std::vector<PlanePoint>;

/// Where each place is.
Points places_at(const Points& points, const Places& places) {
  Points at(places.count);
  for (std::size_t i = 0; i < points.size(); ++i)
    at[places.of[i]] = points[i];
  return at;
}

bool comes_before(const TreeEdge& p, const TreeEdge& q) {
  return p.a != q.a ? p.a < q.a : p.b < q.b;
}

/// Prim's algorithm over all edges, under the order (squared length, lower place, higher place).
std::vector<TreeEdge> dense_tree(const Points& at) {
  using Key = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
  const auto n = static_cast<std::uint32_t>(at.size());
  std::vector<Key> keys(n, Key{UINT64_MAX, 0, 0});
  std::vector<bool> is_in(n);
  std::vector<TreeEdge> tree;
  for (std::uint32_t last = 0; tree.size() + 1 < n;) {
    is_in[last] = true;
    std::uint32_t best = last;
    for (std::uint32_t p = 0; p < n; ++p) {
      if (is_in[p]) continue;
      keys[p] = std::min(
          keys[p], Key{squared_distance(at[last], at[p]), std::min(last, p), std::max(last, p)});
      if (best == last || keys[p] < keys[best]) best = p;
    }
    tree.push_back({std::get<1>(keys[best]), std::get<2>(keys[best])});
    last = best;
  }
  std::sort(tree.begin(), tree.end(), comes_before);
  return tree;
}

std::vector<TreeEdge> sorted(std::span<const TreeEdge> edges) {
  std::vector<TreeEdge> all(edges.begin(), edges.end());
  std::sort(all.begin(), all.end(), comes_before);
  return all;
}

/// Both numberings against the dense tree, and the numbers against what they should follow.
void expect_exact_as_it_is(PlaneTree& tree, const Points& points) {
  tree.span(points, Numbering::by_coordinates);
  Points at = places_at(points, tree.places());
  EXPECT_EQ(at, [&] {
    const std::set<PlanePoint> distinct(points.begin(), points.end());
    return Points(distinct.begin(), distinct.end());
  }());
  EXPECT_EQ(sorted(tree.edges()), dense_tree(at));

  tree.span(points, Numbering::by_first_point);
  std::map<PlanePoint, std::uint32_t> numbers;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    EXPECT_EQ(tree.places().of[i], numbers.try_emplace(points[i], next).first->second);
  }
  at = places_at(points, tree.places());
  EXPECT_EQ(sorted(tree.edges()), dense_tree(at));
}

/// A few near points are joined over all edges; stretched, they go the way of many.
void expect_exact(PlaneTree& tree, const Points& points) {
  expect_exact_as_it_is(tree, points);
  std::int32_t reach = 1;
  for (const PlanePoint& point : points)
    reach = std::max({reach, std::abs(point.x), std::abs(point.y)});
  const std::int32_t factor = max_coordinate / reach;
  Points stretched = points;
  for (PlanePoint& point : stretched)
    point = {point.x * factor, point.y * factor};
  if (factor > 1) expect_exact_as_it_is(tree, stretched);
}

/// Points drawn with repetition from a set of places.
Points drawn(const Points& from, std::size_t count, std::uint64_t seed) {
  const Random random(seed, 7);
  Points points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back(from[random.below(i, from.size())]);
  return points;
}

TEST(PlaneTree, breaks_ties_between_edges_by_the_lower_places) {
  PlaneTree tree;
  tree.span(Points{{1, 1}, {0, 0}, {1, 0}, {0, 1}, {0, 0}}, Numbering::by_coordinates);
  EXPECT_EQ(tree.places().of, (std::vector<std::uint32_t>{3, 0, 2, 1, 0}));
  EXPECT_EQ(sorted(tree.edges()), (std::vector<TreeEdge>{{0, 1}, {0, 2}, {1, 3}}));
  tree.span(Points{{1, 1}, {0, 0}, {1, 0}, {0, 1}, {0, 0}}, Numbering::by_first_point);
  EXPECT_EQ(tree.places().of, (std::vector<std::uint32_t>{0, 1, 2, 3, 1}));
  EXPECT_EQ(sorted(tree.edges()), (std::vector<TreeEdge>{{0, 2}, {0, 3}, {1, 2}}));
  tree.span(Points{{5, 5}, {5, 5}}, Numbering::by_first_point);
  EXPECT_EQ(tree.places().count, 1U);
  EXPECT_TRUE(tree.edges().empty());
}

TEST(PlaneTree, equals_the_tree_of_all_edges_on_grids_of_any_width) {
  PlaneTree tree;
  std::uint64_t seed = 0;
  for (const std::int32_t step : {1, 1000, max_coordinate / 3}) {
    for (std::int32_t columns = 1; columns <= 7; ++columns) {
      Points grid;
      for (std::int32_t x = 0; x < columns; ++x) {
        for (std::int32_t y = -3; y <= 3; ++y)
          grid.push_back({(x - 3) * step, y * step});
      }
      for (const std::size_t count : {1U, 2U, 5U, 12U, 40U, 150U})
        expect_exact(tree, drawn(grid, count, ++seed));
    }
  }
}

TEST(PlaneTree, equals_the_tree_of_all_edges_on_lines_in_any_direction) {
  PlaneTree tree;
  std::uint64_t seed = 100;
  for (const PlanePoint step : {PlanePoint{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {2, -5}, {9, 4}}) {
    for (const std::int32_t stretch : {1, max_coordinate / 90}) {
      Points line;
      for (std::int32_t i = -10; i <= 10; ++i)
        line.push_back({i * stretch * step.x, i * stretch * step.y});
      expect_exact(tree, drawn(line, 9, ++seed));
      expect_exact(tree, drawn(line, 40, ++seed));
      line.push_back({1, 3});  // and one beside it
      expect_exact(tree, drawn(line, 40, ++seed));
    }
  }
}

TEST(PlaneTree, equals_the_tree_of_all_edges_on_circles) {
  PlaneTree tree;
  Points circle;  // x^2 + y^2 = 5 * 13 * 17 = 1105: 32 points
  for (std::int32_t x = -33; x <= 33; ++x) {
    for (std::int32_t y = -33; y <= 33; ++y) {
      if (x * x + y * y == 1105) circle.push_back({x, y});
    }
  }
  ASSERT_EQ(circle.size(), 32U);
  expect_exact(tree, circle);
  const Points round = circle;
  for (const PlanePoint& point : round)
    circle.push_back({point.x * 32'000'000, point.y * 32'000'000});
  circle.push_back({0, 0});
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    expect_exact(tree, drawn(circle, 4 + seed % 50, seed));
}

TEST(PlaneTree, equals_the_tree_of_all_edges_on_random_points) {
  PlaneTree tree;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Random random(seed, 3);
    const std::size_t levels = std::size_t{1} << (1 + seed % 31);
    Points points(2 + seed % 29);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto coordinate = [&](std::uint64_t index) {
        const auto value = static_cast<std::int64_t>(random.below(index, levels));
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(
            value - static_cast<std::int64_t>(levels / 2), -max_coordinate, max_coordinate));
      };
      points[i] = {coordinate(2 * i), coordinate(2 * i + 1)};
    }
    expect_exact(tree, points);
  }
}

/// Enough for wide digits in the sorts.
TEST(PlaneTree, equals_the_tree_of_all_edges_on_many_ranks) {
  constexpr std::size_t count = 1400;
  const auto x = Random(1, 1).permutation(count);
  const auto y = Random(1, 2).permutation(count);
  Points points(count);
  for (std::size_t i = 0; i < count; ++i)
    points[i] = {static_cast<std::int32_t>(2 * x[i]), static_cast<std::int32_t>(y[i] / 2)};
  PlaneTree tree;
  tree.span(points, Numbering::by_first_point);
  EXPECT_EQ(sorted(tree.edges()), dense_tree(places_at(points, tree.places())));
}

}  // namespace
}  // namespace geometry
}  // namespace pith
