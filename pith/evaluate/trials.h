// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"
#include "pith/evaluate/trial_runner.h"

// Internal: all trials of evaluate(). Nothing outside evaluate/ includes this.
namespace pith::evaluate_internal {

/// The results of all trials.
struct Trials {
  std::vector<Trial> trials;                     ///< by method, then by split
  std::vector<std::optional<Failure>> failures;  ///< by method; its trials are then empty
  std::vector<double> leaky_seconds;             ///< as in Evaluation
  AllFeatures all_features = {};
  std::size_t reused = 0;  ///< number of trials from the store
};

/// Runs every method of the plan, and the baseline if it has one, on every split; trials in `store`
/// (optional, not owned) are reused. A method that cannot take the table or the training rows of a
/// split fails alone; throws its Error if all of them fail. Limits of memory, file errors and
/// cancellation end everything.
Trials run_trials(const Table& table, const Plan& plan, const std::vector<Split>& splits,
                  const TrialRunner& runner, const Context& context, TrialStore* store);

}  // namespace pith::evaluate_internal
