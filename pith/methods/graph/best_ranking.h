// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// Which of some rankings serves a linear SVM best, and with how many of its features.
struct BestRanking {
  std::size_t ranking = 0;
  std::size_t features = 0;
  double cost = 0;
  double accuracy = 0;  ///< mean over the folds
};

/// Stratified five-fold cross-validation over rankings (lists of features of numbers, best first),
/// their first 10, 50, 100, 150 and 200 features (or all, where there are fewer) and the costs
/// 0.1, 1, 10. Columns are standardized by the training rows. Of equals the fewest features
/// win, then the ranking that comes first in `preference`, then the lowest cost.
BestRanking best_ranking(const Table& table, const std::vector<std::vector<Feature>>& rankings,
                         const std::vector<std::size_t>& preference, const Context& context);

}  // namespace pith
