// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/discretize.h"
#include "pith/data/missing.h"
#include "pith/data/table.h"
#include "pith/evaluate/metric.h"
#include "pith/evaluate/splits.h"
#include "pith/evaluate/truth.h"
#include "pith/evaluate/variant.h"
#include "pith/learn/model/scaling.h"
#include "pith/search/combine.h"

namespace pith {

/// What to evaluate, and how.
struct Plan {
  std::vector<Variant> methods;
  std::vector<Variant> learners;    ///< `auto`: linear-svm for classes, ridge for numbers, or knn
  std::vector<std::size_t> counts;  ///< numbers of features
  Splitting splitting = {};
  Scaling scaling = Scaling::standard;
  std::optional<Bins> bins = {};  ///< as in Request
  Missing missing = Missing::error;
  std::optional<Combine> combine = {};  ///< as in Request
  bool allows_ids = false;              ///< as in Request
  /// Selects on a random sample of this many training rows of each split, stratified by class and
  /// the same for all methods, while learners are fitted on all training rows; 0: on all. A split
  /// that has no more training rows uses them all.
  std::size_t select_rows = 0;
  /// Selects features and fits the scaling on all rows, including the test rows. The errors are
  /// then optimistically biased; use it only to reproduce published results obtained this way.
  bool is_leaky = false;
  /// Also fits the learners on all features of the table, as a baseline; never leaky.
  bool has_baseline = true;
};

/// What `auto` is as a learner: the default for classes or for numbers; knn, which predicts both,
/// where there are targets of both kinds.
std::string default_learner_for(Goal goal);

/// The results of one method on one split.
struct Trial {
  std::vector<Feature> path;     ///< the selected features, best first
  std::vector<Metrics> metrics;  ///< by learner, then by count
  /// By learner, count and output (Truth::outputs); only if every test set is a single row, else
  /// empty.
  std::vector<double> scores = {};
  double select_seconds = 0;               ///< 0 if the trial comes from an earlier run
  std::vector<double> learn_seconds = {};  ///< by learner
};

/// Stores finished trials so that an interrupted run can be resumed. Several threads may call both
/// functions at the same time. The number of methods, as a method, stands for all features.
class TrialStore {
 public:
  TrialStore() = default;
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;
  virtual ~TrialStore() = default;

  virtual std::optional<Trial> find(std::size_t method, std::size_t split) const = 0;
  virtual void keep(std::size_t method, std::size_t split, const Trial& trial) = 0;
};

/// Why a method has no results.
struct Failure {
  std::string message;                    ///< with mentions (base/option.h)
  std::optional<std::size_t> split = {};  ///< whose training rows it cannot take; none: the table
};

/// The learners on all features of the table.
struct AllFeatures {
  std::vector<Trial> trials = {};          ///< by split, without a path; empty: none were run
  std::vector<std::string> failures = {};  ///< by learner: why it has no results, or empty
};

/// A method and a learner of the plan (by index), whose metrics over the counts form a curve.
struct Curve {
  std::size_t method = 0;
  std::size_t learner = 0;
};

/// The results of cross-validating learners on the selected features.
class Evaluation {
 public:
  /// `truth` is that of all rows.
  Evaluation(Plan plan, std::vector<Split> splits, Truth truth, std::vector<Trial> trials);

  /// The plan with only the counts that the table allows, ascending, and without `auto`.
  const Plan& plan() const { return plan_; }
  /// What is predicted.
  Goal goal() const { return truth_.goal(); }
  /// The metric that decides which results are better.
  Metric primary() const { return primary_metric(goal()); }
  const std::vector<Split>& splits() const { return splits_; }
  /// Whether a method has no results: its trials are empty and its values are NaN.
  bool has_failed(std::size_t method) const {
    return method < failures.size() && failures[method].has_value();
  }
  /// The reason, with the number of the split from 1, as in `split 3 of 10: ...`.
  std::string failure_text(std::size_t method) const;
  const Trial& trial(std::size_t method, std::size_t split) const {
    return trials_[method * splits_.size() + split];
  }
  /// Whether a learner has results on all features.
  bool has_all_features(std::size_t learner) const;
  /// These results as a curve with one point, for all functions that take a curve.
  Curve all_features_curve(std::size_t learner) const {
    return {.method = plan_.methods.size(), .learner = learner};
  }
  /// The metric on each split; NaN where it is undefined.
  std::vector<double> values(const Curve& curve, std::size_t count, Metric metric) const;
  /// The mean over the splits on which the metric is defined; NaN if it is defined on none. With
  /// leave-one-out, a metric that is no mean over rows (is_mean_of_rows) is computed from the
  /// scores of all rows together.
  double mean(const Curve& curve, std::size_t count, Metric metric) const;
  /// The mean over all counts, on each split.
  std::vector<double> mean_values(const Curve& curve, Metric metric) const;
  /// The mean of mean() over all counts.
  double overall(const Curve& curve, Metric metric) const;
  /// Test rows per training row, averaged over the splits: the correction term of paired_t.
  double overlap() const;
  /// The primary metric of the baseline, which always predicts the most frequent class of the table
  /// (ties go to the lowest class), or the mean of its numbers, of each target.
  double baseline_error() const { return value_of(baseline_, primary()); }
  /// All metrics of that baseline, whose scores are the frequencies of the classes in the table.
  const Metrics& baseline_metrics() const { return baseline_; }
  /// What the baseline predicts of a target: a class or a number.
  bool is_numeric(std::size_t target) const { return truth_.target(target).is_numeric(); }
  std::uint32_t majority_class(std::size_t target) const;
  double mean_number(std::size_t target) const { return constant_of(target).front(); }
  /// Whether every split tests a single row.
  bool is_leave_one_out() const { return is_leave_one_out_; }

  /// The time of each method and of each learner, summed over all threads.
  std::vector<double> method_seconds() const;
  std::vector<double> learner_seconds() const;

  std::shared_ptr<const Reservation> held = {};  ///< the memory of splits and trials
  std::vector<std::string> notes = {};
  std::vector<std::optional<Failure>> failures;  ///< by method
  AllFeatures all_features = {};
  std::size_t reused = 0;  ///< number of trials from an earlier run
  /// The number of trials with results, including those on all features.
  std::size_t finished() const;
  /// The time of each method's single selection from all rows; empty unless the plan is leaky.
  std::vector<double> leaky_seconds = {};

 private:
  const Trial& trial_of(const Curve& curve, std::size_t split) const;
  std::size_t counts_of(const Curve& curve) const;
  bool has_results(const Curve& curve) const;
  /// The scores of one target without any feature.
  std::span<const double> constant_of(std::size_t target) const;
  Metrics pooled(const Curve& curve, std::size_t count) const;

  Plan plan_;
  std::vector<Split> splits_;
  Truth truth_;                // of all rows
  std::vector<Trial> trials_;  // by method, then by split
  bool is_leave_one_out_ = false;
  std::vector<double> constant_scores_;  // of the baseline
  Metrics baseline_ = {};
};

/// Cross-validates learners on the features that methods select. Each method selects once from the
/// training rows of each split, with the largest count; a smaller count uses the first features of
/// that selection. Each learner is fitted on the training rows, for each target by itself, and
/// scored on the test rows. Bins,
/// imputed values and scales come from the training rows only, unless the plan is leaky. Counts
/// larger than the number of features are skipped; if all of them are, all features are used.
///
/// Throws Error(bad_argument) if the plan is invalid and Error(bad_data) if the table does not suit
/// it, before any work where possible. A method that cannot take the table, or the training rows of
/// a split, has a Failure in place of results while the others go on; if all methods fail, the
/// error of the first is thrown. Trials found in `store` (optional, not owned) are reused. The
/// results are bit-identical for any number of threads.
Evaluation evaluate(const Table& table, const Plan& plan, const Context& context = {},
                    TrialStore* store = nullptr);

}  // namespace pith
