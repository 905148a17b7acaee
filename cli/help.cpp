// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "pith/base/wrap.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

constexpr std::size_t text_column = 26;
constexpr std::size_t width = 80;

std::string heading(std::string_view text, const Terminal& terminal) {
  return fmt::format("\n{}\n", paint(text, Style::bold, terminal));
}

std::string examples_text(const Command& command, const Terminal& terminal) {
  std::string text = heading("Examples", terminal);
  for (const Example& example : command.examples)
    text += fmt::format("  {}\n      {}\n", example.command, example.text);
  return text;
}

std::string value_text(const Option& option) {
  const std::string words = fmt::format("{}", fmt::join(option.choices, "|"));
  constexpr std::size_t longest = 32;
  return !words.empty() && words.size() <= longest ? words : option.value;
}

/// What it is called on the left, what it does on the right; below where the left is too long.
std::string option_text(const Option& option, std::size_t indent) {
  std::string left(indent, ' ');
  if (option.letter != 0) left += fmt::format("-{}, ", option.letter);
  left += option.name;
  if (!option.value.empty()) left += " " + value_text(option);
  const bool names_all = value_text(option) == option.value && !option.choices.empty();
  const std::string right =
      names_all ? fmt::format("{}: {}", option.text, fmt::join(option.choices, ", ")) : option.text;
  if (left.size() + 2 > text_column) {
    return left + "\n" + wrap(right, {.width = width, .first = text_column, .rest = text_column});
  }
  left.resize(text_column, ' ');
  // The first line shares its room with the name, so it is wrapped with the same indent.
  std::string wrapped = wrap(right, {.width = width, .first = text_column, .rest = text_column});
  return wrapped.replace(0, text_column, left);
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
      if (option.group == group) text += option_text(option, 2);
    }
  }
  return text;
}

std::string parameters_text(const Terminal& terminal) {
  std::string text =
      heading("Parameters of the methods ('pith describe METHOD' says more)", terminal);
  for (const Method& method : catalog()) {
    if (method.parameters.empty()) continue;
    text += fmt::format("  {}\n", method.id);
    for (const Parameter& parameter : method.parameters)
      text += option_text(parameter_option(parameter), 4);
  }
  return text;
}

std::string usage_text(const Command& command) {
  const Operands& operands = command.operands;
  std::string text = fmt::format("pith {}", command.name);
  if (!operands.name.empty()) {
    const std::string_view dots = operands.most > 1 ? "..." : "";
    text += operands.least > 0 ? fmt::format(" {}{}", operands.name, dots)
                               : fmt::format(" [{}]{}", operands.name, dots);
  }
  return text + " [options]";
}

}  // namespace

std::string help(const Command& command, const Terminal& terminal) {
  std::string text =
      wrap(fmt::format("pith {}: {}", command.name, command.summary), {.width = width});
  text += examples_text(command, terminal);
  text += heading("Usage", terminal) + fmt::format("  {}\n", usage_text(command));
  if (!command.about.empty()) text += "\n" + wrap(command.about, {.width = width});
  text += options_text(options_of(command), terminal);
  if (command.takes_parameters) text += parameters_text(terminal);
  return text;
}

std::string program_help(const Terminal& terminal) {
  const Command& root = program();
  std::string text = wrap(fmt::format("pith {}", root.summary), {.width = width});
  text += examples_text(root, terminal);
  text += heading("Commands", terminal);
  for (const Command& command : commands())
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  text += options_text(options_of(root), terminal);
  return text + "\n'pith COMMAND --help' has examples and every option of a command.\n";
}

}  // namespace pith::cli
