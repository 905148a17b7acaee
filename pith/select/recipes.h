// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
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

/// A number for every feature: for each target, and combined.
struct TargetScores {
  std::vector<std::vector<double>> of_targets = {};
  std::vector<double> combined = {};

  /// Says which targets the selected features serve, where there are several.
  void add_serves(Selection& selection) const;
};

/// Calls `scores` with a source for each target alone. Where there is one target, that is `source`.
TargetScores scores_by_target(const Source& source, const Task& task,
                              const std::function<std::vector<double>(const Source&)>& scores);

/// `run` for a method that gives every feature a score of its own, for each target:
/// `.run = ranked<scores>` with `std::vector<double> scores(const Source&, const Params&, const
/// Context&)`.
template <auto Scores>
Selection ranked(const Source& source, const Task& task, const Context& context) {
  const TargetScores scores = scores_by_target(
      source, task, [&](const Source& one) { return Scores(one, task.params, context); });
  const std::size_t features = scores.combined.size();
  context.report({.phase = "select", .done = features, .total = features});
  Selection selection = rank(scores.combined, task);
  scores.add_serves(selection);
  return selection;
}

}  // namespace pith
