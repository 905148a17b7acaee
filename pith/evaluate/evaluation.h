// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/discretize.h"
#include "pith/data/missing.h"
#include "pith/data/table.h"
#include "pith/evaluate/metric.h"
#include "pith/evaluate/splits.h"
#include "pith/evaluate/variant.h"
#include "pith/learn/encoding.h"

namespace pith {

/// What is to be evaluated, and how.
struct Plan {
  std::vector<Variant> methods;
  std::vector<Variant> learners;
  std::vector<std::size_t> counts;  ///< of features, ascending
  Splitting splitting = {};
  Scaling scaling = Scaling::standard;
  std::optional<Bins> bins = {};  ///< as of a Request
  Missing missing = Missing::error;
  /// Selects and scales by all rows, the test rows included. The errors are then too small, and of
  /// use only to repeat what others did so.
  bool is_leaky = false;
};

/// What came of one method on one split.
struct Trial {
  std::vector<Feature> path;     ///< what was selected, best first
  std::vector<Metrics> metrics;  ///< of each learner, one for each count
  /// Where every test part is one row: of each learner, for each count and class.
  std::vector<double> scores = {};
  double select_seconds = 0;               ///< 0 where the trial was kept by an earlier run
  std::vector<double> learn_seconds = {};  ///< of each learner
};

/// Where trials are kept while others are still to come, so that a run can be taken up again. Both
/// may be called by several threads at once.
class TrialStore {
 public:
  TrialStore() = default;
  TrialStore(const TrialStore&) = delete;
  TrialStore& operator=(const TrialStore&) = delete;
  virtual ~TrialStore() = default;

  virtual std::optional<Trial> find(std::size_t method, std::size_t split) const = 0;
  virtual void keep(std::size_t method, std::size_t split, const Trial& trial) = 0;
};

/// One curve: a method and a learner of the plan.
struct Curve {
  std::size_t method = 0;
  std::size_t learner = 0;
};

/// How well learners do with what methods select.
class Evaluation {
 public:
  Evaluation(Plan plan, std::vector<Split> splits, std::vector<std::uint32_t> classes,
             std::vector<Trial> trials);

  /// With the counts that the table allows.
  const Plan& plan() const { return plan_; }
  const std::vector<Split>& splits() const { return splits_; }
  const Trial& trial(std::size_t method, std::size_t split) const {
    return trials_[method * splits_.size() + split];
  }
  /// On each split; NaN where a metric is undefined there.
  std::vector<double> values(const Curve& curve, std::size_t count, Metric metric) const;
  /// Mean over the splits on which the metric is defined; NaN where it is on none. Where every test
  /// part is one row, balanced error and area under the curve are those of all rows together.
  double mean(const Curve& curve, std::size_t count, Metric metric) const;
  /// Mean over all counts, on each split.
  std::vector<double> mean_values(const Curve& curve, Metric metric) const;
  /// Mean over all counts of mean().
  double overall(const Curve& curve, Metric metric) const;
  /// Test rows per training row, on average: how much of two training parts differs.
  double overlap() const;
  /// The error of who always says the most frequent class of the table, the lowest of equals.
  double chance() const { return chance_; }
  /// How many splits test one row each.
  bool is_leave_one_out() const { return is_leave_one_out_; }

  /// What each method took, and each learner, added up over all threads.
  std::vector<double> method_seconds() const;
  std::vector<double> learner_seconds() const;

  std::vector<std::string> notes = {};
  /// Of the selections that served every split, of each method; empty unless leaky.
  std::vector<double> leaky_seconds = {};

 private:
  Metrics pooled(const Curve& curve, std::size_t count) const;

  Plan plan_;
  std::vector<Split> splits_;
  std::vector<std::uint32_t> classes_;  // of all rows
  std::vector<Trial> trials_;           // of the first method for each split, then of the next
  std::size_t class_count_ = 0;
  double chance_ = 0;
  bool is_leave_one_out_ = false;
};

/// Selects from the training rows of each split by each method, once, with the largest count; the
/// first features of that path serve all counts. Each learner learns from the training rows and is
/// judged by the test rows. Bins, imputed values, scales and all else come from the training rows
/// alone, unless the plan is leaky. Counts beyond the features of the table are left out, or are
/// all features where nothing else is left.
///
/// Throws Error(bad_argument) where the plan cannot be followed and Error(bad_data) where the table
/// is not suitable, before any work where possible. Trials that `store` has are not made again. The
/// same bits on any number of threads.
Evaluation evaluate(const Table& table, const Plan& plan, const Context& context = {},
                    TrialStore* store = nullptr);

}  // namespace pith
