// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "pith/base/error.h"
#include "pith/search/ranking.h"
#include "pith/search/scores.h"
#include "pith/search/task.h"
#include "pith/select/method.h"
#include "pith/stats/source.h"

// What the files of pith/methods share. Nothing else includes this.
namespace pith {

/// The rows, for a method whose trait is needs_rows; throws Error(bad_data) where they are out of
/// reach.
const Table& rows_of(const Source& source, std::string_view id);

/// Ranks by score, and features last in which no two values differ.
Selection rank_with_constants_last(const Table& table, std::span<const double> scores,
                                   const Task& task);

/// `run` for a method that gives every feature a score of its own:
/// `.run = ranked<scores>` with `std::vector<double> scores(const Source&, const Params&, const
/// Context&)`.
template <auto Scores>
Selection ranked(const Source& source, const Task& task, const Context& context) {
  const std::vector<double> scores = Scores(source, task.params, context);
  context.report({.phase = "select", .done = scores.size(), .total = scores.size()});
  return rank(scores, task);
}

}  // namespace pith
