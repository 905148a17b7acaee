// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/learn/model/learner.h"
#include "pith/learn/model/model.h"

namespace pith {

/// Cross-validated errors of a learner on sets of features. The folds are stratified, or shuffled
/// where numbers are predicted, and depend on the seed; means, deviations and levels come from the
/// training rows of each fold alone. Every fold is encoded once, with all features, and every set
/// takes columns of that.
class SetErrors {
 public:
  /// There are fewer folds than asked for where no class, or the table, has so many rows. The
  /// learner has its default parameters, and can predict the target. The table must have a target
  /// and no missing values; neither it nor the learner is owned. Memory: 8 bytes for each fold, row
  /// and encoded column, which the object holds, and for each thread what wrong() fits.
  SetErrors(const Table& table, const Learner& learner, std::size_t folds, const Context& context);

  std::size_t folds() const { return folds_.size(); }
  std::size_t rows() const { return rows_; }

  /// For each of the sets, over all rows when they are not trained on: the number of those that are
  /// predicted wrongly, which is exact, or the sum of their squared errors. The features of a set
  /// are in ascending order; without features, the most frequent class of the training rows, or
  /// their mean, is predicted. `done` is called on any thread after each set and fold.
  std::vector<double> losses(std::span<const std::vector<Feature>> sets, const Context& context,
                             const std::function<void()>& done = {}) const;

  /// What a search will judge: sets of up to so many features, by so many folds.
  struct SearchSize {
    std::size_t folds = 0;
    std::size_t features = 0;
  };
  /// Throws Error(resources) where a search of this size, whose sets are the first features, does
  /// not fit: it would fail after much work.
  static void require_memory(const Table& table, const Learner& learner, const SearchSize& size,
                             const Context& context);

 private:
  /// The encoded columns of one feature, row by row: the training rows, then the test rows.
  struct Block {
    std::vector<double> values;
    std::size_t width = 0;
    bool is_categorical = false;
  };
  struct Fold {
    std::vector<std::size_t> rows;       // the training rows, then the test rows
    std::vector<std::uint32_t> classes;  // of these; or
    std::vector<double> numbers;
    std::size_t train = 0;       // the number of training rows
    std::uint32_t majority = 0;  // the most frequent class of the training rows
    double mean = 0;             // of their numbers
    bool varies = false;         // at least two classes or numbers among them
    std::vector<Block> blocks;   // by feature
  };

  static Fold fold_of(const Table& table, std::span<const std::uint32_t> fold_of_row,
                      std::uint32_t fold);
  static void find_majority(Fold& fold, std::size_t classes);
  static void find_mean(Fold& fold);
  void encode(const Table& table, const Context& context);
  double loss(const std::vector<Feature>& set, const Fold& fold, const Context& context) const;
  double constant_loss(const Fold& fold) const;
  double loss_of(const Model& model, const MatrixView<const double>& rows, const Fold& fold,
                 std::size_t begin) const;
  /// What that takes at most for any of the sets.
  std::uint64_t bytes_of(std::span<const std::vector<Feature>> sets) const;

  const Learner& learner_;
  Params params_;
  std::size_t rows_;
  std::size_t classes_;  // 0: numbers
  Reservation held_;     // of the folds
  std::vector<Fold> folds_;
};

}  // namespace pith
