// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pith/search/selection.h"
#include "pith/search/task.h"

namespace pith {

/// The tie rule of every search. Scores within 1e-9 * max(1, |best|) of the best are tied, and the
/// first of them wins, so that rounding errors do not decide.
bool is_tied(double score, double best);

/// Position of the winner in two phases: the best score, then the first that is tied with it.
/// Scores may be infinite but not NaN; there is at least one.
std::size_t winner(std::span<const double> scores);

/// All positions in the order in which repeated use of winner() would take them. O(n log n).
std::vector<std::size_t> order_of(std::span<const double> scores);

/// The best k features by a score of their own. `scores[f]` belongs to feature f.
Selection rank(std::span<const double> scores, const Task& task);

/// The same for an order that is known already: all features, best first.
Selection take_in_order(std::span<const std::size_t> order, std::span<const double> scores,
                        const Task& task);

/// The order by score of the features for which comes_last is 0, then the others, by index.
std::vector<std::size_t> order_with_last(std::span<const double> scores,
                                         std::span<const char> comes_last);

}  // namespace pith
