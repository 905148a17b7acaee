// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pith/base/context.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/data/roles.h"
#include "pith/search/selection.h"
#include "pith/select/request.h"
#include "pith/stats/passes/pass.h"

namespace pith {

/// Selects features of a table that is read some rows at a time, wherever the rows are: what
/// assign_roles() and select() do for a table in memory, by passes. The result has the same bits
/// for any runner; its `engine` counts the passes, and its `data` describes the table. For methods
/// that need only statistics: others, row weights, samples of rows and a number of features that
/// is found from the rows are rejected with Error(bad_argument).
Selection select_by_passes(Runner& runner, const BlockSchema& schema, const Roles& roles,
                           const Request& request, const Context& context);

/// The same for a table in memory. Used by select() where the request says `is_exact`.
Selection select_exactly(const Table& table, const Request& request, const Context& context);

/// Throws Error(bad_argument) where the method of a request, which is not `auto`, needs the rows,
/// with what to do instead.
void check_by_passes(const Request& request);

}  // namespace pith
