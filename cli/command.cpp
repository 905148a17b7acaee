// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/spelling.h"
#include "pith/base/error.h"
#include "pith/learn/model/learner.h"
#include "pith/select/catalog.h"
#include "pith/select/options.h"

namespace pith::cli {
namespace {

constexpr std::string_view common_group = "General";

const std::vector<Option>& common_options() {
  static const std::vector<Option> options = {
      {.name = "--color",
       .value = "WHEN",
       .text = "when to use colours; auto follows the terminal, NO_COLOR and CLICOLOR_FORCE "
               "(default: auto)",
       .group = std::string(common_group),
       .choices = {"auto", "always", "never"}},
      {.name = "--help",
       .letter = 'h',
       .text = "show help: -h a summary, --help all options",
       .group = std::string(common_group)}};
  return options;
}

void append(std::vector<Option>& all, Option option) {
  const auto known = std::find_if(all.begin(), all.end(),
                                  [&](const Option& other) { return other.name == option.name; });
  if (known == all.end()) {
    all.push_back(std::move(option));
    return;
  }
  for (std::string& choice : option.choices) {
    const bool is_new =
        std::find(known->choices.begin(), known->choices.end(), choice) == known->choices.end();
    if (is_new) known->choices.push_back(std::move(choice));
  }
}

}  // namespace

std::string Arguments::value(std::string_view option, std::string_view otherwise) const {
  const auto place = values_.find(option);
  return place == values_.end() || place->second.empty() ? std::string(otherwise)
                                                         : place->second.back();
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  const auto place = values_.find(option);
  return place == values_.end() ? std::vector<std::string>{} : place->second;
}

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      select_command(),    explain_command(),  evaluate_command(), compare_command(),
      stability_command(), report_command(),   apply_command(),    inspect_command(),
      methods_command(),   describe_command(), cite_command(),     completion_command(),
      help_command()};
  return all;
}

const Command& program() {
  const std::string group(common_group);
  static const Command root = {
      .name = "",
      .summary = "Select the features that jointly carry the most information about a target",
      .operands = {},
      .examples = {{"pith select wine.csv --target class -k 5", "the five best features"},
                   {"pith evaluate wine.csv --methods gc-mi,mrmr -k 1..10",
                    "the cross-validated error with 1 to 10 features"},
                   {"pith report wine.csv --target class",
                    "everything that can be said about them, as one HTML page"},
                   {"pith inspect wine.csv", "column types, missing values, constants, classes"},
                   {"pith select wine.csv -k 5 --format json | jq .selected",
                    "the result for another program"},
                   {"pith describe mrmr", "what a method does, and who published it"}},
      .options = {{.name = "--version", .letter = 'V', .text = "show the version", .group = group},
                  {.name = "--format",
                   .value = "FORMAT",
                   .text = "of --version; json adds how pith was built (default: text)",
                   .group = group,
                   .choices = {"text", "json"}}}};
  return root;
}

const Command& command(std::string_view name) {
  std::vector<std::string> names;
  for (const Command& known : commands()) {
    if (known.name == name) return known;
    names.push_back(known.name);
  }
  const auto near = nearest_name(name, names);
  throw Error(ErrorKind::bad_argument, fmt::format("unknown command {}; {}", quoted(name),
                                                   near ? fmt::format("did you mean '{}'?", *near)
                                                        : "'pith --help' lists all commands"));
}

Option shared(std::string_view name, Option option) {
  const Parameter& known = shared_option(name);
  const std::string flag = flag_spelling({.name = name});
  const bool is_letter = flag.size() == 2;
  if (option.name.empty()) option.name = is_letter ? "-" + flag : flag;
  if (is_letter) option.letter = flag.back();
  std::string text = render(known.text, flag_spelling);
  if (!option.text.empty()) text += "; " + option.text;
  const std::string initial = value_text(known.initial);
  const bool tells_default = initial.empty() || known.text.find("by default") != std::string::npos;
  option.text = tells_default ? text : fmt::format("{} (default: {})", text, initial);
  if (option.choices.empty()) option.choices = known.choices;
  return option;
}

std::vector<Option> options_of(const Command& command) {
  std::vector<Option> all = command.options;
  all.insert(all.end(), common_options().begin(), common_options().end());
  return all;
}

Option parameter_option(const Parameter& parameter) {
  Option option = {.name = flag_spelling({.name = parameter.name}),
                   .value = "X",
                   .text = fmt::format("{} (default: {})", render(parameter.text, flag_spelling),
                                       value_text(parameter.initial)),
                   .group = "Parameters",
                   .choices = parameter.choices};
  if (option.name.size() == 2) option.name.insert(0, "-");
  if (std::holds_alternative<std::int64_t>(parameter.initial)) option.value = "N";
  if (std::holds_alternative<bool>(parameter.initial)) option.choices = {"true", "false"};
  if (parameter.takes_numbers) {  // so the words are not all that is accepted
    option.value = fmt::format("X|{}", fmt::join(parameter.choices, "|"));
    option.choices.clear();
  }
  return option;
}

std::vector<Option> parameter_options(const Command& command) {
  std::vector<Option> all;
  if (!command.takes_parameters) return all;
  for (const Method& method : catalog()) {
    for (const Parameter& parameter : method.parameters)
      append(all, parameter_option(parameter));
  }
  for (const Learner& learner : learners()) {
    for (const Parameter& parameter : learner.parameters)
      append(all, parameter_option(parameter));
  }
  const std::vector<Option> own = options_of(command);
  std::erase_if(all, [&](const Option& option) {
    return std::any_of(own.begin(), own.end(),
                       [&](const Option& other) { return other.name == option.name; });
  });
  return all;
}

std::vector<Option> all_options(const Command& command) {
  std::vector<Option> all = options_of(command);
  const std::vector<Option> parameters = parameter_options(command);
  all.insert(all.end(), parameters.begin(), parameters.end());
  return all;
}

}  // namespace pith::cli
