// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/command.h"
#include "pith/evaluate/variant.h"
#include "pith/select/request.h"

namespace pith::cli {

/// The options of `-k auto`.
std::vector<Option> auto_options();

/// Whether cross-validation may determine k, so that a learner is in use.
bool uses_learner(const Arguments& arguments);

/// Throws Error(bad_argument) if an option of `-k auto` is given without it, or with the other
/// rule.
void check_auto(const Arguments& arguments);

/// What -k asks for. `learner` is that of cross-validation; used only if uses_learner().
K requested_k(const Arguments& arguments, const Variant& learner);

}  // namespace pith::cli
