// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "pith/base/wrap.h"
#include "pith/report/json.h"
#include "pith/select/catalog.h"
#include "pith/select/options.h"

namespace pith {
namespace {

std::string_view takes_name(Takes takes) {
  switch (takes) {
    case Takes::numbers:
      return "numbers";
    case Takes::codes:
      return "codes";
    case Takes::any:
      return "any";
  }
  return "";
}

std::string takes_sentence(Takes takes) {
  switch (takes) {
    case Takes::numbers:
      return "numeric features";
    case Takes::codes:
      return fmt::format("categorical features; numeric ones are discretised ({})", option("bins"));
    case Takes::any:
      return fmt::format("numeric and categorical features; {} discretises numeric ones",
                         option("bins"));
  }
  return "";
}

/// The ways to treat missing values that the method supports.
std::vector<std::string> missing_words(const Traits& traits) {
  std::vector<std::string> words = {"error", "drop", "impute"};
  if (traits.input.takes != Takes::numbers) words.emplace_back("level");
  if (traits.input.spreads_missing) words.emplace_back("spread");
  return words;
}

std::string score_sentence(const Method& method) {
  const OutputTraits& output = method.traits.output;
  std::string text = method.unit;
  if (output.smaller_is_better) text += ", smaller is better";
  if (output.is_joint) {
    text += output.smaller_is_better ? "; of the selected set, and the gain is what a step saves"
                                     : ", of the selected set; the gain is what a step adds";
  }
  return text;
}

/// The traits of a method where the target is numeric: parameters that are not set have other
/// values then.
Traits numeric_traits(const Method& method, Settings settings) {
  for (const auto& setting : method.numeric_defaults) {
    const bool is_set = std::any_of(settings.begin(), settings.end(),
                                    [&](const auto& own) { return own.first == setting.first; });
    if (!is_set) settings.push_back(setting);
  }
  return method.traits_for(method.params(settings));
}

/// The kinds of targets that a method with these settings takes; none where it needs no target.
std::vector<std::string> target_words(const Method& method, const Settings& settings) {
  const InputTraits input = method.traits_for(method.params(settings)).input;
  if (!input.needs_target) return {};
  std::vector<std::string> words;
  if (input.target != TakesTarget::numbers) words.emplace_back("classes");
  if (numeric_traits(method, settings).input.target != TakesTarget::classes)
    words.emplace_back("numbers");
  return words;
}

/// Words and switches of parameters that change which targets a method takes, by these targets.
std::map<std::vector<std::string>, std::vector<std::string>> target_exceptions(
    const Method& method) {
  std::map<std::vector<std::string>, std::vector<std::string>> exceptions;
  for (const Parameter& parameter : method.parameters) {
    std::vector<std::string> words = parameter.choices;
    if (std::holds_alternative<bool>(parameter.initial)) words = {"true", "false"};
    for (const std::string& word : words) {
      const std::vector<std::string> targets = target_words(method, {{parameter.name, word}});
      if (targets != target_words(method, {}))
        exceptions[targets].push_back(option(parameter.name, word));
    }
  }
  return exceptions;
}

std::string target_sentence(const Method& method) {
  const std::vector<std::string> targets = target_words(method, {});
  std::string text =
      targets.empty() ? "not required" : fmt::format("required: {}", fmt::join(targets, " or "));
  for (const auto& [other, mentions] : target_exceptions(method)) {
    text +=
        fmt::format("; {} with {}",
                    other.empty() ? "not required" : fmt::format("{}", fmt::join(other, " or ")),
                    fmt::join(mentions, " or "));
  }
  return text;
}

/// Questions that a user with data has, and the answers; the same in text and in Markdown.
std::vector<std::pair<std::string, std::string>> facts(const Method& method,
                                                       const Spelling& spelling) {
  const auto& [input, output, guarantees, growth] = method.traits;
  std::vector<std::pair<std::string, std::string>> all = {
      {"Family", method.family},
      {"Score", score_sentence(method)},
      {"Cost", fmt::format("{} (n rows, d features, k selected, c classes)", method.cost)},
      {"Takes", takes_sentence(input.takes)},
      {"Target", target_sentence(method)},
      {"Weights", input.takes_weights ? "supported, as repetition of rows" : "not supported"},
      {"Missing", option("missing", missing_words(method.traits))},
      {"Result", output.ranks_all ? "the best k, and a ranking of every feature" : "the best k"}};
  if (output.finds_k)
    all.emplace_back("Number", fmt::format("found by the method; {} caps it", option("k")));
  if (guarantees.uses_seed)
    all.emplace_back("Seed", fmt::format("changes the result ({})", option("seed")));
  if (!method.unavailable.empty()) all.emplace_back("Status", method.unavailable);
  for (auto& [name, value] : all)
    value = render(value, spelling);
  return all;
}

/// A formula that is too long for one line is broken between its forms.
std::string formula_lines(std::string_view formula, std::size_t width) {
  constexpr std::string_view link = "   or   ";
  const std::size_t place = formula.size() + 2 > width ? formula.find(link) : formula.npos;
  std::string text = wrap(formula.substr(0, place), {.width = width, .first = 2, .rest = 4});
  if (place == formula.npos) return text;
  return text + "  or\n" + formula_lines(formula.substr(place + link.size()), width);
}

/// Whether the choices are too many for one line, which has no space to be broken at.
bool has_long_choices(const Parameter& parameter) {
  constexpr std::size_t max_length = 48;
  return fmt::format("{}", fmt::join(parameter.choices, "|")).size() > max_length;
}

std::string values_text(const Parameter& parameter) {
  if (has_long_choices(parameter)) return "WORD";
  if (parameter.takes_numbers) return fmt::format("X|{}", fmt::join(parameter.choices, "|"));
  if (!parameter.choices.empty()) return fmt::format("{}", fmt::join(parameter.choices, "|"));
  return std::holds_alternative<bool>(parameter.initial)     ? "true|false"
         : std::holds_alternative<double>(parameter.initial) ? "X"
                                                             : "N";
}

std::string default_text(const Parameter& parameter) {
  const std::string initial = value_text(parameter.initial);
  const bool has_range = std::isfinite(parameter.lower) || std::isfinite(parameter.upper) ||
                         has_long_choices(parameter);
  return has_range ? fmt::format("{}; default {}", parameter.range_text(), initial)
                   : fmt::format("default {}", initial);
}

/// `A and B and C` as `A, B and C`.
std::string authors_text(std::string_view authors) {
  constexpr std::string_view link = " and ";
  std::string text;
  for (;;) {
    const std::size_t place = authors.find(link);
    text += authors.substr(0, place);
    if (place == std::string_view::npos) return text;
    authors.remove_prefix(place + link.size());
    text += authors.find(link) == std::string_view::npos ? " and " : ", ";
  }
}

std::string reference_text(const Reference& reference) {
  return fmt::format("{} ({}). {}. {}.{}", authors_text(reference.authors), reference.year,
                     reference.title, reference.where,
                     reference.doi.empty() ? "" : " https://doi.org/" + reference.doi);
}

std::string_view several_name(SeveralTargets targets) {
  switch (targets) {
    case SeveralTargets::joint:
      return "joint";
    case SeveralTargets::combined:
      return "combined";
    case SeveralTargets::together:
      return "together";
    case SeveralTargets::numbers_together:
      return "numbers_together";
  }
  return "";
}

Json traits_object(const Method& method, const Traits& traits, const Settings& settings) {
  const Takes takes = traits.input.takes;
  Json json = {{"takes", takes_name(takes)},
               {"needs_target", traits.input.needs_target},
               {"targets", target_words(method, settings)},
               {"needs_rows", traits.input.needs_rows},
               {"takes_weights", traits.input.takes_weights},
               {"missing", missing_words(traits)},
               {"ranks_all", traits.output.ranks_all},
               {"is_joint", traits.output.is_joint},
               {"finds_k", traits.output.finds_k},
               {"smaller_is_better", traits.output.smaller_is_better},
               {"uses_seed", traits.guarantees.uses_seed},
               {"depends_on_row_order", traits.guarantees.depends_on_row_order},
               {"uses_target", traits.guarantees.uses_target},
               {"may_skip_features", traits.output.may_skip_features},
               {"favours_entropy", traits.guarantees.favours_entropy},
               {"min_rows", traits.input.min_rows}};
  if (traits.input.needs_target) {
    json["several_targets"] = several_name(traits.input.targets);
    const InputTraits numeric = numeric_traits(method, settings).input;
    if (numeric.targets != traits.input.targets)
      json["several_numbers"] = several_name(numeric.targets);
  }
  const Takes for_numbers = numeric_traits(method, settings).input.takes;
  if (for_numbers != takes) json["takes_for_numbers"] = takes_name(for_numbers);
  return json;
}

Json method_json(const Method& method, const Spelling& spelling) {
  Json json = {{"id", method.id},           {"title", method.title},     {"family", method.family},
               {"formula", method.formula}, {"summary", method.summary}, {"unit", method.unit},
               {"cost", method.cost}};
  if (!method.class_name.empty()) json["class_name"] = method.class_name;
  if (!method.unavailable.empty()) json["unavailable"] = method.unavailable;
  json["parameters"] = parameters_json(method.parameters, spelling);
  json["references"] = references_json(method.references);
  json["traits"] = traits_object(method, method.traits, {});
  Json exceptions = Json::array();
  for (const auto& [targets, mentions] : target_exceptions(method)) {
    for (const std::string& mention : mentions)
      exceptions.push_back({{"with", render(mention, spelling)}, {"targets", targets}});
  }
  if (!exceptions.empty()) json["traits"]["targets_with"] = std::move(exceptions);
  return json;
}

/// In a Markdown table a bar would end the cell.
std::string cell(std::string text) {
  for (std::size_t place = text.find('|'); place != std::string::npos;
       place = text.find('|', place + 2)) {
    text.insert(place, "\\");
  }
  return text;
}

}  // namespace

std::string describe_text(const Method& method, const Spelling& spelling, std::size_t width) {
  std::string text = wrap(fmt::format("{}: {}", method.id, method.title), {.width = width});
  text += "\n" + formula_lines(method.formula, width);
  if (method.formula.find("in S]") != std::string::npos) {
    text += "\n" + wrap("x is a candidate, y the target, S the features selected so far.",
                        {.width = width, .first = 2, .rest = 2});
  }
  text += "\n" + wrap(method.summary, {.width = width}) + "\n";
  for (const auto& [name, value] : facts(method, spelling)) {
    text += wrap(fmt::format("{:<9}{}", name, value), {.width = width, .rest = 9});
  }
  return text + parameters_and_references(method.parameters, method.references, spelling, width);
}

std::string parameters_and_references(std::span<const Parameter> parameters,
                                      std::span<const Reference> references,
                                      const Spelling& spelling, std::size_t width) {
  std::string text;
  if (!parameters.empty()) text += "\nParameters\n";
  for (const Parameter& parameter : parameters) {
    text += wrap(fmt::format("{} {}", spelling({.name = parameter.name}), values_text(parameter)),
                 {.width = width, .first = 2, .rest = 6});
    text += wrap(fmt::format("{} ({})", render(parameter.text, spelling), default_text(parameter)),
                 {.width = width, .first = 6, .rest = 6});
  }
  if (!references.empty()) text += "\nReferences\n";
  for (const Reference& reference : references) {
    text += wrap(reference_text(reference), {.width = width, .first = 2, .rest = 4});
  }
  return text;
}

std::string describe_markdown(const Method& method, const Spelling& spelling) {
  std::string text = fmt::format("# {}: {}\n\n```\n{}\n```\n\n{}\n\n| | |\n|---|---|\n", method.id,
                                 method.title, method.formula, method.summary);
  for (const auto& [name, value] : facts(method, spelling))
    text += fmt::format("| {} | {} |\n", name, cell(value));
  if (!method.parameters.empty()) {
    text += "\n## Parameters\n\n| option | values | default | |\n|---|---|---|---|\n";
  }
  for (const Parameter& parameter : method.parameters) {
    text += fmt::format("| `{}` | {} | `{}` | {} |\n", spelling({.name = parameter.name}),
                        parameter.range_text(), value_text(parameter.initial),
                        cell(render(parameter.text, spelling)));
  }
  if (!method.references.empty()) text += "\n## References\n\n";
  for (const Reference& reference : method.references)
    text += fmt::format("- {}\n", reference_text(reference));
  return text;
}

std::string describe_json(const Method& method, const Spelling& spelling) {
  return dump(method_json(method, spelling), 1) + "\n";
}

std::string traits_json(const Method& method, const Settings& settings) {
  return dump(traits_object(method, method.traits_for(method.params(settings)), settings));
}

std::string catalog_json(const Spelling& spelling) {
  Json json = Json::array();
  for (const Method& method : catalog())
    json.push_back(method_json(method, spelling));
  return dump(json, 1) + "\n";
}

std::string options_json(const Spelling& spelling) {
  return dump(parameters_json(shared_options(), spelling), 1) + "\n";
}

std::string catalog_markdown() {
  std::string text = "| method | | criterion | family |\n|---|---|---|---|\n";
  for (const Method& method : catalog()) {
    text += fmt::format("| `{}` | {} | `{}` | {} |\n", method.id, cell(method.title),
                        cell(method.formula), method.family);
  }
  return text;
}

}  // namespace pith
