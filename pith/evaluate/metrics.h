// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/base/view.h"

namespace pith {

/// How well test rows were told apart. NaN where undefined; all are with no rows.
struct Metrics {
  double error = 0;
  double balanced_error = 0;
  double auc = 0;
  double log_loss = 0;
};

/// The share of rows whose class was not predicted.
double error(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> predicted);

/// The mean of that share over the classes that occur in `truth`: a rare class counts as much as a
/// frequent one. Classes are below class_count.
double balanced_error(std::span<const std::uint32_t> truth,
                      std::span<const std::uint32_t> predicted, std::size_t class_count);

/// The chance that a row of a class has a better score for it than a row of another class; equal
/// scores count half. `scores` has a row for each of `truth` and a column for each class, without
/// NaN. Two classes: by score(1) - score(0), where two infinite ones that are equal differ by 0.
/// More: the mean of that chance over the classes that occur, each by its own score against all
/// other rows. NaN where `truth` has fewer than two classes. O(c n log n).
double auc(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores);

/// The mean of -log p of the true class, where p is taken to be at least 1e-15.
double log_loss(std::span<const std::uint32_t> truth,
                const MatrixView<const double>& log_probabilities);

/// All of them, where the class with the best score is predicted (best_class). `has_probabilities`
/// says that scores are the logarithms of probabilities; else there is no log_loss.
Metrics metrics(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores,
                bool has_probabilities);

}  // namespace pith
