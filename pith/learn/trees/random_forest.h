// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "pith/base/context.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith {

struct ForestOptions {
  std::size_t trees = 100;
  std::size_t leaf_rows = 1;  ///< no leaf has fewer rows
  std::uint64_t seed = 0;
};

/// Extremely randomised trees (Geurts, Ernst and Wehenkel, 2006) that predict classes or numbers.
/// Every tree is grown from all rows, until its leaves are pure or cannot be split. At a node
/// features are drawn without replacement: floor(sqrt(d)) for classes, all for numbers, and more if
/// none of these varies there. Each that varies gets one threshold, uniform between its least and
/// largest value at the node, and the first split is made that leaves the least Gini impurity, or
/// sum of squares. A number is predicted by the mean over the trees of the mean of the leaf. The
/// probability of a class is (sum[trees] share in the leaf + 1/m) / (trees + 1), for m classes that
/// occur. O(trees n log n features drawn). The same bits on any number of threads.
std::unique_ptr<const Model> fit_forest(const Examples& examples, const ForestOptions& options,
                                        const Context& context);

/// What fit_forest() and scoring by its model need at most, beside the examples and the scores.
std::uint64_t forest_bytes(const FitSize& size, const ForestOptions& options);

}  // namespace pith
