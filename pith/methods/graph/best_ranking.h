// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {
inline namespace families {

/// The ranking, number of features and cost with the best accuracy of a linear SVM.
struct BestRanking {
  std::size_t ranking = 0;
  std::size_t features = 0;
  double cost = 0;
  double accuracy = 0;  ///< mean over the folds
};

/// Stratified five-fold cross-validation over rankings (lists of numeric features, best first),
/// their first 10, 50, 100, 150 and 200 features (or all, if there are fewer) and the costs 0.1, 1
/// and 10. Features are standardised with the training rows. Ties go to the fewest features, then
/// to the ranking that comes first in `preference`, then to the lowest cost.
BestRanking best_ranking(const Table& table, const std::vector<std::vector<Feature>>& rankings,
                         const std::vector<std::size_t>& preference, const Context& context);

/// The same for methods that use the target, whose rankings must not know the rows they are judged
/// by: rankings[fold][i] comes from the rows outside of the fold, all of the same length. A
/// categorical feature is one indicator for each level.
BestRanking best_ranking(const Table& table, const std::vector<std::uint32_t>& folds,
                         const std::vector<std::vector<std::vector<Feature>>>& rankings,
                         const std::vector<std::size_t>& preference, const Context& context);

/// The number of folds: five, or fewer if there are fewer rows.
std::size_t ranking_folds(const Table& table);

}  // namespace families
}  // namespace pith
