// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/work.h"
#include "pith/data/table.h"
#include "pith/learn/trees/regression_trees.h"

namespace pith {

struct BoostingOptions {
  RegressionTreeOptions tree = {};
  std::size_t rounds = 100;
  double rate = 0.1;                   ///< share of a tree that is added
  std::span<const Feature> free = {};  ///< these cost nothing from the start; not owned
};

/// The first use of a feature.
struct Introduction {
  Feature feature = 0;
  std::size_t round = 0;
  double gain = 0;  ///< of its first split, minus the price
};

struct BoostedTrees {
  std::vector<Introduction> introduced;    ///< in order; those that were free, too
  std::vector<RegressionNode> first_tree;  ///< level by level
  std::size_t splits = 0;                  ///< of all trees
  double log_loss = 0;                     ///< of classes: mean over the rows, after the last round
  double r2 = 0;  ///< of numbers: the share of the variance that is explained
};

/// Gradient boosting of regression trees that pay a price for each feature not used before (Xu,
/// Huang, Weinberger and Zheng, 2014). All scores H start at 0. Two classes: one tree per round for
/// the residuals s / (1 + exp(s H)), s = 1 for the last class and -1 for the first. More: one tree
/// per class and round, in the order of the classes, for the residuals [y = c] - p_c, where p is
/// the softmax of the scores at the start of the round. A leaf adds `rate` times the mean of its
/// residuals. Classes without rows of positive weight do not count. A numeric target: one tree per
/// round for the residuals y - H, of y about its mean in units of its standard deviation. Adds one
/// unit of work per round.
BoostedTrees boost_trees(const Table& table, const BoostingOptions& options, Work& work,
                         const Context& context);

}  // namespace pith
