// SPDX-License-Identifier: Apache-2.0
#include "cli/explanation_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/selection_format.h"
#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/text.h"
#include "pith/data/cuts.h"

namespace pith::cli {
namespace {

using Align = TextTable::Align;

constexpr const char* more_columns = "--format json";
constexpr std::size_t name_width = 12;

TextTable::Heading number_heading(std::string text, unsigned drop = 0) {
  return {.text = std::move(text), .align = Align::right, .drop = drop};
}

TextTable::Heading name_heading(std::string text, unsigned drop = 0) {
  return {.text = std::move(text), .may_shrink = true, .min_width = name_width, .drop = drop};
}

/// Numbers of a column of which some rows have none.
template <class Rows, class Number>
std::vector<std::string> column_of(const Rows& rows, Number number) {
  std::vector<double> numbers;
  for (const auto& row : rows)
    numbers.push_back(number(row).value_or(0));
  std::vector<std::string> texts = aligned_numbers(numbers);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!number(rows[i])) texts[i].clear();
  }
  return texts;
}

std::string title(std::string_view start, std::string_view rest, const Terminal& terminal) {
  return fold_styled(start, Style::bold, rest, terminal);
}

std::string basis_words(Basis basis) {
  switch (basis) {
    case Basis::criterion:
      return "by the criterion of the method";
    case Basis::ranking:
      return "by the ranking of the method";
    case Basis::information:
      break;
  }
  return "by information terms";
}

std::string steps_part(const Explanation& explanation, const Terminal& terminal) {
  using Step = ExplainedStep;
  const std::vector<Step>& steps = explanation.steps;
  // A gain says more than the score of the set.
  const bool has_gains = std::any_of(steps.begin(), steps.end(),
                                     [](const Step& step) { return step.gain.has_value(); });
  TextTable drawn(
      {number_heading("rank"), name_heading("feature"), number_heading("score", has_gains ? 6 : 2),
       number_heading("gain", 2), number_heading("relevance", 3), number_heading("redundancy", 4),
       number_heading("synergy", 5), name_heading("runner-up", 1), number_heading("behind", 1)},
      more_columns);
  const auto scores = column_of(steps, [](const Step& step) { return std::optional(step.score); });
  const auto gains = column_of(steps, [](const Step& step) { return step.gain; });
  const auto relevances = column_of(steps, [](const Step& step) { return step.relevance; });
  const auto redundancies =
      column_of(steps, [](const Step& step) { return std::optional(step.redundancy); });
  const auto synergies = column_of(steps, [](const Step& step) { return step.synergy; });
  const auto behind = column_of(steps, [](const Step& step) {
    return step.runner_up ? std::optional(step.runner_up->behind) : std::nullopt;
  });
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string other = steps[i].runner_up ? printable(steps[i].runner_up->feature.name)
                              : steps[i].is_kept ? "(kept)"
                                                 : "";
    drawn.add({std::to_string(i + 1), printable(steps[i].feature.name), scores[i], gains[i],
               relevances[i], redundancies[i], synergies[i], other, behind[i]});
  }
  const std::string rest = fmt::format(" (runner-up {}; terms in nats, bins: {})",
                                       basis_words(explanation.steps_basis), explanation.bins);
  return title("Steps", rest, terminal) + drawn.draw(terminal);
}

std::string substitutes_part(const Explanation& explanation, const Terminal& terminal) {
  TextTable drawn({name_heading("feature"), name_heading("substitute"), number_heading("loss"),
                   number_heading("similarity", 1)},
                  more_columns);
  std::vector<const ExplainedSubstitute*> all;
  std::vector<std::string> replaced;
  for (const ExplainedSubstitutes& each : explanation.substitutes) {
    for (const ExplainedSubstitute& candidate : each.candidates) {
      replaced.push_back(&candidate == each.candidates.data() ? printable(each.feature.name) : "");
      all.push_back(&candidate);
    }
  }
  if (all.empty()) return "";
  const auto losses = column_of(all, [](const auto* each) { return std::optional(each->loss); });
  for (std::size_t i = 0; i < all.size(); ++i) {
    drawn.add({replaced[i], printable(all[i]->feature.name), losses[i],
               fmt::format("{:.2f}", all[i]->similarity)});
  }
  return title("Substitutes",
               fmt::format(" (what is lost in place of the feature, {})",
                           basis_words(explanation.substitutes_basis)),
               terminal) +
         drawn.draw(terminal);
}

std::string groups_part(const Explanation& explanation, const Terminal& terminal) {
  constexpr std::size_t max_names = 5;
  TextTable drawn({name_heading("feature"),
                   number_heading("others"),
                   {.text = "redundant with it (similarity)", .may_shrink = true}},
                  more_columns);
  bool is_empty = true;
  for (const RedundancyGroup& group : explanation.groups) {
    if (group.count == 0) continue;
    is_empty = false;
    std::string members;
    for (std::size_t i = 0; i < std::min(max_names, group.members.size()); ++i) {
      members += fmt::format("{}{} ({:.2f})", i > 0 ? ", " : "",
                             printable(group.members[i].feature.name), group.members[i].similarity);
    }
    if (group.count > max_names) members += ", ...";
    drawn.add({printable(group.feature.name), std::to_string(group.count), members});
  }
  if (is_empty) return "";
  return title("Redundant features", "", terminal) + drawn.draw(terminal);
}

std::string serves_part(const Explanation& explanation, const Terminal& terminal) {
  if (explanation.serves.empty()) return "";
  const bool has_several = explanation.has_several_targets;
  std::vector<TextTable::Heading> headings = {name_heading("feature")};
  std::vector<std::string> names;
  for (const ServedTarget& target : explanation.serves.front().targets)
    names.push_back(target.name);
  if (explanation.has_ranges) names = rough_bin_names(names);
  for (const std::string& name : names)
    headings.push_back({.text = printable(name), .align = Align::right, .continues = true});
  TextTable drawn(headings, more_columns);
  std::vector<std::vector<std::string>> columns;
  for (std::size_t i = 0; i + 1 < headings.size(); ++i) {
    columns.push_back(column_of(explanation.serves, [i](const ServedTargets& served) {
      return std::optional(served.targets[i].information);
    }));
  }
  for (std::size_t row = 0; row < explanation.serves.size(); ++row) {
    std::vector<std::string> cells{printable(explanation.serves[row].feature.name)};
    for (const std::vector<std::string>& column : columns)
      cells.push_back(column[row]);
    drawn.add(std::move(cells));
  }
  return title(has_several              ? "Relevance to each target"
               : explanation.has_ranges ? "Information about each range of the target"
                                        : "Information about each class",
               has_several ? "" : " (nats)", terminal) +
         drawn.draw(terminal);
}

std::string reason_words(SetAside::Reason reason) {
  return reason == SetAside::Reason::identifier ? "an identifier (allow with --allow-ids)"
         : reason == SetAside::Reason::constant ? "constant"
                                                : "without values";
}

std::string why_not_part(const WhyNot& found, const Terminal& terminal) {
  const std::string start = fmt::format("Why not {}?", printable(found.feature.name));
  if (found.set_aside) {
    return title(start, fmt::format(" It was set aside: it is {}.", reason_words(*found.set_aside)),
                 terminal);
  }
  if (found.selected_as)
    return title(start, fmt::format(" It was selected at rank {}.", *found.selected_as), terminal);
  std::string rest;
  if (found.relevance) rest += fmt::format(" Its relevance is {:.4g} nats.", *found.relevance);
  if (found.redundant_with) {
    rest += fmt::format(" It is most similar to {} ({:.2f}), with which it shares {:.4g} nats.",
                        printable(found.redundant_with->feature.name),
                        found.redundant_with->similarity, found.information);
  }
  TextTable drawn({number_heading("step"), number_heading("its rank"), number_heading("score", 1),
                   number_heading("behind"), name_heading("lost to")},
                  more_columns);
  const auto scores = column_of(
      found.steps, [](const WhyNot::Step& step) { return std::optional(step.place.score); });
  const auto behind = column_of(
      found.steps, [](const WhyNot::Step& step) { return std::optional(step.place.behind); });
  for (std::size_t i = 0; i < found.steps.size(); ++i) {
    drawn.add({std::to_string(found.steps[i].step), std::to_string(found.steps[i].place.rank),
               scores[i], behind[i], printable(found.steps[i].lost_to.name)});
  }
  return title(start, rest, terminal) + (found.steps.empty() ? "" : drawn.draw(terminal));
}

}  // namespace

std::string explanation_parts(const Explanation& explanation, const Terminal& terminal) {
  std::string text;
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  };
  if (!explanation.steps.empty()) add(steps_part(explanation, terminal));
  add(substitutes_part(explanation, terminal));
  add(groups_part(explanation, terminal));
  add(serves_part(explanation, terminal));
  for (const WhyNot& found : explanation.why_not)
    add(why_not_part(found, terminal));
  std::string notes;
  for (const std::string& note : explanation.notes)
    notes += fold("note: " + note_text(note), terminal, 6);
  add(notes);
  return text;
}

std::string explanation_table(const DataDescription& data, const Explanation& explanation,
                              const Timing& timing, const Terminal& terminal) {
  const Selection& selection = explanation.selection;
  std::string text = method_line(selection, terminal) + fold(data_line(data), terminal) + "\n";
  text += explanation_parts(explanation, terminal);
  const std::string last =
      fmt::format("Explained {} ({})", counted(selection.selected.size(), "feature"),
                  duration_text(timing.read_seconds + timing.select_seconds));
  return text + fold_styled(last, Style::dim, "", terminal);
}

}  // namespace pith::cli
