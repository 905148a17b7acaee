// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/tree.h"

namespace pith {

/// Distinct points by their numbers. Whole numbers, all squared distances below 2^53. Coordinates
/// lie in bundles of points, axis after axis within a bundle, so that they are read one after the
/// other.
struct SpacePoints {
  /// As many as the longest vectors of any instruction set need.
  static constexpr std::size_t bundle = 32;

  std::size_t count = 0;
  std::size_t dimensions = 0;
  std::vector<double> coordinates = {};

  /// All at the origin; the last bundle is full.
  static SpacePoints of(std::size_t count, std::size_t dimensions);

  std::size_t place(std::size_t axis, std::size_t point) const {
    return (point / bundle * dimensions + axis) * bundle + point % bundle;
  }
  double& at(std::size_t axis, std::size_t point) { return coordinates[place(axis, point)]; }
  double at(std::size_t axis, std::size_t point) const { return coordinates[place(axis, point)]; }
};

/// The minimum spanning tree under (squared length, lower number, higher number), by Prim's
/// algorithm over all pairs: O(count^2 dimensions) time, no matrix. There is at least one point and
/// one dimension.
std::vector<TreeEdge> prim_tree(SpacePoints points, const Context& context);

}  // namespace pith
