// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/parameter.h"
#include "pith/base/view.h"
#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/splits.h"
#include "pith/learn/model/encoding.h"
#include "pith/learn/model/learner.h"
#include "pith/select/request.h"

// Internal: the work of evaluate() on one split. Nothing outside evaluate/ includes this.
namespace pith::evaluate_internal {

/// What a method of the plan is asked to select from the training rows of a split.
Request request_for(const Plan& plan, std::size_t method);

/// Runs the trials of a plan. Table, plan and splits are not owned and must outlive it.
class TrialRunner {
 public:
  /// Throws Error(bad_argument) if a learner or one of its parameters is invalid.
  TrialRunner(const Table& table, const Plan& plan, const std::vector<Split>& splits);

  const Truth& truth() const { return truth_; }

  std::vector<Feature> select_path(std::size_t method, const Table& table,
                                   const Context& context) const;

  /// Whether a stored trial has the shape of a trial of this plan with these counts.
  bool is_compatible(const Trial& trial, std::span<const std::size_t> counts) const;

  /// What a trial is fitted on.
  struct Fit {
    std::span<const std::size_t> counts;  ///< numbers of features, ascending
    bool scales_by_all_rows = false;      ///< test rows included
  };
  /// Fits and scores every learner on every count of features of the path.
  Trial evaluate_path(std::vector<Feature> path, std::size_t split, const Fit& fit,
                      const Context& context) const;

  enum class Which { narrowest, widest };
  /// What encoding so many features and fitting a learner on them need at most, if these are the
  /// ones with the fewest or the most encoded columns.
  std::uint64_t bytes_of_fit(std::size_t learner, std::size_t features, Which which) const;
  /// Throws Error(resources) if a learner cannot be fitted on any so many features within the
  /// memory limit.
  void check_fit(std::size_t learner, std::size_t features, const Context& context) const;
  /// Fits and scores learners on all features, scaled by the training rows. The trial has no path.
  /// Where `failures`, by learner, has a reason already, or gets one because the learner fails, the
  /// metrics are NaN. Throws Error(cancelled) and Error(resources).
  Trial evaluate_all_features(std::size_t split, std::vector<std::string>& failures,
                              const Context& context) const;

 private:
  /// A learner with its parameters.
  struct ConfiguredLearner {
    const Learner& learner;
    Params params;
  };
  struct EncodedSplit {
    Reservation held;
    Encoding encoding;
    std::vector<double> train;
    std::vector<double> test;
    Truth train_truth;
    Truth test_truth;
  };

  EncodedSplit encode(std::span<const Feature> path, std::size_t split, bool scales_by_all_rows,
                      const Context& context) const;
  /// Of the target that has most.
  std::size_t max_classes() const;
  std::uint64_t bytes_of_scores(const ConfiguredLearner& configured, const FitSize& size,
                                std::size_t tested) const;
  void repeat_last(Trial& trial) const;
  void fit_and_score(const ConfiguredLearner& configured, const EncodedSplit& encoded,
                     std::size_t count, Trial& trial, const Context& context) const;

  const Table& table_;
  const Plan& plan_;
  const std::vector<Split>& splits_;
  std::vector<ConfiguredLearner> learners_;
  Truth truth_;
  std::size_t train_rows_ = 0;  // of the split that has most of them
  std::size_t test_rows_ = 0;
  bool keeps_scores_ = false;
};

}  // namespace pith::evaluate_internal
