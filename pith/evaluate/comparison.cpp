// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/comparison.h"

#include <cmath>
#include <limits>

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Removes the splits on which a metric is undefined.
std::vector<double> defined(std::vector<double> values) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  return values;
}

Interval interval_of(double mean, const std::vector<double>& values, bool is_split_mean,
                     double overlap, double confidence) {
  if (!is_split_mean || values.size() < 2) return {.mean = mean, .lower = nan, .upper = nan};
  return mean_interval(values, confidence, overlap);
}

bool is_split_mean(const Evaluation& evaluation, Metric metric) {
  return !evaluation.is_leave_one_out() || is_mean_of_rows(metric);
}

/// The pairs of values of which both are defined.
std::pair<std::vector<double>, std::vector<double>> both_defined(const std::vector<double>& a,
                                                                 const std::vector<double>& b) {
  std::pair<std::vector<double>, std::vector<double>> both;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a[i]) || std::isnan(b[i])) continue;
    both.first.push_back(a[i]);
    both.second.push_back(b[i]);
  }
  return both;
}

std::vector<double> means_by_count(const Evaluation& evaluation, const Curve& curve,
                                   Metric metric) {
  std::vector<double> means;
  for (std::size_t count = 0; count < evaluation.plan().counts.size(); ++count)
    means.push_back(evaluation.mean(curve, count, metric));
  return means;
}

}  // namespace

Interval interval(const Evaluation& evaluation, const Curve& curve, std::size_t count,
                  Metric metric, double confidence) {
  return interval_of(evaluation.mean(curve, count, metric),
                     defined(evaluation.values(curve, count, metric)),
                     is_split_mean(evaluation, metric), evaluation.overlap(), confidence);
}

Interval overall_interval(const Evaluation& evaluation, const Curve& curve, Metric metric,
                          double confidence) {
  return interval_of(evaluation.overall(curve, metric),
                     defined(evaluation.mean_values(curve, metric)),
                     is_split_mean(evaluation, metric), evaluation.overlap(), confidence);
}

std::vector<Comparison> comparisons(const Evaluation& evaluation, Metric metric) {
  std::vector<Comparison> all;
  const std::size_t methods = evaluation.plan().methods.size();
  for (std::size_t learner = 0; learner < evaluation.plan().learners.size(); ++learner) {
    for (std::size_t method = 0; method < methods; ++method) {
      for (std::size_t other = method + 1; other < methods; ++other) {
        if (evaluation.has_failed(method) || evaluation.has_failed(other)) continue;
        const Curve one{.method = method, .learner = learner};
        const Curve two{.method = other, .learner = learner};
        const auto [a, b] =
            both_defined(evaluation.mean_values(one, metric), evaluation.mean_values(two, metric));
        const auto [c, d] = both_defined(means_by_count(evaluation, one, metric),
                                         means_by_count(evaluation, two, metric));
        all.push_back({.learner = learner,
                       .method = method,
                       .other = other,
                       .splits = paired_t(a, b, evaluation.overlap()),
                       .signed_ranks = wilcoxon(a, b),
                       .counts = paired_t(c, d)});
      }
    }
  }
  return all;
}

std::size_t best_method(const Evaluation& evaluation, std::size_t learner, Metric metric) {
  std::size_t best = 0;
  double best_value = nan;
  for (std::size_t method = 0; method < evaluation.plan().methods.size(); ++method) {
    const double value = evaluation.overall({.method = method, .learner = learner}, metric);
    if (!is_better(value, best_value, metric)) continue;
    best = method;
    best_value = value;
  }
  return best;
}

std::size_t best_count(const Evaluation& evaluation, const Curve& curve, Metric metric) {
  const std::vector<double> means = means_by_count(evaluation, curve, metric);
  std::size_t best = 0;
  for (std::size_t count = 1; count < means.size(); ++count) {
    if (is_better(means[count], means[best], metric)) best = count;
  }
  return best;
}

}  // namespace pith
