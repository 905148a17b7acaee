// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/paired.h"

namespace pith {

/// The mean of a metric with its confidence interval over the splits (Student's t, with the
/// correction of Nadeau and Bengio for overlapping training sets). The limits are NaN if there is
/// only one split, or if the metric is computed from all rows together (leave-one-out).
Interval interval(const Evaluation& evaluation, const Curve& curve, std::size_t count,
                  Metric metric, double confidence = 0.95);
/// The same for the mean over all counts.
Interval overall_interval(const Evaluation& evaluation, const Curve& curve, Metric metric,
                          double confidence = 0.95);

/// Paired tests of two methods with one learner.
struct Comparison {
  std::size_t learner = 0;
  std::size_t method = 0;
  std::size_t other = 0;
  PairedTest splits;        ///< pairs are splits (means over the counts), corrected as above
  PairedTest signed_ranks;  ///< Wilcoxon's test of the same pairs
  PairedTest counts;  ///< pairs are counts (means over the splits), as in paper 3; uncorrected
};

/// Every pair of methods that have not failed, with every learner. Differences are `method` minus
/// `other`.
std::vector<Comparison> comparisons(const Evaluation& evaluation, Metric metric);

/// The method with the best mean over the counts. Ties go to the first method, and so does the
/// case that all means are NaN.
std::size_t best_method(const Evaluation& evaluation, std::size_t learner, Metric metric);

/// The index of the count at which a curve is best; ties go to the smallest count.
std::size_t best_count(const Evaluation& evaluation, const Curve& curve, Metric metric);

}  // namespace pith
