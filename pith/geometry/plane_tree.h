// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "pith/geometry/delaunay.h"
#include "pith/geometry/plane_prim.h"
#include "pith/geometry/tree.h"

namespace pith {
inline namespace geometry {

/// How places are numbered, which decides ties between edges of equal length.
enum class Numbering {
  by_coordinates,  ///< by x, then y, whatever the order of the points
  by_first_point,  ///< by the first point of each place
};

/// The minimum spanning tree of integer points in the plane under the order (squared length, lower
/// place, higher place) of the edges, exactly. Every such tree is part of every Delaunay
/// triangulation of the places, however ties are broken: no third place lies in the closed disc
/// whose diameter is an edge of the tree, because two shorter edges would replace that edge.
/// Kruskal's algorithm therefore needs fewer than three edges per place. A few places are joined by
/// Prim's algorithm over all edges. Reuses its buffers between calls; use one object per thread.
class PlaneTree {
 public:
  /// The coordinates must be within max_coordinate; points may coincide. O(n log n); everything but
  /// the triangulation is O(n) if few lengths are equal.
  void span(std::span<const PlanePoint> points, Numbering numbering);

  const Places& places() const { return places_; }
  /// The places().count - 1 edges of the tree.
  std::span<const TreeEdge> edges() const { return tree_; }

 private:
  struct Keyed {
    std::uint64_t key = 0;
    std::uint32_t point = 0;
  };
  struct Candidate {
    std::uint64_t square = 0;
    TreeEdge edge;

    friend bool operator<(const Candidate& p, const Candidate& q) {
      return std::tie(p.square, p.edge.a, p.edge.b) < std::tie(q.square, q.edge.a, q.edge.b);
    }
  };

  void sort_points(std::span<const PlanePoint> points);
  void find_places(std::span<const PlanePoint> points, Numbering numbering);
  std::uint32_t number_of(std::size_t location) const;
  bool is_small() const;
  void join_small();
  void find_candidates();
  void sort_candidates();
  void join();

  std::vector<Keyed> keyed_;
  std::vector<Keyed> keyed_room_;
  std::vector<PlanePoint> locations_;   // distinct, ascending
  std::vector<std::uint32_t> numbers_;  // of the locations; empty if they are in order
  std::int64_t extent_ = 0;             // the longest side of a box around all points
  // Whether the number of points at each place is a power of two: then sums of shares of them are
  // exact in any order.
  bool has_dyadic_shares_ = true;
  PlanePrim prim_;
  std::vector<std::uint64_t> keys_;  // of the edges of a small tree
  Delaunay delaunay_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> candidates_room_;
  std::vector<std::uint32_t> parents_;
  Places places_;
  std::vector<TreeEdge> tree_;
};

}  // namespace geometry
}  // namespace pith
