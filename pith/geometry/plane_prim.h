// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/geometry/delaunay.h"
#include "pith/geometry/tree.h"

namespace pith {
inline namespace geometry {

/// The minimum spanning tree of few places in the plane by Prim's algorithm over all edges, several
/// places at a time. An edge is one integer, [squared length : lower place : higher place], so that
/// the smallest one is the next edge. Everything is in integers, so the tree does not depend on the
/// instruction set. Reuses its buffers between calls; use one object per thread.
class PlanePrim {
 public:
  static constexpr std::size_t max_places = 1024;
  /// The coordinates of any two places differ by less than this.
  static constexpr std::int64_t max_extent = std::int64_t{1} << 19U;

  /// The edges of the tree of `locations`, in the order in which it grows from the first one; place
  /// number i is numbers[i], or i if there are no numbers. All locations must differ. O(n^2).
  /// The edges are valid until the next call.
  std::span<const std::uint64_t> span(std::span<const PlanePoint> locations,
                                      std::span<const std::uint32_t> numbers);

  static TreeEdge edge(std::uint64_t key) {
    constexpr std::uint64_t mask = (std::uint64_t{1} << place_bits) - 1;
    return {static_cast<std::uint32_t>(key >> place_bits & mask),
            static_cast<std::uint32_t>(key & mask)};
  }

 private:
  static constexpr unsigned place_bits = 10;
  /// Aligned, because vectors that cross cache lines take twice as long.
  struct alignas(64) Eight {
    std::int64_t numbers[8];
  };

  // The places outside the tree, padded with places that are farther than all others: coordinates
  // from the lowest ones, number, and the shortest edge to the tree.
  std::vector<Eight> x_;
  std::vector<Eight> y_;
  std::vector<Eight> places_;
  std::vector<Eight> keys_;
  std::vector<std::uint32_t> seats_;  // position of each place in these
  std::vector<std::uint64_t> edges_;
};

}  // namespace geometry
}  // namespace pith
