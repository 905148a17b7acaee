// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/tree.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "pith/base/assert.h"

namespace pith {
inline namespace geometry {
namespace {

/// The groups at each place that occur there, ascending, and the number of points of each.
class GroupsAtPlaces {
 public:
  GroupsAtPlaces(const Places& places, std::span<const std::uint32_t> group)
      : begins_(places.count + 1) {
    std::vector<std::uint64_t> points(group.size());
    for (std::size_t point = 0; point < group.size(); ++point)
      points[point] = std::uint64_t{places.of[point]} << 32U | group[point];
    std::sort(points.begin(), points.end());
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i > 0 && points[i] == points[i - 1]) {
        counts_.back() += 1;
        continue;
      }
      groups_.push_back(static_cast<std::uint32_t>(points[i]));
      counts_.push_back(1);
      ++begins_[(points[i] >> 32U) + 1];
    }
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
  }

  /// The number of pairs of a point at p and a point at q of the same group.
  double alike(std::size_t p, std::size_t q) const {
    double sum = 0;
    std::size_t i = begins_[p];
    std::size_t j = begins_[q];
    while (i < begins_[p + 1] && j < begins_[q + 1]) {
      if (groups_[i] == groups_[j]) {
        sum += counts_[i++] * counts_[j++];
      } else {
        ++(groups_[i] < groups_[j] ? i : j);
      }
    }
    return sum;
  }

 private:
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> groups_;
  std::vector<double> counts_;
};

/// A table of the groups at all places, for few groups.
class TableOfGroups {
 public:
  TableOfGroups(const Places& places, std::span<const std::uint32_t> group, std::size_t groups)
      : groups_(groups), counts_(places.count * groups) {
    for (std::size_t point = 0; point < group.size(); ++point)
      counts_[places.of[point] * groups + group[point]] += 1;
  }
  double alike(std::size_t p, std::size_t q) const {
    double sum = 0;
    for (std::size_t g = 0; g < groups_; ++g)
      sum += counts_[p * groups_ + g] * counts_[q * groups_ + g];
    return sum;
  }

 private:
  std::size_t groups_;
  std::vector<double> counts_;
};

/// Products of counts are integers, so the order of their sums does not matter.
template <class Groups>
double expected_among(std::span<const TreeEdge> tree, const Places& places, const Groups& groups) {
  std::vector<double> totals(places.count);
  for (const std::uint32_t place : places.of)
    totals[place] += 1;
  double crossings = 0;
  for (std::size_t p = 0; p < places.count; ++p)
    crossings += totals[p] - groups.alike(p, p) / totals[p];
  for (const TreeEdge& edge : tree)
    crossings += 1 - groups.alike(edge.a, edge.b) / (totals[edge.a] * totals[edge.b]);
  return crossings;
}

}  // namespace

double expected_crossings(std::span<const TreeEdge> tree, const Places& places,
                          std::span<const std::uint32_t> group, std::size_t groups) {
  PITH_ASSERT(group.size() == places.points());
  constexpr std::size_t few = 8;
  if (groups > few) return expected_among(tree, places, GroupsAtPlaces(places, group));
  return expected_among(tree, places, TableOfGroups(places, group, groups));
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
