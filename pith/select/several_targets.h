// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/search/selection.h"
#include "pith/select/request.h"
#include "pith/select/suitability.h"

// Internal: tables with several targets. Nothing outside select/ includes this.
namespace pith::select_internal {

/// The table with the targets that the method takes: all of them, where it combines them or takes
/// them together; else one, whose classes are the combinations of their classes (Combine::joint).
/// Throws Error(bad_argument) where the method does not do what the request says, and
/// Error(bad_data) where every row would be a class of its own. The same table where there is one
/// target.
Table with_taken_targets(const Table& table, const Configured& configured, const Request& request,
                         const Context& context);

/// One class for each combination of classes that a row has, in the order of the classes of the
/// first target, then of the second, ... The targets must hold classes.
Column joint_classes(const Table& table);

/// Throws Error(bad_argument) where features are binned by the target and there are several.
void check_bins(const Table& table, const Configured& configured, const Request& request);

/// Fills in which targets the selected features serve, where there are several and the method did
/// not say so, by their mutual information. `prepared` has the features as the method got them.
void complete_serves(const Table& table, const Table& prepared, Selection& selection,
                     const Context& context);

}  // namespace pith::select_internal
