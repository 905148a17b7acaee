// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/prim.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/geometry/prim_kernels.h"

namespace pith {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of the vertices nearest to the tree the one whose edge has the lowest numbers.
std::size_t next_of(const Front& front) {
  const std::size_t blocks = (front.count + front_block - 1) / front_block;
  const double least = *std::min_element(front.least, front.least + blocks);
  std::size_t next = front.count;
  double lower = infinity;
  double higher = infinity;
  for (std::size_t block = 0; block < blocks; ++block) {
    if (front.least[block] != least) continue;
    const std::size_t end = std::min((block + 1) * front_block, front.count);
    for (std::size_t i = block * front_block; i < end; ++i) {
      if (front.nearest[i] != least) continue;
      const auto [low, high] = std::minmax(front.from[i], front.number[i]);
      if (low > lower || (low == lower && high >= higher)) continue;
      next = i;
      lower = low;
      higher = high;
    }
  }
  PITH_ASSERT(next < front.count);
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
  std::vector<double> least(room / front_block + 1);
  Front front{points.coordinates.data(),
              dimensions,
              points.count,
              nearest.data(),
              from.data(),
              numbers.data(),
              least.data()};
  for (std::size_t i = points.count; i < room; ++i)
    points.at(0, i) = infinity;
  std::vector<TreeEdge> tree;
  tree.reserve(points.count - 1);
  std::vector<double> at(dimensions);
  std::size_t unchecked = 0;
  std::size_t next = 0;
  while (true) {
    // The last takes the room of the one that leaves the front.
    const double number = numbers[next];
    const std::size_t last = --front.count;
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
    reach(front, at.data(), number);
    next = next_of(front);
    const auto [low, high] = std::minmax(from[next], numbers[next]);
    tree.push_back({static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)});
    unchecked += front.count * dimensions;
    if (unchecked > entries_between_checks) {
      context.check_cancelled();
      unchecked = 0;
    }
  }
}

}  // namespace pith
