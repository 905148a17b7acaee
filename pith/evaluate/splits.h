// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// Rows to learn from and rows to judge by, each in ascending order; no row is in both.
struct Split {
  std::vector<std::size_t> train;
  std::vector<std::size_t> test;
};

/// How rows are parted into those to learn from and those to judge by.
struct Splitting {
  enum class Kind {
    folds,          ///< every row is tested once in each repeat; classes are spread evenly
    leave_one_out,  ///< every row is tested alone
    hold_out,       ///< a share of each class is tested
    given,          ///< by `fold_of`
  };
  Kind kind = Kind::folds;
  std::size_t folds = 10;    ///< from 2 to the number of rows
  std::size_t repeats = 1;   ///< of folds and of hold_out, each with chances of its own
  double test_share = 0.25;  ///< of hold_out, between 0 and 1
  /// The fold of each row. Each number that occurs is the test part once, in ascending order.
  std::vector<std::uint32_t> fold_of = {};
  /// Of given: one test part, the rows of fold 1; those of fold 0 train.
  bool is_single = false;
};

/// How many times a share is held out, where nobody says how many.
inline constexpr std::size_t default_holdouts = 20;

/// The splits, repeat after repeat. `target` has codes without gaps. No part is empty, and there
/// are at least two classes to learn from in each split. Held out is the nearest whole number to
/// test_share * n of a class of n rows, but one stays to learn from. Depends on the seed and on
/// which rows share a class, not on what the classes are called. Throws Error(bad_argument) where
/// `how` is out of range or holds out no row, and Error(bad_data) where the classes do not allow
/// it. The rows of all splits are stored: leave one out takes O(n^2) memory.
std::vector<Split> make_splits(const Column& target, const Splitting& how, std::uint64_t seed);

}  // namespace pith
