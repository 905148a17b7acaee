// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/tree.h"

#include "pith/base/assert.h"

namespace pith {
inline namespace geometry {

double expected_crossings(std::span<const TreeEdge> tree, const Places& places,
                          std::span<const std::uint32_t> group, std::size_t groups) {
  PITH_ASSERT(group.size() == places.points());
  std::vector<double> counts(places.count * groups);
  std::vector<double> totals(places.count);
  for (std::size_t point = 0; point < group.size(); ++point) {
    counts[places.of[point] * groups + group[point]] += 1;
    totals[places.of[point]] += 1;
  }
  const auto alike = [&](std::size_t p, std::size_t q) {
    double sum = 0;
    for (std::size_t g = 0; g < groups; ++g)
      sum += counts[p * groups + g] * counts[q * groups + g];
    return sum;
  };
  double crossings = 0;
  for (std::size_t p = 0; p < places.count; ++p)
    crossings += totals[p] - alike(p, p) / totals[p];
  for (const TreeEdge& edge : tree)
    crossings += 1 - alike(edge.a, edge.b) / (totals[edge.a] * totals[edge.b]);
  return crossings;
}

std::size_t first_point_crossings(std::span<const TreeEdge> tree, const Places& places,
                                  std::span<const std::uint32_t> group) {
  PITH_ASSERT(group.size() == places.points());
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> first(places.count, none);
  std::size_t crossings = 0;
  for (std::size_t point = 0; point < group.size(); ++point) {
    std::uint32_t& representative = first[places.of[point]];
    if (representative == none) representative = static_cast<std::uint32_t>(point);
    crossings += group[representative] != group[point] ? 1 : 0;
  }
  for (const TreeEdge& edge : tree)
    crossings += group[first[edge.a]] != group[first[edge.b]] ? 1 : 0;
  return crossings;
}

}  // namespace geometry
}  // namespace pith
