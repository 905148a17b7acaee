// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <span>

#include "cli/output.h"
#include "pith/base/wrap.h"
#include "pith/learn/model/learner.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

constexpr std::size_t text_column = 26;
constexpr std::size_t width = 80;
constexpr std::size_t max_brief_examples = 3;
constexpr std::size_t max_program_examples = 2;  // so that the commands fit on a terminal as well

std::string heading(std::string_view text, const Terminal& terminal) {
  return fmt::format("\n{}\n", paint(text, Style::bold, terminal));
}

std::string examples_text(const Command& command, HelpKind kind, const Terminal& terminal) {
  std::span<const Example> examples = command.examples;
  const std::size_t most = command.name.empty() ? max_program_examples : max_brief_examples;
  if (kind == HelpKind::brief) examples = examples.first(std::min(most, examples.size()));
  std::string text = heading("Examples", terminal);
  for (const Example& example : examples) {
    text += kind == HelpKind::brief
                ? fmt::format("  {}\n", example.command)
                : fmt::format("  {}\n      {}\n", example.command, example.text);
  }
  return text;
}

std::string value_text(const Option& option) {
  const std::string words = fmt::format("{}", fmt::join(option.choices, "|"));
  constexpr std::size_t max_length = 34;
  return !words.empty() && words.size() <= max_length ? words : option.value;
}

/// `-t, --target COL`; names without a letter are aligned with those that have one.
std::string names_text(const Option& option, const std::string& value) {
  std::string text = option.letter != 0 ? fmt::format("-{}", option.letter) : "    ";
  if (!option.has_only_letter()) text += (option.letter != 0 ? ", " : "") + option.name;
  return value.empty() ? text : text + " " + value;
}

/// Names on the left and the text on the right, or below if the names are too long.
std::string option_text(const Option& option) {
  std::string left = "  " + names_text(option, value_text(option));
  const bool lists_choices = value_text(option) == option.value && !option.choices.empty();
  const std::string right =
      lists_choices ? fmt::format("{}: {}", option.text, fmt::join(option.choices, ", "))
                    : option.text;
  const std::string wrapped =
      wrap(right, {.width = width, .first = text_column, .rest = text_column});
  if (left.size() + 2 > text_column) return left + "\n" + wrapped;
  left.resize(text_column, ' ');
  return left + wrapped.substr(text_column);
}

std::string options_text(const std::vector<Option>& options, const Terminal& terminal) {
  std::vector<std::string> groups;
  for (const Option& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  std::string text;
  for (const std::string& group : groups) {
    text += heading(group, terminal);
    for (const Option& option : options) {
      if (option.group == group) text += option_text(option);
    }
  }
  return text;
}

/// A line for each option that has a brief text.
std::string brief_options_text(const std::vector<Option>& options, const Terminal& terminal) {
  std::string text;
  for (const Option& option : options) {
    if (option.brief.empty()) continue;
    text += fmt::format("  {:<{}}{}\n", names_text(option, option.value), text_column - 2,
                        option.brief);
  }
  return text.empty() ? text : heading("Main options", terminal) + text;
}

template <class Values>
std::string parameters_text(const Values& values, const std::vector<Option>& accepted) {
  std::string text;
  for (const auto& value : values) {
    std::string own;
    for (const Parameter& parameter : value.parameters) {
      const Option option = parameter_option(parameter);
      const bool is_accepted =
          std::any_of(accepted.begin(), accepted.end(),
                      [&](const Option& other) { return other.name == option.name; });
      if (is_accepted) own += option_text(option);
    }
    if (!own.empty()) text += fmt::format("  {}\n{}", value.id, own);
  }
  return text;
}

std::string usage_text(const Command& command) {
  const Operands& operands = command.operands;
  std::string text = fmt::format("pith {}", command.name);
  if (!operands.name.empty()) {
    const std::string_view dots = operands.max > operands.min && operands.max > 1 ? "..." : "";
    text += operands.min > 0 ? fmt::format(" {}{}", operands.name, dots)
                             : fmt::format(" [{}]{}", operands.name, dots);
  }
  return text + " [OPTIONS]";
}

int run_help(const Arguments& arguments) {
  const Terminal out = terminal(STDOUT_FILENO, arguments);
  print(arguments.operands().empty()
            ? program_help(HelpKind::full, out)
            : help(command(arguments.operands().front()), HelpKind::full, out));
  return 0;
}

}  // namespace

std::string help(const Command& command, HelpKind kind, const Terminal& terminal) {
  std::string text = wrap(command.summary + ".", {.width = width});
  text += fmt::format("\n{} {}\n", paint("Usage:", Style::bold, terminal), usage_text(command));
  const bool is_full = kind == HelpKind::full;
  if (is_full && !command.about.empty()) text += "\n" + wrap(command.about, {.width = width});
  text += examples_text(command, kind, terminal);
  if (!is_full) {
    text += brief_options_text(options_of(command), terminal);
    return text + fmt::format("\n'pith {} --help' shows all options.\n", command.name);
  }
  text += options_text(options_of(command), terminal);
  if (!command.takes_parameters) return text;
  const std::vector<Option> accepted = all_options(command);
  text += heading("Parameters of methods ('pith describe METHOD' explains them)", terminal);
  text += parameters_text(catalog(), accepted);
  text += heading("Parameters of learners ('pith describe LEARNER' explains them)", terminal);
  return text + parameters_text(learners(), accepted);
}

std::string program_help(HelpKind kind, const Terminal& terminal) {
  const Command& root = program();
  std::string text = wrap(root.summary + ".", {.width = width});
  text += fmt::format("\n{} pith COMMAND [OPTIONS]\n", paint("Usage:", Style::bold, terminal));
  text += examples_text(root, kind, terminal);
  text += heading("Commands", terminal);
  for (const Command& command : commands())
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  if (kind == HelpKind::full) text += options_text(options_of(root), terminal);
  return text + "\n'pith COMMAND -h' shows the main options of a command, --help all of them.\n";
}

Command help_command() {
  return {.name = "help",
          .summary = "Show the help of pith or of a command",
          .operands = {.name = "COMMAND", .max = 1, .completion = Completion::commands},
          .examples = {{"pith help", "all commands"}, {"pith help select", "one command"}},
          .options = {},
          .run = run_help};
}

}  // namespace pith::cli
