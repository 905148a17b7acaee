// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/tree.h"

namespace pith {
inline namespace geometry {

/// The coordinates of points, axis by axis: axes[a][point]. They are integers, and the squared
/// distance of any two points is below 2^53, so that it is exact whatever the order of summation
/// (see grid_columns.h).
using Axes = std::span<const std::span<const double>>;

/// All points in one place, as in a space without axes.
Places one_place(std::size_t points);

/// Splits places by the coordinate on one more axis. The new places are numbered by their previous
/// number, then by the coordinate; starting from one_place(), the numbers follow the lexicographic
/// order of the coordinates. O(n log n); O(n) if no points coincide.
Places split_places(const Places& places, std::span<const double> axis);

/// The same places, numbered in the order of their first points.
Places by_first_point(const Places& places);

/// The minimum spanning tree of the places in Euclidean distance, unique under the order
/// (squared length, lower place, higher place) of the edges; edges are in no particular order.
/// The points of a place must agree on all axes. One axis: O(n log n). Few points: all distances,
/// O(n^2 d) time and O(n d) memory. Many points and few axes: about O(n log n). Checks for
/// cancellation.
std::vector<TreeEdge> space_tree(Axes axes, const Places& places, const Context& context);

}  // namespace geometry
}  // namespace pith
