// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/space_tree.h"

#include <algorithm>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/geometry/boruvka.h"
#include "pith/geometry/prim.h"

namespace pith {
inline namespace geometry {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

std::vector<std::uint32_t> first_points(const Places& places) {
  std::vector<std::uint32_t> first(places.count, none);
  for (std::size_t point = places.points(); point-- > 0;)
    first[places.of[point]] = static_cast<std::uint32_t>(point);
  return first;
}

/// On one axis the tree is the path from each value to the next, whatever the numbering.
std::vector<TreeEdge> path(std::span<const double> axis, std::span<const std::uint32_t> first) {
  std::vector<std::uint32_t> order(first.size());
  std::iota(order.begin(), order.end(), std::uint32_t{0});
  const auto is_left = [&](std::uint32_t p, std::uint32_t q) {
    return axis[first[p]] < axis[first[q]];
  };
  if (!std::is_sorted(order.begin(), order.end(), is_left))
    std::sort(order.begin(), order.end(), is_left);
  std::vector<TreeEdge> tree;
  for (std::size_t i = 1; i < order.size(); ++i)
    tree.push_back({std::min(order[i - 1], order[i]), std::max(order[i - 1], order[i])});
  return tree;
}

/// From this many points on, a k-d tree is faster than comparing all pairs, as measured on normally
/// distributed points in 2 to 6 dimensions.
std::size_t min_points_for_kd_tree(std::size_t dimensions) {
  constexpr std::size_t max_shift = 32;
  return std::size_t{1000} << std::min(dimensions, max_shift);
}

}  // namespace

Places one_place(std::size_t points) {
  return {.of = std::vector<std::uint32_t>(points), .count = points > 0 ? std::size_t{1} : 0};
}

Places split_places(const Places& places, std::span<const double> axis) {
  PITH_ASSERT(axis.size() == places.points());
  if (places.count == places.points()) return places;
  struct Point {
    std::uint32_t place;
    std::uint32_t point;
    double coordinate;
  };
  std::vector<Point> order(places.points());
  for (std::uint32_t point = 0; point < order.size(); ++point)
    order[point] = {places.of[point], point, axis[point]};
  std::sort(order.begin(), order.end(), [](const Point& p, const Point& q) {
    return p.place != q.place ? p.place < q.place : p.coordinate < q.coordinate;
  });
  Places split{.of = std::vector<std::uint32_t>(places.points())};
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_new = i == 0 || order[i].place != order[i - 1].place ||
                        order[i].coordinate != order[i - 1].coordinate;
    split.count += is_new ? 1 : 0;
    split.of[order[i].point] = static_cast<std::uint32_t>(split.count - 1);
  }
  return split;
}

Places by_first_point(const Places& places) {
  Places numbered{.of = places.of, .count = places.count};
  std::vector<std::uint32_t> number(places.count, none);
  std::uint32_t next = 0;
  for (std::uint32_t& place : numbered.of) {
    if (number[place] == none) number[place] = next++;
    place = number[place];
  }
  return numbered;
}

std::vector<TreeEdge> space_tree(Axes axes, const Places& places, const Context& context) {
  PITH_ASSERT(!axes.empty() || places.count <= 1);
  if (places.count <= 1) return {};
  const std::vector<std::uint32_t> first = first_points(places);
  if (axes.size() == 1) return path(axes[0], first);
  SpacePoints points = SpacePoints::of(places.count, axes.size());
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (std::size_t p = 0; p < places.count; ++p)
      points.at(a, p) = axes[a][first[p]];
  }
  const bool uses_kd_tree = places.count >= min_points_for_kd_tree(axes.size());
  return uses_kd_tree ? boruvka_tree(points, context) : prim_tree(std::move(points), context);
}

}  // namespace geometry
}  // namespace pith
