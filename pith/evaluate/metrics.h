// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "pith/base/view.h"

namespace pith {

/// How well the classes or the numbers of test rows were predicted. NaN if undefined; without rows,
/// all are, and so are those of numbers for classes, and the other way round. Of several targets,
/// the means over those on which a metric is defined.
struct Metrics {
  static constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

  double error = undefined;
  double balanced_error = undefined;
  double auc = undefined;
  double log_loss = undefined;
  double mean_average_precision = undefined;
  double rmse = undefined;
  double mae = undefined;
  double r2 = undefined;
  double spearman = undefined;
  // Of several targets (label_metrics.h); the first four where all of them hold classes.
  double macro_f1 = undefined;
  double micro_f1 = undefined;
  double hamming_loss = undefined;
  double subset_accuracy = undefined;
  double mean_loss = undefined;  ///< the mean of the errors of classes and of 1 - R2 of numbers
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

/// The mean over the classes that occur in `truth`, each against the rest by its own score, of the
/// average precision sum[t] (R_t - R_t-1) P_t: the precision P at each threshold t on the score,
/// from the highest, weighted by what it adds to the recall R; rows of equal scores are retrieved
/// together. NaN without rows. With two classes each has the difference of the two scores, as for
/// the AUC. O(c n log n).
double mean_average_precision(std::span<const std::uint32_t> truth,
                              const MatrixView<const double>& scores);

/// All metrics of classes, where the class with the best score is predicted (best_class). If
/// `has_probabilities`, the scores are log probabilities; otherwise log_loss is NaN.
Metrics metrics(std::span<const std::uint32_t> truth, const MatrixView<const double>& scores,
                bool has_probabilities);

}  // namespace pith
