// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/tree.h"

namespace pith {

/// The coordinates of points, axis by axis: axes[a][point]. They are whole numbers, and the squared
/// distance of any two points is below 2^53, so that it is exact in whatever order it is summed and
/// equal distances are equal (see grid_columns.h).
using Axes = std::span<const std::span<const double>>;

/// All points in one place: a space without axes.
Places one_place(std::size_t points);

/// Points stay together that are in one place and have the same coordinate on one more axis. Places
/// are numbered by their number before, then by the coordinate: from one_place() on numbers go in
/// lexicographic order of the coordinates. O(n log n); O(n) where no points were together.
Places split_places(const Places& places, std::span<const double> axis);

/// The same places, numbered in the order of their first points.
Places by_first_point(const Places& places);

/// The minimum spanning tree of the places in Euclidean distance, unique under the order
/// (squared length, lower place, higher place) of the edges; edges come in no particular order.
/// Points of a place agree on all axes. One axis: O(n log n). Few points: all distances, O(n^2 d)
/// time and O(n d) memory; many points and few axes: about O(n log n). Checks for cancellation.
std::vector<TreeEdge> space_tree(Axes axes, const Places& places, const Context& context);

}  // namespace pith
