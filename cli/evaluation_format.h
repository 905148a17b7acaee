// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal.h"
#include "pith/data/table.h"
#include "pith/evaluate/evaluation.h"
#include "pith/report/describe.h"

namespace pith::cli {

/// An evaluation, and what it was made from and with.
struct EvaluationResult {
  Table table;
  Evaluation evaluation;
  Timing timing;

  /// About the table and the evaluation.
  std::vector<std::string> notes() const;
};

/// For people: for each learner a table with a line for each number of features and a column for
/// each method, which method is best, and how sure that is.
std::string evaluation_table(const EvaluationResult& result, Metric metric,
                             const Terminal& terminal);

/// One line for each method, learner, number of features and split. The heading is a line of its
/// own, for there may be several inputs.
std::string evaluation_csv_heading();
std::string evaluation_csv(const EvaluationResult& result);

/// A value for people: errors and areas in percent, `-` where it is undefined.
std::string metric_number(double value, Metric metric);
/// `error, %`.
std::string metric_heading(Metric metric);
/// How a result that saw the test rows is marked; empty where it did not.
std::string leaky_line(const Plan& plan, const Terminal& terminal);

}  // namespace pith::cli
