// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/evaluation_format.h"
#include "pith/base/context.h"
#include "pith/base/error.h"

namespace pith::cli {

/// The output options of every command that evaluates: metric, format, file, journal. `csv` says
/// what that format holds.
std::vector<Option> evaluation_output_options(const std::string& csv);

/// Throws Error(bad_argument) if the result or the journal would overwrite an input or each other.
void check_evaluation_outputs(const Arguments& arguments);

/// A table and what to do with it.
struct EvaluationInput {
  Table table;
  Plan plan;
  Timing timing;
};

/// Reads a table, and takes the column of splits, groups or times out of it.
EvaluationInput read_input(const Arguments& arguments, const std::string& input, Plan plan,
                           const Context& context);
/// Evaluates it. Trials are stored in `journal` and reused from there, unless the name is empty.
EvaluationResult evaluate_input(EvaluationInput input, const std::string& journal,
                                const Context& context);

/// The error with the input in front, unless it begins with it.
Error with_input(const Error& error, const std::string& input);

}  // namespace pith::cli
