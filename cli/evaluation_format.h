// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/terminal.h"
#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"
#include "pith/report/timing.h"

namespace pith::cli {

/// An evaluation with its table and timing.
struct EvaluationResult {
  Table table;
  Evaluation evaluation;
  Timing timing;

  /// About the table and the evaluation.
  std::vector<std::string> notes() const;
};

/// For people: for each learner a table with a line for each number of features and a column for
/// each method, then the best method and tests against the others.
std::string evaluation_table(const EvaluationResult& result, Metric metric,
                             const Terminal& terminal);

/// One line for each method, learner, number of features and split. The heading is separate because
/// there may be several inputs, and depends on what is predicted.
std::string evaluation_csv_heading(Goal goal);
std::string evaluation_csv(const EvaluationResult& result);

/// A value for people: errors and areas in percent, `-` where it is undefined.
std::string metric_number(double value, Metric metric);
/// `error (%)`.
std::string metric_heading(Metric metric);
/// The metric of `--metric`, or the primary one of the task. Throws Error(bad_argument) for one of
/// the other task.
Metric shown_metric(const std::string& text, Goal goal);
/// The warning on top of a leaky result; empty for any other.
std::string leaky_line(const Plan& plan, const Terminal& terminal);

}  // namespace pith::cli
