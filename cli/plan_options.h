// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "pith/evaluate/evaluation.h"

namespace pith::cli {

/// The options of every command that evaluates: what, and how rows are split.
std::vector<Option> plan_options();

/// What is to be evaluated, as far as can be said before the table is there. Everything that can be
/// refused is refused here, before the file is read.
Plan plan_of(const Arguments& arguments);

/// How rows are split, in words: `10 folds`, `3 x 10 folds`, `leave one out`.
std::string splitting_text(const Splitting& how);

}  // namespace pith::cli
