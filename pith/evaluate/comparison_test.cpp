// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pith {
namespace {

/// An evaluation with the given errors by method, split and count. The AUC is 1 - error, and
/// undefined on the first split.
Evaluation evaluation_with(const std::vector<std::vector<std::vector<double>>>& errors) {
  Plan plan{.methods = {}, .learners = {parse_variant("knn")}, .counts = {}};
  for (std::size_t count = 0; count < errors[0][0].size(); ++count)
    plan.counts.push_back(count + 1);
  std::vector<Trial> trials;
  for (std::size_t m = 0; m < errors.size(); ++m) {
    plan.methods.push_back({.id = "m", .label = "m" + std::to_string(m)});
    for (std::size_t split = 0; split < errors[m].size(); ++split) {
      Trial& trial = trials.emplace_back();
      for (const double error : errors[m][split]) {
        const double auc = split == 0 ? std::numeric_limits<double>::quiet_NaN() : 1 - error;
        trial.metrics.push_back({.error = error, .balanced_error = error, .auc = auc});
      }
    }
  }
  const std::vector<std::uint32_t> classes{0, 1, 0, 1, 0, 1};
  std::vector<Split> splits;
  for (std::size_t split = 0; split < errors[0].size(); ++split)
    splits.push_back({.train = {0, 1, 2, 3}, .test = {4, 5}});
  return Evaluation(std::move(plan), std::move(splits), Truth(classes), std::move(trials));
}

const std::vector<std::vector<double>> first{{.1, .2}, {.2, .2}, {.3, .1}};
const std::vector<std::vector<double>> second{{.2, .2}, {.4, .1}, {.4, .2}};

TEST(Comparison, tests_means_over_the_counts_split_by_split) {
  const Evaluation evaluation = evaluation_with({first, second});
  const auto all = comparisons(evaluation, Metric::error);
  ASSERT_EQ(all.size(), 1U);
  const std::vector<double> a{.15, .2, .2};
  const std::vector<double> b{.2, .25, .3};
  const PairedTest expected = paired_t(a, b, 0.5);
  EXPECT_NEAR(all[0].splits.difference, -0.2 / 3, 1e-12);
  EXPECT_NEAR(all[0].splits.p, expected.p, 1e-9);
  EXPECT_NEAR(all[0].signed_ranks.p, wilcoxon(a, b).p, 1e-9);
  const PairedTest counts =
      paired_t(std::vector<double>{.2, .5 / 3}, std::vector<double>{1.0 / 3, .5 / 3});
  EXPECT_NEAR(all[0].counts.p, counts.p, 1e-9);
}

TEST(Comparison, skips_splits_where_a_metric_is_undefined) {
  const Evaluation evaluation = evaluation_with({first, second});
  const Comparison auc = comparisons(evaluation, Metric::auc).front();
  EXPECT_EQ(auc.splits.pairs, 2U);
  EXPECT_NEAR(auc.splits.difference, 0.075, 1e-12);
  EXPECT_NEAR(evaluation.mean({}, 0, Metric::auc), 0.75, 1e-12);
}

TEST(Comparison, has_intervals) {
  const Evaluation evaluation = evaluation_with({first, second});
  const Interval one = interval(evaluation, {}, 0, Metric::error);
  const Interval expected = mean_interval(std::vector<double>{.1, .2, .3}, 0.95, 0.5);
  EXPECT_NEAR(one.lower, expected.lower, 1e-12);
  EXPECT_NEAR(one.upper, expected.upper, 1e-12);
  const Interval overall = overall_interval(evaluation, {.method = 1}, Metric::error);
  EXPECT_NEAR(overall.mean, 0.25, 1e-12);
  EXPECT_LT(overall.lower, 0.25);
  const Interval alone = interval(evaluation_with({{{.1}}}), {}, 0, Metric::error);
  EXPECT_EQ(alone.mean, .1);
  EXPECT_TRUE(std::isnan(alone.lower));
}

TEST(Comparison, finds_the_best) {
  const Evaluation evaluation = evaluation_with({second, first, first});
  EXPECT_EQ(best_method(evaluation, 0, Metric::error), 1U);
  EXPECT_EQ(best_method(evaluation, 0, Metric::auc), 1U);
  EXPECT_EQ(best_count(evaluation, {.method = 1}, Metric::error), 1U);
  EXPECT_EQ(best_count(evaluation_with({{{.3, .1, .1}}}), {}, Metric::error), 1U);
}

TEST(Comparison, leaves_out_methods_without_results) {
  Evaluation evaluation = evaluation_with({first, second, first});
  evaluation.failures[0] = Failure{.message = "it does not suit"};
  const auto all = comparisons(evaluation, Metric::error);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].method, 1U);
  EXPECT_EQ(all[0].other, 2U);
  EXPECT_EQ(best_method(evaluation, 0, Metric::error), 2U);
}

}  // namespace
}  // namespace pith
