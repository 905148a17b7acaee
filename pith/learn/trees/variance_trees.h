// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/learn/trees/gini_trees.h"

namespace pith {

/// As gini_importances(), for a numeric target: the impurity of a node is the variance of its
/// targets, and a leaf has equal ones. Targets are rounded to a grid of at least 2^20 steps over
/// their range (usually 2^30 and more), so that sums are exact and neither the order of rows nor
/// rounding decides between equal splits.
GiniImportances variance_importances(const Table& table, const GiniTreeOptions& options, Work& work,
                                     const Context& context);

}  // namespace pith
