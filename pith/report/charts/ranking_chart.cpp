// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pith/base/text.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/rows.h"
#include "pith/report/charts/selected_bars.h"

namespace pith {
namespace {

using namespace drawing;

std::string description(const RankingData& data, std::size_t shown) {
  if (data.features.empty()) return "There are no features.";
  const auto selected =
      std::count_if(data.features.begin(), data.features.end(),
                    [](const RankingData::Feature& each) { return each.is_selected; });
  return fmt::format(
      "The scores of {}{}, best first; {} selected. The best is {} with {}.",
      counted(data.features.size(), "feature"),
      shown < data.features.size() ? fmt::format(", of which {} are shown", shown) : "", selected,
      tip_name(data.features.front().name), exact(data.features.front().score));
}

}  // namespace

Chart ranking_chart(const RankingData& data) {
  const std::size_t shown = std::min(max_selected_bars, data.features.size());
  SelectedBars bars;
  bars.axis = data.unit.empty() ? "score" : fmt::format("score ({})", tip_name(data.unit));
  bars.count = data.features.size();

  std::vector<double> scores;
  for (std::size_t i = 0; i < shown; ++i)
    scores.push_back(data.features[i].score);
  const std::vector<std::string> texts = aligned_numbers(scores);
  Range range;
  range.add(0);

  for (std::size_t i = 0; i < shown; ++i) {
    const RankingData::Feature& each = data.features[i];
    range.add(each.score);
    bars.bars.push_back(
        {.feature = each.feature,
         .rank = std::to_string(i + 1),
         .name = each.name,
         .number = each.score,
         .value = texts[i],
         .tip = fmt::format("{}. {}: score {}{}", i + 1, tip_name(each.name), exact(each.score),
                            each.is_selected ? ", selected" : ""),
         .is_selected = each.is_selected});
  }
  constexpr std::size_t tick_count = 4;
  bars.ticks = nice_ticks(range, tick_count);
  return draw_selected_bars(
      bars, {.id = data.id, .title = data.title, .description = description(data, shown)});
}

}  // namespace pith
