// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/data/table.h"
#include "pith/search/selection.h"

// Internal: what a user should know about a result. Nothing outside select/ includes this.
namespace pith::select_internal {

/// Notes about the data and the selected features: low weights, constant features, linear
/// combinations, IDs and duplicates of the target. `prepared` is the table that the method saw,
/// `table` the one before preparation.
std::vector<std::string> notes_about(const Table& table, const Table& prepared,
                                     const Selection& selection);

}  // namespace pith::select_internal
