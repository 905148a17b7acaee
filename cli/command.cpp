// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pith/base/error.h"
#include "pith/report/describe.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

const std::vector<Option>& common_options() {
  static const std::vector<Option> options = {
      {.name = "--color",
       .value = "WHEN",
       .text = "colours; auto is on a terminal only, and NO_COLOR and CLICOLOR_FORCE count",
       .group = "Everywhere",
       .choices = {"auto", "always", "never"}},
      {.name = "--help", .letter = 'h', .text = "this page", .group = "Everywhere"}};
  return options;
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
      select_command(),    evaluate_command(), compare_command(),
      stability_command(), inspect_command(),  methods_command(),
      describe_command(),  cite_command(),     completion_command()};
  return all;
}

const Command& program() {
  static const Command root = {
      .name = "",
      .summary = "finds the few features that jointly carry the information about a target",
      .examples = {{"pith select wine.csv --target class -k 5", "the five best features"},
                   {"pith select wine.csv -k 5 --format json | jq .selected",
                    "the same for the next program"},
                   {"pith evaluate wine.csv --methods gc-mi,mrmr -k 1..10",
                    "how well a learner does with what they select"},
                   {"pith inspect wine.csv", "what pith sees: types, gaps, constants, classes"},
                   {"pith describe mrmr", "what a method does, and who published it"}},
      .options = {{.name = "--version", .text = "the version", .group = "Everywhere"},
                  {.name = "--format",
                   .value = "FORMAT",
                   .text = "of --version: json adds how it was built",
                   .group = "Everywhere",
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
  throw Error(ErrorKind::bad_argument, fmt::format("there is no command {}; {}", quoted(name),
                                                   near ? fmt::format("did you mean '{}'?", *near)
                                                        : "'pith --help' lists them"));
}

std::vector<Option> options_of(const Command& command) {
  std::vector<Option> all = command.options;
  all.insert(all.end(), common_options().begin(), common_options().end());
  return all;
}

Option parameter_option(const Parameter& parameter) {
  Option option = {
      .name = flag_of(parameter),
      .value = "X",
      .text = fmt::format("{} (default {})", parameter.text, value_text(parameter.initial)),
      .group = "Parameters",
      .choices = parameter.choices};
  if (std::holds_alternative<std::int64_t>(parameter.initial)) option.value = "N";
  if (std::holds_alternative<bool>(parameter.initial)) option.choices = {"true", "false"};
  if (parameter.takes_numbers) {  // so there is no list of all that can be said
    option.value = fmt::format("X|{}", fmt::join(parameter.choices, "|"));
    option.choices.clear();
  }
  return option;
}

std::vector<Option> parameter_options() {
  std::vector<Option> all;
  for (const Method& method : catalog()) {
    for (const Parameter& parameter : method.parameters) {
      Option option = parameter_option(parameter);
      const auto known = std::find_if(
          all.begin(), all.end(), [&](const Option& other) { return other.name == option.name; });
      if (known == all.end()) {
        all.push_back(std::move(option));
        continue;
      }
      for (std::string& choice : option.choices) {
        const bool is_new =
            std::find(known->choices.begin(), known->choices.end(), choice) == known->choices.end();
        if (is_new) known->choices.push_back(std::move(choice));
      }
    }
  }
  return all;
}

}  // namespace pith::cli
