// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/base/context.h"
#include "pith/geometry/prim.h"

namespace pith {

/// The tree of prim_tree() by Boruvka's algorithm over a k-d tree: each round joins every component
/// to its nearest other one. About O(count log count) in few dimensions; in many of them worse than
/// all pairs.
std::vector<TreeEdge> boruvka_tree(const SpacePoints& points, const Context& context);

}  // namespace pith
