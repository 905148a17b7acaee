// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/delaunay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "pith/base/random.h"

namespace pith {
inline namespace geometry {
namespace {

__extension__ using Wide = __int128;
using Points = std::vector<PlanePoint>;

std::vector<PointPair> edges_of(const Points& points) {
  Delaunay delaunay;
  const auto edges = delaunay.triangulate(points);
  std::vector<PointPair> sorted(edges.begin(), edges.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

int sign(Wide value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

int turn(PlanePoint p, PlanePoint q, PlanePoint r) {
  return sign((Wide{q.x} - p.x) * (Wide{r.y} - p.y) - (Wide{q.y} - p.y) * (Wide{r.x} - p.x));
}

/// 1 when s is inside the circle through p, q, r, whichever way they run: the determinant of the
/// lifted points, expanded along its last column.
int inside(PlanePoint p, PlanePoint q, PlanePoint r, PlanePoint s) {
  Wide sum = 0;
  const PlanePoint arms[] = {p, q, r};
  for (int i = 0; i < 3; ++i) {
    const PlanePoint& a = arms[i];
    const PlanePoint& b = arms[(i + 1) % 3];
    const PlanePoint& c = arms[(i + 2) % 3];
    const Wide lift = (Wide{a.x} - s.x) * (Wide{a.x} - s.x) + (Wide{a.y} - s.y) * (Wide{a.y} - s.y);
    sum += lift * ((Wide{b.x} - s.x) * (Wide{c.y} - s.y) - (Wide{b.y} - s.y) * (Wide{c.x} - s.x));
  }
  return sign(sum) * turn(p, q, r);
}

/// Edges of all triangles without a point inside their circle.
std::set<PointPair> edges_with_empty_circles(const Points& points) {
  std::set<PointPair> edges;
  const auto n = static_cast<std::uint32_t>(points.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      for (std::uint32_t k = j + 1; k < n; ++k) {
        if (turn(points[i], points[j], points[k]) == 0) continue;
        if (std::any_of(points.begin(), points.end(), [&](PlanePoint p) {
              return inside(points[i], points[j], points[k], p) > 0;
            })) {
          continue;
        }
        edges.insert({{i, j}, {i, k}, {j, k}});
      }
    }
  }
  return edges;
}

/// Points on the boundary of the hull: a line through one of them has all others on one side.
std::size_t hull_size(const Points& points) {
  const auto is_outer = [&](PlanePoint p) {
    return std::any_of(points.begin(), points.end(), [&](PlanePoint q) {
      return q != p && std::all_of(points.begin(), points.end(),
                                   [&](PlanePoint r) { return turn(p, q, r) >= 0; });
    });
  };
  return static_cast<std::size_t>(std::count_if(points.begin(), points.end(), is_outer));
}

/// Distinct points with `levels` values of a coordinate, spread over [-reach, reach].
Points scattered(std::size_t count, std::int32_t levels, std::int32_t reach, std::uint64_t seed) {
  const Random random(seed, 1);
  std::set<PlanePoint> points;
  const auto coordinate = [&](std::uint64_t index) {
    const auto level =
        static_cast<std::int64_t>(random.below(index, static_cast<unsigned>(levels)));
    return static_cast<std::int32_t>(-reach + level * (2 * std::int64_t{reach}) / (levels - 1));
  };
  for (std::size_t i = 0; i < count; ++i)
    points.insert({coordinate(2 * i), coordinate(2 * i + 1)});
  return {points.begin(), points.end()};
}

TEST(Delaunay, of_few_points) {
  EXPECT_TRUE(edges_of({}).empty());
  EXPECT_TRUE(edges_of({{3, 4}}).empty());
  EXPECT_EQ(edges_of({{0, 0}, {0, 1}}), (std::vector<PointPair>{{0, 1}}));
  EXPECT_EQ(edges_of({{0, 0}, {1, 5}, {2, 0}}), (std::vector<PointPair>{{0, 1}, {0, 2}, {1, 2}}));
  // A kite: the short diagonal.
  EXPECT_EQ(edges_of({{0, 0}, {2, -1}, {2, 1}, {9, 0}}),
            (std::vector<PointPair>{{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}));
}

TEST(Delaunay, of_points_on_a_line_is_the_path) {
  for (const PlanePoint step : {PlanePoint{1, 0}, {0, 1}, {1, 1}, {3, -7}}) {
    Points points;
    std::vector<PointPair> path;
    for (std::uint32_t i = 0; i < 37; ++i) {
      const auto at = static_cast<std::int32_t>(i * i);
      points.push_back({at * step.x, at * step.y});
      if (i > 0) path.push_back({i - 1, i});
    }
    EXPECT_EQ(edges_of(points), path);
  }
}

TEST(Delaunay, has_all_edges_of_a_triangulation_with_empty_circles) {
  std::uint64_t seed = 0;
  for (const std::int32_t reach : {3, 1000, max_coordinate}) {
    for (const std::int32_t levels : {3, 4, 7}) {
      for (std::size_t count = 4; count < 14; ++count) {
        const Points points = scattered(count, levels, reach, ++seed);
        const std::set<PointPair> allowed = edges_with_empty_circles(points);
        if (allowed.empty()) continue;  // on a line
        const auto edges = edges_of(points);
        EXPECT_TRUE(std::includes(allowed.begin(), allowed.end(), edges.begin(), edges.end()));
        EXPECT_EQ(edges.size(), 3 * points.size() - 3 - hull_size(points)) << seed;
      }
    }
  }
}

TEST(Delaunay, does_not_depend_on_earlier_calls) {
  Delaunay delaunay;
  (void)delaunay.triangulate(scattered(60, 50, 1000, 5));
  const Points points = scattered(12, 7, 1000, 6);
  const auto again = delaunay.triangulate(points);
  std::vector<PointPair> sorted(again.begin(), again.end());
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, edges_of(points));
}

}  // namespace
}  // namespace geometry
}  // namespace pith
