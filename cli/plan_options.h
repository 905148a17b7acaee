// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "pith/evaluate/evaluation.h"

namespace pith::cli {

/// The options of every command that evaluates: what to evaluate, and how rows are split.
std::vector<Option> plan_options();

/// The plan of the options, checked as far as is possible before the file is read.
Plan plan_of(const Arguments& arguments);

/// `10-fold cross-validation`, `3 x 10-fold cross-validation by groups of 'patient'`, `25 %
/// holdout, repeated 20 times`, `5 forward splits by 'day'`.
std::string splitting_text(const Splitting& how);
/// The same, and on how many rows of each training set features are selected, if not on all.
std::string splitting_text(const Plan& plan);

}  // namespace pith::cli
