// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/space_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stop_token>
#include <tuple>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/geometry/boruvka.h"
#include "pith/geometry/prim.h"

namespace pith {
inline namespace geometry {
namespace {

using Columns = std::vector<std::vector<double>>;

double squared_distance(const SpacePoints& points, std::size_t p, std::size_t q) {
  double sum = 0;
  for (std::size_t a = 0; a < points.dimensions; ++a)
    sum += (points.at(a, p) - points.at(a, q)) * (points.at(a, p) - points.at(a, q));
  return sum;
}

/// All pairs in the order of the edges, each taken unless it closes a circle.
std::vector<TreeEdge> kruskal(const SpacePoints& points) {
  std::vector<std::tuple<double, std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t q = 0; q < points.count; ++q) {
    for (std::uint32_t p = 0; p < q; ++p)
      pairs.emplace_back(squared_distance(points, p, q), p, q);
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<std::uint32_t> part(points.count);
  std::iota(part.begin(), part.end(), 0U);
  std::vector<TreeEdge> tree;
  for (const auto& [length, p, q] : pairs) {
    if (part[p] == part[q]) continue;
    tree.push_back({p, q});
    std::replace(part.begin(), part.end(), std::uint32_t{part[q]}, std::uint32_t{part[p]});
  }
  return tree;
}

std::vector<TreeEdge> sorted(std::vector<TreeEdge> tree) {
  std::sort(tree.begin(), tree.end());
  return tree;
}

/// Of several kinds: wide ranges, small grids with many ties and copies, points on a line.
Columns columns_of(std::size_t kind, std::size_t rows, std::size_t dimensions) {
  const Random random(7, kind * 1000 + rows * 10 + dimensions);
  const std::size_t levels = std::vector<std::size_t>{1U << 24U, 3, 10, 2, 30}[kind % 5];
  Columns columns(dimensions, std::vector<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t a = 0; a < dimensions; ++a) {
      const std::size_t draw = kind % 5 == 4 ? row : row * dimensions + a;
      columns[a][row] = static_cast<double>(random.below(draw, levels)) - 1;
    }
  }
  return columns;
}

std::vector<std::span<const double>> axes_of(const Columns& columns) {
  return {columns.begin(), columns.end()};
}

Places places_of(const Columns& columns) {
  Places places = one_place(columns[0].size());
  for (const auto& axis : columns)
    places = split_places(places, axis);
  return places;
}

SpacePoints points_of(const Columns& columns, const Places& places) {
  SpacePoints points = SpacePoints::of(places.count, columns.size());
  for (std::size_t a = 0; a < columns.size(); ++a) {
    for (std::size_t row = 0; row < places.points(); ++row)
      points.at(a, places.of[row]) = columns[a][row];
  }
  return points;
}

TEST(SpaceTree, is_the_same_by_every_algorithm_and_in_every_numbering) {
  std::size_t compared = 0;
  for (std::size_t kind = 0; kind < 20; ++kind) {
    for (std::size_t dimensions = 1; dimensions <= 6; ++dimensions) {
      for (const std::size_t rows : {1U, 2U, 3U, 9U, 40U, 75U}) {
        const Columns columns = columns_of(kind, rows, dimensions);
        for (const bool by_first : {false, true}) {
          Places places = places_of(columns);
          if (by_first) places = by_first_point(places);
          const SpacePoints points = points_of(columns, places);
          const std::vector<TreeEdge> expected = sorted(kruskal(points));
          ASSERT_EQ(sorted(prim_tree(points, {})), expected) << kind << " " << rows;
          ASSERT_EQ(sorted(boruvka_tree(points, {})), expected) << kind << " " << rows;
          ASSERT_EQ(sorted(space_tree(axes_of(columns), places, {})), expected);
          ++compared;
        }
      }
    }
  }
  EXPECT_EQ(compared, 1440U);
}

TEST(SpaceTree, is_the_same_by_both_algorithms_beyond_one_block_and_in_many_dimensions) {
  for (const auto& [kind, rows, dimensions] :
       std::vector<std::tuple<std::size_t, std::size_t, std::size_t>>{
           {0, 1300, 2}, {2, 1300, 4}, {0, 600, 19}, {1, 600, 12}}) {
    const Columns columns = columns_of(kind, rows, dimensions);
    const SpacePoints points = points_of(columns, places_of(columns));
    EXPECT_EQ(sorted(prim_tree(points, {})), sorted(boruvka_tree(points, {}))) << dimensions;
  }
}

TEST(SpaceTree, is_exact_for_squared_distances_just_below_two_to_the_53rd) {
  constexpr double a = 67108864;  // 2^26
  // a^2 + 4 and a^2 + 2: the second comes first, in single precision they would tie.
  const Columns columns{{0, a, -a}, {0, 2, 1}, {0, 0, 1}};
  const SpacePoints points = points_of(columns, places_of(columns));
  const auto tree = sorted(prim_tree(points, {}));
  EXPECT_EQ(tree, (std::vector<TreeEdge>{{0, 1}, {1, 2}}));
  EXPECT_EQ(tree, sorted(boruvka_tree(points, {})));
}

TEST(Places, are_numbered_in_lexicographic_order_or_by_first_points) {
  const Columns columns{{2, 1, 2, 1, 1}, {0, 5, -1, 5, 4}};
  const Places places = places_of(columns);
  EXPECT_EQ(places.count, 4U);
  EXPECT_EQ(places.of, (std::vector<std::uint32_t>{3, 1, 2, 1, 0}));
  EXPECT_EQ(by_first_point(places).of, (std::vector<std::uint32_t>{0, 1, 2, 1, 3}));
  EXPECT_EQ(one_place(3).of, (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(SpaceTree, can_be_cancelled) {
  std::stop_source stop;
  stop.request_stop();
  const Context context{.stop = stop.get_token()};
  const Columns columns = columns_of(0, 2200, 2);
  const SpacePoints points = points_of(columns, places_of(columns));
  EXPECT_THROW((void)prim_tree(points, context), Error);
  EXPECT_THROW((void)boruvka_tree(points, context), Error);
}

}  // namespace
}  // namespace geometry
}  // namespace pith
