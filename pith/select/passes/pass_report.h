// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "pith/search/selection.h"
#include "pith/select/passes/pass_prepare.h"

// Internal: what a result by passes says about the data.
namespace pith::select_internal {

/// As notes_about() says it of a table in memory, after the notes about the preparation. May run
/// passes, after which the runner reads other encoded rows.
std::vector<std::string> notes_about(Runner& runner, const PassInput& input,
                                     const PassPrepared& prepared, const Selection& selection,
                                     const Context& context);

/// By position in `selection.selected`, as fitted_features() and fit_booleans() do. May run a pass.
std::vector<FittedFeature> fitted_features(Runner& runner, const PassInput& input,
                                           const PassPrepared& prepared, const Selection& selection,
                                           const Context& context);

}  // namespace pith::select_internal
