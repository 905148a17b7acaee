// SPDX-License-Identifier: Apache-2.0
#include "cli/stability_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/selection_format.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/field.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/text.h"

namespace pith::cli {
namespace {

constexpr std::size_t max_shown = 20;
constexpr std::size_t bar_width = 20;

std::string resampling_line(const StabilityResult& result) {
  const auto [smallest, largest] = result.stability.sizes;
  const std::string size = smallest == largest
                               ? counted(largest, "feature")
                               : fmt::format("{} to {}", smallest, counted(largest, "feature"));
  return fmt::format("{} of {} ({:.5g} % of {}{}), {} each", counted(result.how.count, "resample"),
                     counted(result.resampled.rows, "row"), 100 * result.how.fraction,
                     result.table.has_classes() ? "each class" : "all rows",
                     result.how.is_bootstrap ? ", with replacement" : "", size);
}

/// `Stable: Nogueira 0.85 (95 % interval 0.82 to 0.87)`, with the first words in bold.
std::string verdict_line(const Nogueira& nogueira, const Terminal& terminal) {
  const std::string text = verdict_text(nogueira);
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return "";
  return fold_styled(text.substr(0, colon), Style::bold, text.substr(colon), terminal);
}

std::string features_table(const StabilityResult& result, std::size_t shown,
                           const Terminal& terminal) {
  using Align = TextTable::Align;
  TextTable drawn({{.text = "feature", .may_shrink = true},
                   {.text = "selected", .align = Align::right},
                   {.text = "mean rank", .align = Align::right, .drop = 1},
                   {.text = "rank on all rows", .align = Align::right, .drop = 2},
                   {.text = "", .style = Style::bar, .drop = 3}},
                  "--format csv");
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
  using Align = TextTable::Align;
  TextTable drawn({{.text = "index"},
                   {.text = "value", .align = Align::right},
                   {.text = "95 % interval", .align = Align::right, .drop = 1},
                   {.text = "chance", .align = Align::right, .drop = 2},
                   {.text = "compares", .may_shrink = true}},
                  "--format json");
  const auto add = [&](const std::string& index, double value, const std::string& compared) {
    drawn.add({index, value_text(value), "", "0", compared});
  };
  const Nogueira& first = stability.nogueira;
  drawn.add({"Nogueira", value_text(first.value),
             std::isnan(first.value)
                 ? ""
                 : fmt::format("{:.4f}-{:.4f}", first.lower, std::min(1.0, first.upper)),
             "0", "sets"});
  add("Kuncheva", stability.kuncheva, "sets of one size");
  drawn.add({"Jaccard", value_text(stability.jaccard), "", "> 0", "sets"});
  add("Jensen-Shannon", stability.sets.stability(), "sets");
  add("Jensen-Shannon", stability.partial_rankings.stability(), "order of the selected features");
  if (stability.rankings)
    add("Jensen-Shannon", stability.rankings->stability(), "order of all features");
  if (stability.spearman) add("Spearman", *stability.spearman, "ranks of all features");
  if (stability.kendall) add("Kendall", *stability.kendall, "order of all pairs of features");
  return drawn.draw(terminal);
}

}  // namespace

std::string stability_table(const StabilityResult& result, bool shows_all,
                            const Terminal& terminal) {
  const std::size_t count = result.frequencies().size();
  const std::size_t shown = shows_all ? count : std::min(max_shown, count);
  std::string text = method_line(result.resampled.whole, terminal);
  text += fold(data_line(result.table), terminal);
  text += fold(resampling_line(result), terminal);
  text += verdict_line(result.stability.nogueira, terminal) + "\n";
  if (shown > 0) text += features_table(result, shown, terminal);
  if (shown < count) {
    text += fmt::format("... and {} (--all shows them)\n", counted(count - shown, "more feature"));
  }
  text += (shown > 0 ? "\n" : "") + indices_table(result.stability, terminal) + "\n";
  for (const std::string& note : result.notes())
    text += fold("note: " + note_text(note), terminal, 6);
  const Timing& timing = result.timing;
  const std::string last =
      fmt::format("Selected from {} ({})", counted(result.how.count, "resample"),
                  duration_text(timing.read_seconds + timing.select_seconds));
  return text + fold_styled(last, Style::dim, "", terminal);
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
