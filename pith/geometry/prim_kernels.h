// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/geometry/prim.h"

namespace pith {
inline namespace geometry {

/// The vertices that are not in the tree yet, contiguous in memory. Entries from count to the end
/// of a bundle are infinitely far away.
struct Frontier {
  const double* coordinates = nullptr;  ///< as in SpacePoints
  std::size_t dimensions = 0;
  std::size_t count = 0;
  double* nearest = nullptr;       ///< squared distance to the tree
  double* from = nullptr;          ///< number of the nearest vertex in the tree
  const double* number = nullptr;  ///< number of the vertex itself
  double* block_min = nullptr;     ///< minimum of `nearest` in each block
};

/// The number of entries in a block.
constexpr std::size_t frontier_block = 64;
static_assert(frontier_block % SpacePoints::bundle == 0);

/// Relaxes the frontier after the vertex with coordinates `at` has joined the tree: updates
/// `nearest`, `from` and `block_min`. Ties between vertices of the tree go to the lowest number.
void relax(const Frontier& frontier, const double* at, double number);

}  // namespace geometry
}  // namespace pith
