// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith {
inline namespace geometry {

/// An edge of a spanning tree between two places, a < b.
struct TreeEdge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;

  friend auto operator<=>(const TreeEdge&, const TreeEdge&) = default;
};

/// Assigns points to places: points that coincide share a place. Ties between edges of equal length
/// go to the lower places, so a minimum spanning tree is unique under the order (squared length,
/// lower place, higher place) of the edges.
struct Places {
  std::vector<std::uint32_t> of = {};  ///< the place of each point, below count
  std::size_t count = 0;

  std::size_t points() const { return of.size(); }
};

/// The expected number of edges between points of different groups when the tree between places
/// is completed at random, regardless of the groups (Friedman and Rafsky's statistic R where no
/// points coincide). With T_p points at place p, T_pg of them in group g, it is
///   sum[p] (T_p - sum[g] T_pg^2 / T_p) + sum[edges (p,q)] (1 - sum[g] T_pg T_qg / (T_p T_q)).
/// `group` has a number below `groups` for each point. O(points groups).
double expected_crossings(std::span<const TreeEdge> tree, const Places& places,
                          std::span<const std::uint32_t> group, std::size_t groups);

/// The number of edges between different groups when the first point of each place represents it
/// and has an edge to each of the others there. With places numbered by their first points this is
/// the count in the tree of all points under the order (squared length, lower point, higher point).
std::size_t first_point_crossings(std::span<const TreeEdge> tree, const Places& places,
                                  std::span<const std::uint32_t> group);

}  // namespace geometry
}  // namespace pith
