// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/geometry/prim.h"

namespace pith {

/// The vertices that are not in the tree yet, side by side in memory. Entries from count to the end
/// of a bundle are infinitely far away.
struct Front {
  const double* coordinates = nullptr;  ///< as in SpacePoints
  std::size_t dimensions = 0;
  std::size_t count = 0;
  double* nearest = nullptr;       ///< squared distance to the tree
  double* from = nullptr;          ///< the number of the nearest vertex in it
  const double* number = nullptr;  ///< of the vertex itself
  double* least = nullptr;         ///< of `nearest`, for each block
};

/// Entries of a block share a least distance.
constexpr std::size_t front_block = 64;
static_assert(front_block % SpacePoints::bundle == 0);

/// Lets a vertex into the tree: `at` has its coordinates. Brings `nearest`, `from` and `least` up
/// to date; of vertices of the tree at the same distance the one with the lowest number is kept.
void reach(const Front& front, const double* at, double number);

}  // namespace pith
