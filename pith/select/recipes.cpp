// SPDX-License-Identifier: Apache-2.0
#include "pith/select/recipes.h"

#include <fmt/format.h>

#include "pith/base/error.h"
#include "pith/geometry/differences.h"
#include "pith/stats/target_sources.h"

namespace pith {

const Table& rows_of(const Source& source, std::string_view id) {
  if (source.table() == nullptr)
    throw Error(ErrorKind::bad_data, fmt::format("{} needs the rows; give it a table", id));
  return *source.table();
}

Selection rank_with_constants_last(const Table& table, std::span<const double> scores,
                                   const Task& task) {
  std::vector<char> is_last;
  for (const Column& column : table.parts().features)
    is_last.push_back(varies(column) ? 0 : 1);
  return take_in_order(order_with_last(scores, is_last), scores, task);
}

void TargetScores::add_serves(Selection& selection) const {
  if (of_targets.size() < 2) return;
  for (Selected& step : selection.selected) {
    step.serves.clear();
    for (const std::vector<double>& scores : of_targets)
      step.serves.push_back(scores[step.feature]);
  }
}

TargetScores scores_by_target(const Source& source, const Task& task,
                              const std::function<std::vector<double>(const Source&)>& scores) {
  TargetScores all;
  const std::size_t targets = target_count(source);
  if (targets == 1) {
    all.combined = scores(source);
    return all;
  }
  for (std::size_t i = 0; i < targets; ++i)
    all.of_targets.push_back(scores(OneTarget(source, i).source()));
  std::vector<double> here(targets);
  for (std::size_t feature = 0; feature < source.features(); ++feature) {
    for (std::size_t i = 0; i < targets; ++i)
      here[i] = all.of_targets[i][feature];
    all.combined.push_back(pith::combined(here, task.combine));
  }
  return all;
}

}  // namespace pith
