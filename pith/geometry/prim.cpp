// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/prim.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/geometry/prim_kernels.h"

namespace pith {
inline namespace geometry {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The vertex nearest to the tree; ties go to the edge with the lowest numbers.
std::size_t next_of(const Frontier& frontier) {
  const std::size_t blocks = (frontier.count + frontier_block - 1) / frontier_block;
  const double least = *std::min_element(frontier.block_min, frontier.block_min + blocks);
  std::size_t next = frontier.count;
  double lower = infinity;
  double higher = infinity;
  for (std::size_t block = 0; block < blocks; ++block) {
    if (frontier.block_min[block] != least) continue;
    const std::size_t end = std::min((block + 1) * frontier_block, frontier.count);
    for (std::size_t i = block * frontier_block; i < end; ++i) {
      if (frontier.nearest[i] != least) continue;
      const auto [low, high] = std::minmax(frontier.from[i], frontier.number[i]);
      if (low > lower || (low == lower && high >= higher)) continue;
      next = i;
      lower = low;
      higher = high;
    }
  }
  PITH_ASSERT(next < frontier.count);
  return next;
}

}  // namespace

SpacePoints SpacePoints::of(std::size_t count, std::size_t dimensions) {
  SpacePoints points{.count = count, .dimensions = dimensions};
  points.coordinates.resize((count + bundle - 1) / bundle * bundle * dimensions);
  return points;
}

std::vector<TreeEdge> prim_tree(SpacePoints points, const Context& context) {
  PITH_ASSERT(points.count > 0 && points.dimensions > 0);
  constexpr std::size_t entries_between_checks = std::size_t{1} << 22U;
  const std::size_t dimensions = points.dimensions;
  const std::size_t room = points.coordinates.size() / dimensions;
  std::vector<double> nearest(room, infinity);
  std::vector<double> from(room, infinity);
  std::vector<double> numbers(room);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  std::vector<double> block_min(room / frontier_block + 1);
  Frontier frontier{points.coordinates.data(),
                    dimensions,
                    points.count,
                    nearest.data(),
                    from.data(),
                    numbers.data(),
                    block_min.data()};
  for (std::size_t i = points.count; i < room; ++i)
    points.at(0, i) = infinity;
  std::vector<TreeEdge> tree;
  tree.reserve(points.count - 1);
  std::vector<double> at(dimensions);
  std::size_t unchecked = 0;
  std::size_t next = 0;
  while (true) {
    // The last vertex takes the slot of the one that leaves the frontier.
    const double number = numbers[next];
    const std::size_t last = --frontier.count;
    for (std::size_t a = 0; a < dimensions; ++a) {
      at[a] = points.at(a, next);
      points.at(a, next) = points.at(a, last);
    }
    nearest[next] = nearest[last];
    from[next] = from[last];
    numbers[next] = numbers[last];
    points.at(0, last) = infinity;
    nearest[last] = infinity;
    if (last == 0) return tree;
    relax(frontier, at.data(), number);
    next = next_of(frontier);
    const auto [low, high] = std::minmax(from[next], numbers[next]);
    tree.push_back({static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)});
    unchecked += frontier.count * dimensions;
    if (unchecked > entries_between_checks) {
      context.check_cancelled();
      unchecked = 0;
    }
  }
}

}  // namespace geometry
}  // namespace pith
