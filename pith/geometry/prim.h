// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/tree.h"

namespace pith {
inline namespace geometry {

/// Distinct points with integer coordinates whose squared distances are all below 2^53. The
/// coordinates are stored in bundles of points, axis by axis within a bundle, so that they are read
/// sequentially.
struct SpacePoints {
  /// Enough for the longest vectors of any instruction set.
  static constexpr std::size_t bundle = 32;

  std::size_t count = 0;
  std::size_t dimensions = 0;
  std::vector<double> coordinates = {};

  /// All points at the origin; the last bundle is padded to its full size.
  static SpacePoints of(std::size_t count, std::size_t dimensions);

  std::size_t place(std::size_t axis, std::size_t point) const {
    return (point / bundle * dimensions + axis) * bundle + point % bundle;
  }
  double& at(std::size_t axis, std::size_t point) { return coordinates[place(axis, point)]; }
  double at(std::size_t axis, std::size_t point) const { return coordinates[place(axis, point)]; }
};

/// The minimum spanning tree under (squared length, lower number, higher number), by Prim's
/// algorithm over all pairs: O(count^2 dimensions) time, without a distance matrix. There must be
/// at least one point and one dimension.
std::vector<TreeEdge> prim_tree(SpacePoints points, const Context& context);

}  // namespace geometry
}  // namespace pith
