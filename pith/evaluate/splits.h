// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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
    folds,          ///< stratified k-fold: every row is tested once in each repeat; numbers are
                    ///< shuffled only
    leave_one_out,  ///< every row is tested alone
    holdout,        ///< a random share of each class, or of the numbers, is tested
    given,          ///< by `fold_of`
    groups,         ///< k-fold by `group_of`: the rows of a group are tested together
    time,           ///< by `times`: trained on earlier rows, tested on later ones
  };
  Kind kind = Kind::folds;
  /// From 2 to the number of rows, or groups; for `time` from 1 to one less than distinct times.
  std::size_t folds = 10;
  std::size_t repeats = 1;   ///< of folds, groups and holdout, each randomised anew
  double test_share = 0.25;  ///< of holdout, above 0 and below 1
  /// The fold of each row, for `given`. Each fold that occurs is the test set once, in ascending
  /// order.
  std::vector<std::uint32_t> fold_of = {};
  /// For `given`: there is one split; rows of fold 0 are for training, rows of fold 1 for testing.
  bool is_train_test = false;
  std::vector<std::uint32_t> group_of = {};  ///< the group of each row, for `groups`
  /// For `time`: when each row was observed, finite. Rows in order of time form folds + 1 blocks of
  /// nearly equal sizes, where rows of the same time stay together. Each block but the first is the
  /// test set once, and all earlier blocks are its training set; later rows are not used.
  std::vector<double> times = {};
  /// Whether usable_folds() may be fewer than `folds`: nobody asked for that number.
  bool allows_fewer_folds = false;
  std::string column = {};  ///< the name of the column of folds, groups or times, if any
};

/// The default number of repeats of a holdout.
inline constexpr std::size_t default_holdouts = 20;

/// The number of folds for this target: `how.folds`, or the largest smaller number that the rows,
/// groups or times allow if `how` allows fewer. With fewer rows than `how.folds`, folds are as many
/// as the smallest class has rows, but at least 2.
std::size_t usable_folds(const Column& target, const Splitting& how);

/// Makes the splits, repeat after repeat. `target` has classes or numbers without missing values;
/// rows with numbers are all treated as one class. No training or test set is empty, and every
/// training set has at least two classes, or two different numbers. A holdout tests
/// round(test_share * n) of a class of n rows, but always leaves one for training. The splits
/// depend on the seed and on which rows share a class, not on the names of the classes. Throws
/// Error(bad_argument) if `how` is out of range or holds out no row, and Error(bad_data) if the
/// classes do not allow such splits. All row numbers are stored: leave-one-out needs O(n^2) memory.
std::vector<Split> make_splits(const Column& target, const Splitting& how, std::uint64_t seed);

}  // namespace pith
