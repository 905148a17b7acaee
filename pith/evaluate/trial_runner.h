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

  const std::vector<std::uint32_t>& classes() const { return classes_; }

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

  /// Throws Error(resources) if a learner cannot be fitted on all features within the memory limit.
  void check_all_features(std::size_t learner, const Context& context) const;
  /// The bytes that fitting a learner on all features needs, roughly.
  std::uint64_t bytes_of_all_features(std::size_t learner) const;
  /// Fits and scores learners on all features, scaled by the training rows. The trial has no path.
  /// Where `failures`, by learner, has a reason already, or gets one because the learner fails, the
  /// metrics are NaN. Throws Error(cancelled).
  Trial evaluate_all_features(std::size_t split, std::vector<std::string>& failures,
                              const Context& context) const;

 private:
  /// A learner with its parameters.
  struct ConfiguredLearner {
    const Learner& learner;
    Params params;
  };
  struct EncodedSplit {
    Encoding encoding;
    std::vector<double> train;
    std::vector<double> test;
    std::vector<std::uint32_t> train_classes;
    std::vector<std::uint32_t> test_classes;
  };

  EncodedSplit encode(std::span<const Feature> path, std::size_t split,
                      bool scales_by_all_rows) const;
  std::vector<std::uint32_t> classes_of(const std::vector<std::size_t>& rows) const;
  void repeat_last(Trial& trial) const;
  void fit_and_score(const ConfiguredLearner& configured, const EncodedSplit& encoded,
                     std::size_t count, Trial& trial, const Context& context) const;

  const Table& table_;
  const Plan& plan_;
  const std::vector<Split>& splits_;
  std::vector<ConfiguredLearner> learners_;
  std::vector<std::uint32_t> classes_;
  bool keeps_scores_ = false;
};

}  // namespace pith::evaluate_internal
