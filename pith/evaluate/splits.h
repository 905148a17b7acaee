// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// Training rows and test rows, each in ascending order; no row is in both.
struct Split {
  std::vector<std::size_t> train;
  std::vector<std::size_t> test;
};

/// How rows are split into training and test rows.
struct Splitting {
  enum class Kind {
    folds,          ///< stratified k-fold: every row is tested once in each repeat
    leave_one_out,  ///< every row is tested alone
    holdout,        ///< a random share of each class is tested
    given,          ///< by `fold_of`
  };
  Kind kind = Kind::folds;
  std::size_t folds = 10;    ///< from 2 to the number of rows
  std::size_t repeats = 1;   ///< of folds and holdout, each randomised anew
  double test_share = 0.25;  ///< of holdout, above 0 and below 1
  /// The fold of each row, for `given`. Each fold that occurs is the test set once, in ascending
  /// order.
  std::vector<std::uint32_t> fold_of = {};
  /// For `given`: there is one split; rows of fold 0 are for training, rows of fold 1 for testing.
  bool is_train_test = false;
};

/// The default number of repeats of a holdout.
inline constexpr std::size_t default_holdouts = 20;

/// Makes the splits, repeat after repeat. `target` is categorical without missing values. No
/// training or test set is empty, and every training set has at least two classes. A holdout tests
/// round(test_share * n) of a class of n rows, but always leaves one for training. The splits
/// depend on the seed and on which rows share a class, not on the names of the classes. Throws
/// Error(bad_argument) if `how` is out of range or holds out no row, and Error(bad_data) if the
/// classes do not allow such splits. All row numbers are stored: leave-one-out needs O(n^2) memory.
std::vector<Split> make_splits(const Column& target, const Splitting& how, std::uint64_t seed);

}  // namespace pith
