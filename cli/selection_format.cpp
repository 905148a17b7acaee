// SPDX-License-Identifier: Apache-2.0
#include "cli/selection_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/spelling.h"
#include "cli/terminal/display.h"
#include "cli/terminal/field.h"
#include "cli/terminal/fold.h"
#include "cli/terminal/table_format.h"
#include "pith/base/text.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

constexpr std::size_t bar_width = 20;

/// The parameters that differ from their defaults, as they would be typed.
std::string changed_parameters(const Method& method, const Params& params) {
  std::string text;
  for (const Parameter& parameter : method.parameters) {
    const Value& value = params.values().find(parameter.name)->second;
    if (value != parameter.initial) {
      const std::string word = value_text(value);
      text += " " + flag_spelling({.name = parameter.name, .values = {word}});
    }
  }
  return text;
}

std::string score_heading(const Method& method) {
  constexpr std::size_t max_length = 10;
  const bool is_shown = method.unit != "none" && method.unit.size() <= max_length;
  return is_shown ? fmt::format("score ({})", method.unit) : "score";
}

double share_of(double score, double best) {
  if (std::isinf(score)) return score > 0 ? 1 : 0;
  return std::isfinite(best) && best > 0 ? score / best : 0;
}

/// `0.0323 to 0.0625`.
std::string error_text(const std::optional<ErrorBounds>& bounds) {
  return bounds ? fmt::format("{:.4f} to {:.4f}", bounds->lower, bounds->upper) : "";
}

/// A number of each step; empty where a step has none.
std::vector<std::string> optional_numbers(const std::vector<Selected>& selected,
                                          std::optional<double> Selected::*member) {
  std::vector<double> numbers;
  for (const Selected& step : selected)
    numbers.push_back((step.*member).value_or(0));
  std::vector<std::string> texts = aligned_numbers(numbers);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    if (!(selected[i].*member)) texts[i].clear();
  }
  return texts;
}

std::string steps_table(const Method& method, const std::vector<Selected>& selected,
                        const Terminal& terminal) {
  using Align = TextTable::Align;
  TextTable drawn({{.text = "rank", .align = Align::right},
                   {.text = "feature", .may_shrink = true},
                   {.text = score_heading(method), .align = Align::right},
                   {.text = "gain", .align = Align::right, .drop = 1},
                   {.text = "relevance", .align = Align::right, .drop = 2},
                   {.text = "redundancy", .align = Align::right, .drop = 2},
                   {.text = "Bayes error", .drop = 3},
                   {.text = "", .style = Style::bar, .drop = 4}},
                  "--format csv");
  std::vector<double> scores;
  std::vector<double> gains;
  double best = 0;
  for (const Selected& step : selected) {
    scores.push_back(step.score);
    gains.push_back(step.gain.value_or(0));
    if (std::isfinite(step.score)) best = std::max(best, step.score);
  }
  const std::vector<std::string> score_texts = aligned_numbers(scores);
  const std::vector<std::string> gain_texts = aligned_numbers(gains);
  const std::vector<std::string> relevances = optional_numbers(selected, &Selected::relevance);
  const std::vector<std::string> redundancies = optional_numbers(selected, &Selected::redundancy);
  for (std::size_t i = 0; i < selected.size(); ++i) {
    drawn.add({std::to_string(i + 1), printable(selected[i].name), score_texts[i],
               selected[i].gain ? gain_texts[i] : "", relevances[i], redundancies[i],
               error_text(selected[i].bayes_error),
               method.traits.output.smaller_is_better
                   ? ""
                   : bar(share_of(scores[i], best), bar_width, terminal)});
  }
  return drawn.draw(terminal);
}

/// The relevance of each selected feature to each target.
std::string serves_table(const Selection& selection, const Terminal& terminal) {
  using Align = TextTable::Align;
  std::vector<TextTable::Heading> headings = {{.text = "relevance to", .may_shrink = true}};
  std::vector<std::vector<std::string>> columns;
  for (std::size_t i = 0; i < selection.targets.size(); ++i) {
    headings.push_back(
        {.text = printable(selection.targets[i]), .align = Align::right, .continues = true});
    std::vector<double> numbers;
    for (const Selected& step : selection.selected)
      numbers.push_back(step.serves[i]);
    columns.push_back(aligned_numbers(numbers));
  }
  TextTable drawn(headings, "--format json");
  for (std::size_t row = 0; row < selection.selected.size(); ++row) {
    std::vector<std::string> cells{printable(selection.selected[row].name)};
    for (const std::vector<std::string>& column : columns)
      cells.push_back(column[row]);
    drawn.add(std::move(cells));
  }
  return drawn.draw(terminal);
}

/// `alpha 0.4688, objective -0.0514, gap 2.1e-17`.
std::string diagnostics_line(const std::vector<Diagnostic>& diagnostics) {
  std::string line;
  for (const Diagnostic& diagnostic : diagnostics) {
    std::string name = diagnostic.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    line += fmt::format("{}{} {:.5g}", line.empty() ? "" : ", ", name, diagnostic.value);
  }
  return line;
}

}  // namespace

std::string method_line(const Selection& selection, const Terminal& terminal) {
  const Method& method = pith::method(selection.method);
  return fold_styled(
      method.title, Style::bold,
      fmt::format(" ({}{})", method.id, changed_parameters(method, selection.params)), terminal);
}

std::string data_line(const DataDescription& data) {
  std::string text = fmt::format("{}: {} x {}", printable(data.source), counted(data.rows, "row"),
                                 counted(data.features, "feature"));
  if (data.target && data.more_targets.empty()) {
    const std::string kind = data.classes.empty() ? "numeric target" : "target";
    text += fmt::format(", {} '{}'", kind, printable(*data.target));
    if (!data.classes.empty())
      text += fmt::format(" with {}", counted(data.classes.size(), "class", "classes"));
  } else if (data.target) {
    std::vector<std::string> names{fmt::format("'{}'", printable(*data.target))};
    for (const DataDescription::Target& target : data.more_targets)
      names.push_back(fmt::format("'{}'", printable(target.name)));
    text += fmt::format(", {} targets: {}", names.size(), listed(names));
  }
  return text + (data.has_weights ? ", weighted rows" : "");
}

std::string data_line(const Table& table) {
  return data_line(description_of(table));
}

std::string stopped_text(const DataDescription& data, const Selection& selection) {
  const std::size_t count = selection.selected.size();
  switch (selection.stopped) {
    case Stopped::reached_k:
      return "";
    case Stopped::nothing_left:
      return count + selection.set_aside.size() == data.features
                 ? ""
                 : ": no other feature can be selected";
    case Stopped::no_gain:
      return count == 0 ? ": no feature adds information" : ": no other feature adds information";
    case Stopped::cancelled:
      return ": interrupted";
  }
  return "";
}

std::string selection_table(const DataDescription& data, const Selection& selection,
                            const Timing& timing, const Terminal& terminal) {
  const Method& method = pith::method(selection.method);
  std::string text = method_line(selection, terminal);
  text += fold(data_line(data), terminal) + "\n";
  if (!selection.selected.empty()) {
    text += steps_table(method, selection.selected, terminal) + "\n";
  }
  if (!selection.targets.empty() && !selection.selected.empty())
    text += serves_table(selection, terminal) + "\n";
  if (!selection.diagnostics.empty()) {
    text += fold(diagnostics_line(selection.diagnostics), terminal, 2);
  }
  for (const std::string& note : selection.notes)
    text += fold("note: " + note_text(note), terminal, 6);
  const std::size_t count = selection.selected.size();
  const std::string last = fmt::format(
      "Selected {} {} ({}){}", count == data.features ? "all" : fmt::format("{} of", count),
      counted(data.features, "feature"), duration_text(timing.read_seconds + timing.select_seconds),
      stopped_text(data, selection));
  return text + fold_styled(last, Style::dim, "", terminal);
}

std::string selection_csv(const Selection& selection, const Terminal& terminal) {
  const std::vector<Selected>& selected = selection.selected;
  const bool has_bounds = std::any_of(selected.begin(), selected.end(), [](const Selected& step) {
    return step.bayes_error.has_value();
  });
  std::string text = "rank,index,name,score,gain";
  text += has_bounds ? ",error_lower,error_upper\n" : "\n";
  std::size_t rank = 0;
  for (const Selected& step : selected) {
    const std::string name = terminal.is_terminal ? printable(step.name) : step.name;
    text += fmt::format("{},{},{},{},{}", ++rank, step.feature, csv_field(name),
                        exact_number(step.score), step.gain ? exact_number(*step.gain) : "");
    if (step.bayes_error) {
      text += fmt::format(",{},{}", exact_number(step.bayes_error->lower),
                          exact_number(step.bayes_error->upper));
    } else if (has_bounds) {
      text += ",,";
    }
    text += "\n";
  }
  return text;
}

std::string selection_names(const Selection& selection, const Terminal& terminal) {
  std::string text;
  for (const Selected& step : selection.selected) {
    text += (terminal.is_terminal ? printable(step.name) : one_line(step.name)) + "\n";
  }
  return text;
}

}  // namespace pith::cli
