// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/work.h"
#include "pith/data/table.h"

namespace pith {

struct GiniTreeOptions {
  std::size_t trees = 100;
  std::uint64_t seed = 0;
  /// Memory for the copy of a group of rows (learn/trees/split_values.h), where other than usual.
  std::optional<std::size_t> group_bytes = {};
};

/// What a forest found.
struct GiniImportances {
  std::vector<double> importances;  ///< of the features; the sum is 1, or 0 if nothing was gained
  double splits = 0;                ///< mean number of splits in a tree
};

/// Extremely randomised trees (Geurts, Ernst and Wehenkel, 2006) of all rows, with random splits,
/// until all leaves are pure or cannot be split. At a node floor(sqrt(d)) features are drawn
/// without replacement, and more if none of these varies there; each that does gets one threshold,
/// uniform between its least and largest value at the node, and the first split of the least Gini
/// impurity is made. The
/// importance of a feature is the fall of the impurity by its splits, as a share of the whole tree,
/// the mean over all trees.
///
/// Features are numbers without missing values. Weights of rows count as repetitions. Adds one unit
/// of work per tree.
GiniImportances gini_importances(const Table& table, const GiniTreeOptions& options, Work& work,
                                 const Context& context);

}  // namespace pith
