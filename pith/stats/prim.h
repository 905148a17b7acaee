// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/stats/tree.h"

namespace pith {

/// Distinct points by their numbers: coordinate a of point p is coordinates[a * stride + p]. Whole
/// numbers, all squared distances below 2^53.
struct SpacePoints {
  std::size_t count = 0;
  std::size_t dimensions = 0;
  std::size_t stride = 0;
  std::vector<double> coordinates = {};

  /// The stride leaves room for the vectors of any instruction set.
  static SpacePoints of(std::size_t count, std::size_t dimensions);
  double* axis(std::size_t a) { return coordinates.data() + a * stride; }
  const double* axis(std::size_t a) const { return coordinates.data() + a * stride; }
};

/// The minimum spanning tree under (squared length, lower number, higher number), by Prim's
/// algorithm over all pairs: O(count^2 dimensions) time, no matrix. There is at least one point and
/// one dimension.
std::vector<TreeEdge> prim_tree(SpacePoints points, const Context& context);

}  // namespace pith
