// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/model/folds.h"

#include <algorithm>

#include "pith/base/random.h"

namespace pith {

std::vector<std::uint32_t> stratified_folds(const Column& target, std::size_t folds,
                                            std::uint64_t seed) {
  const bool has_classes = target.is_codes();
  std::vector<std::vector<std::size_t>> rows_of(has_classes ? target.levels() : 1);
  for (std::size_t row = 0; row < target.rows(); ++row)
    rows_of[has_classes ? target.code(row) : 0].push_back(row);
  // In the order of their first rows, so that names do not matter.
  std::sort(rows_of.begin(), rows_of.end());
  std::vector<std::uint32_t> fold_of(target.rows());
  std::size_t next = 0;  // continues from class to class, so that folds have equal sizes
  for (std::size_t c = 0; c < rows_of.size(); ++c) {
    for (const std::size_t place : Random(seed, c).permutation(rows_of[c].size()))
      fold_of[rows_of[c][place]] = static_cast<std::uint32_t>(next++ % folds);
  }
  return fold_of;
}

}  // namespace pith
