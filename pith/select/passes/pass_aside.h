// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "pith/search/selection.h"
#include "pith/select/passes/pass_table.h"
#include "pith/select/set_aside.h"

// Internal: features that are set aside by what a pass found in them.
namespace pith::select_internal {

/// As set_aside() does for a table in memory, except that running numbers with gaps are not
/// recognised: they depend on the order of the rows.
std::vector<SetAside> find_set_aside(const PassTable& table, const TableSummary& summary,
                                     const AsideRules& rules);

}  // namespace pith::select_internal
