// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/evaluation_format.h"
#include "pith/base/context.h"

namespace pith::cli {

/// The options of every command that evaluates: format, metric, file, journal. `csv` says what that
/// format has.
std::vector<Option> evaluation_output_options(const std::string& csv);

/// Throws Error(bad_argument) where a result or a journal would be written over an input, or both
/// into one file.
void check_evaluation_outputs(const Arguments& arguments);

/// Reads a table and evaluates it. Trials are kept in `journal` and taken from there, unless that
/// is empty.
EvaluationResult evaluate_file(const Arguments& arguments, const std::string& input, Plan plan,
                               const std::string& journal, const Context& context);

}  // namespace pith::cli
