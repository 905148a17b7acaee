// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "pith/base/text.h"
#include "pith/report/charts/charts.h"
#include "pith/report/charts/label.h"
#include "pith/report/charts/selected_bars.h"

namespace pith {
namespace {

using namespace drawing;

std::string description(const FrequencyData& data) {
  std::string text = data.verdict.empty() ? "" : tip_name(data.verdict) + ". ";
  if (data.features.empty()) return text + "No feature was selected.";
  return text + fmt::format("{} selected at least once from {}; most often {}: {}.",
                            counted(data.features.size(), "feature was", "features were"),
                            counted(data.resamples, "resample"),
                            tip_name(data.features.front().name),
                            percent(data.features.front().share));
}

std::string tip_of(const FrequencyData& data, const FrequencyData::Feature& each) {
  std::string tip = fmt::format("{}: selected from {} of {}", tip_name(each.name),
                                percent(each.share), counted(data.resamples, "resample"));
  if (data.resamples > 0) {
    const double times = each.share * static_cast<double>(data.resamples);
    tip = fmt::format("{}: selected from {:.0f} of {} (frequency {})", tip_name(each.name), times,
                      counted(data.resamples, "resample"), exact(each.share));
  }
  if (each.rank) tip += fmt::format(", rank {} on all rows", *each.rank);
  return tip;
}

}  // namespace

Chart frequency_chart(const FrequencyData& data) {
  const std::size_t shown = std::min(max_selected_bars, data.features.size());
  Range range;
  range.add(0);
  range.add(1);
  constexpr std::size_t tick_count = 5;
  SelectedBars bars{.headline = clean(data.verdict),
                    .axis = "selected from resamples (%)",
                    .selected = "selected from all rows, with its rank",
                    .unselected = "from resamples only",
                    .count = data.features.size(),
                    .ticks = nice_percent_ticks(range, tick_count)};
  for (std::size_t i = 0; i < shown; ++i) {
    const FrequencyData::Feature& each = data.features[i];
    bars.bars.push_back({.feature = each.feature,
                         .rank = each.rank ? std::to_string(*each.rank) : "",
                         .name = each.name,
                         .number = each.share,
                         .value = percent(each.share),
                         .tip = tip_of(data, each),
                         .is_selected = each.rank.has_value()});
  }
  return draw_selected_bars(bars,
                            {.id = data.id, .title = data.title, .description = description(data)});
}

}  // namespace pith
