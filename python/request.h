// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/base/option.h"
#include "pith/base/stopwatch.h"
#include "pith/data/roles.h"
#include "pith/report/selection_json.h"
#include "pith/select/select.h"
#include "python/options.h"

namespace pith::python {

/// What options are called in messages.
Spelling spelling_of(Options& options);
Timing timing_of(const Stopwatch& watch, const Context& context);
/// Threads, seed and memory.
Context context_of(Options& options);
/// The roles that tables in memory and files have in common. Without `target` there is no target.
Roles roles_of(Options& options);
/// Method, number of features and preprocessing.
Request request_of(Options& options);

}  // namespace pith::python
