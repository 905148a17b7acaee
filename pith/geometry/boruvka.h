// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/prim.h"

namespace pith {
inline namespace geometry {

/// The same tree as prim_tree(), by Boruvka's algorithm with a k-d tree: each round joins every
/// component to the one nearest to it. About O(count log count) in few dimensions; in many
/// dimensions it is slower than comparing all pairs.
std::vector<TreeEdge> boruvka_tree(const SpacePoints& points, const Context& context);

}  // namespace geometry
}  // namespace pith
