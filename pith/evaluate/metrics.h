// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/base/view.h"

namespace pith {

/// How well the classes of test rows were predicted. NaN if undefined; without rows, all are.
struct Metrics {
  double error = 0;
  double balanced_error = 0;
  double auc = 0;
  double log_loss = 0;
};

/// The share of misclassified rows.
double error(std::span<const std::uint32_t> truth, std::span<const std::uint32_t> predicted);

/// The mean over the classes that occur in `truth` of the share of misclassified rows, so that a
/// rare class counts as much as a frequent one. Classes are below class_count.
double balanced_error(std::span<const std::uint32_t> truth,
                      std::span<const std::uint32_t> predicted, std::size_t class_count);

/// The area under the ROC curve: the probability that a row of a class has a higher score for it
/// than a row of another class; ties count half. `scores` has a row for each of `truth` and a
/// column for each class, without NaN. With two classes, the score is score(1) - score(0), where
/// equal infinite scores differ by 0. With more, it is the unweighted mean over the classes that
/// occur, each against the rest by its own score. NaN if `truth` has fewer than two classes. O(c n
/// log n).
double auc(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores);

/// The mean of -log p of the true class, with p clipped to at least 1e-15.
double log_loss(std::span<const std::uint32_t> truth,
                const MatrixView<const double>& log_probabilities);

/// All metrics, where the class with the best score is predicted (best_class). If
/// `has_probabilities`, the scores are log probabilities; otherwise log_loss is NaN.
Metrics metrics(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores,
                bool has_probabilities);

}  // namespace pith
