// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/paired.h"

namespace pith {

/// The mean of a metric with its interval over the splits (Student's t, with the correction of
/// Nadeau and Bengio for training parts that share rows). The interval is NaN where there is one
/// split, and where the metric is of all rows together.
Interval interval(const Evaluation& evaluation, const Curve& curve, std::size_t count,
                  Metric metric, double confidence = 0.95);
/// The same of the mean over all counts.
Interval overall_interval(const Evaluation& evaluation, const Curve& curve, Metric metric,
                          double confidence = 0.95);

/// Two methods by what one learner makes of them.
struct Comparison {
  std::size_t learner = 0;
  std::size_t method = 0;
  std::size_t other = 0;
  PairedTest splits;        ///< means over the counts, split by split, corrected as above
  PairedTest signed_ranks;  ///< of the same values
  PairedTest counts;        ///< means over the splits, count by count, as in paper 3; not corrected
};

/// Every pair of methods with every learner. Differences are method less other.
std::vector<Comparison> comparisons(const Evaluation& evaluation, Metric metric);

/// The method that does best on average over the counts; the first of equals. Where all are NaN,
/// the first.
std::size_t best_method(const Evaluation& evaluation, std::size_t learner, Metric metric);

/// The count at which a curve is best; the smallest of equals.
std::size_t best_count(const Evaluation& evaluation, const Curve& curve, Metric metric);

}  // namespace pith
