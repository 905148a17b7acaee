// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "pith/explain/explanation.h"
#include "pith/search/trace.h"

// Internal: what was compared at every step. Nothing outside explain/ includes this.
namespace pith::explain_internal {

/// Whether the trace has the steps of the selection.
bool has_traced_steps(const Selection& selection);

/// Whether the selected features after the first `kept` are the best of the ranking, in its order,
/// and the scores tell how far the next one is behind: where features are eliminated one after the
/// other, they do not.
bool follows_ranking(const Selection& selection, std::size_t kept, bool smaller_is_better);

/// The steps of a selection that follows its ranking, with the ranks of some features that are not
/// selected. Of two scores the smaller may be the better one.
std::vector<TracedStep> ranking_steps(const Selection& selection, std::size_t kept,
                                      const std::vector<Feature>& watched, bool smaller_is_better);

}  // namespace pith::explain_internal
