// SPDX-License-Identifier: Apache-2.0
#include "cli/stability_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/display.h"
#include "cli/field.h"
#include "cli/selection_format.h"
#include "cli/table_format.h"
#include "pith/base/wrap.h"

namespace pith::cli {
namespace {

constexpr std::size_t most_features = 20;
constexpr std::size_t bar_width = 20;

std::string resampling_line(const StabilityResult& result) {
  const auto [least, most] = result.stability.sizes;
  const std::string size = least == most ? counted(most, "feature")
                                         : fmt::format("{} to {}", least, counted(most, "feature"));
  return fmt::format("{} of {} ({:.5g} % of {}{}), {} from each",
                     counted(result.how.count, "resample"), counted(result.resampled.rows, "row"),
                     100 * result.how.fraction,
                     result.table.has_target() ? "each class" : "all rows",
                     result.how.is_bootstrap ? ", with replacement" : "", size);
}

std::string features_table(const StabilityResult& result, std::size_t shown,
                           const Terminal& terminal) {
  using Align = TextTable::Align;
  TextTable drawn({{.text = "feature", .may_shrink = true},
                   {.text = "selected", .align = Align::right},
                   {.text = "mean rank", .align = Align::right},
                   {.text = "on all rows", .align = Align::right},
                   {.text = "", .style = Style::bar}});
  const std::vector<Frequency> frequencies = result.frequencies();
  for (std::size_t i = 0; i < shown; ++i) {
    const Frequency& each = frequencies[i];
    const auto rank = result.rank_on_all_rows(each.feature);
    drawn.add({printable(result.table.name(each.feature)),
               fmt::format("{} of {}", each.selected, result.how.count),
               fmt::format("{:.2f}", each.mean_rank), rank ? std::to_string(*rank) : "-",
               bar(result.share(each), bar_width, terminal)});
  }
  return drawn.draw(terminal);
}

std::string value_text(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:.4f}", value);
}

std::string indices_table(const Stability& stability, const Terminal& terminal) {
  TextTable drawn({{.text = "index"},
                   {.text = "value", .align = TextTable::Align::right},
                   {.text = "of what", .may_shrink = true}});
  const Nogueira& first = stability.nogueira;
  const std::string interval =
      std::isnan(first.value)
          ? ""
          : fmt::format("95 % interval {:.4f} to {:.4f}; ", first.lower, first.upper);
  drawn.add({"Nogueira", value_text(first.value), "sets; " + interval + "chance is 0"});
  drawn.add({"Kuncheva", value_text(stability.kuncheva), "sets of one size; chance is 0"});
  drawn.add({"Jaccard", value_text(stability.jaccard), "sets; chance is above 0"});
  const std::string name = "Jensen-Shannon";
  drawn.add({name, value_text(stability.sets.stability()), "sets; chance is 0"});
  drawn.add({name, value_text(stability.partial_rankings.stability()),
             "selected features in their order; chance is 0"});
  if (stability.rankings) {
    drawn.add({name, value_text(stability.rankings->stability()),
               "all features in their order; chance is 0"});
  }
  if (stability.spearman) {
    drawn.add({"Spearman", value_text(*stability.spearman), "ranks of all features; chance is 0"});
  }
  if (stability.kendall) {
    drawn.add({"Kendall", value_text(*stability.kendall), "order of all pairs; chance is 0"});
  }
  return drawn.draw(terminal);
}

}  // namespace

std::string stability_table(const StabilityResult& result, bool shows_all,
                            const Terminal& terminal) {
  const std::size_t width = terminal.width;
  const std::size_t count = result.frequencies().size();
  const std::size_t shown = shows_all ? count : std::min(most_features, count);
  std::string text = method_line(result.resampled.whole, terminal);
  text += wrap(data_line(result.table), {.width = width});
  text += wrap(resampling_line(result), {.width = width}) + "\n";
  if (shown > 0) text += features_table(result, shown, terminal);
  if (shown < count) {
    text += fmt::format("and {} more; --all shows them\n", counted(count - shown, "feature"));
  }
  text += (shown > 0 ? "\n" : "") + indices_table(result.stability, terminal) + "\n";
  for (const std::string& note : result.notes())
    text += wrap("note: " + printable(note), {.width = width, .rest = 6});
  const Timing& timing = result.timing;
  const std::string last =
      fmt::format("{} in {} (reading {})", counted(result.how.count, "resample"),
                  duration_text(timing.read_seconds + timing.select_seconds),
                  duration_text(timing.read_seconds));
  return text + paint(last, Style::dim, terminal) + "\n";
}

std::string stability_csv(const StabilityResult& result, const Terminal& terminal) {
  std::string text = "index,name,selected,frequency,mean_rank,rank\n";
  for (const Frequency& each : result.frequencies()) {
    const std::string& name = result.table.name(each.feature);
    const auto rank = result.rank_on_all_rows(each.feature);
    text += fmt::format("{},{},{},{},{},{}\n", each.feature,
                        csv_field(terminal.is_terminal ? printable(name) : name), each.selected,
                        exact_number(result.share(each)), exact_number(each.mean_rank),
                        rank ? std::to_string(*rank) : "");
  }
  return text;
}

}  // namespace pith::cli
