// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/data/sql/database.h"

namespace pith::cli {

std::string shell_word(const std::string& word) {
  const bool is_plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char letter) {
    const bool is_word = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= '0' && letter <= '9');
    return is_word || std::string_view("_-./:=,+@%").find(letter) != std::string_view::npos;
  });
  if (is_plain) return word;
  std::string quoted = "'";
  for (const char letter : word) {
    if (letter == '\'') {
      quoted += "'\\''";
    } else {
      quoted += letter;
    }
  }
  return quoted + "'";
}

std::string command_line(const Command& command, const Arguments& arguments,
                         const std::vector<std::string>& without) {
  std::string line = "pith " + command.name;
  for (const std::string& operand : arguments.operands())
    line += " " + shell_word(shown_source(operand));
  for (const Option& option : options_of(command)) {
    if (!arguments.has(option.name)) continue;
    if (std::find(without.begin(), without.end(), option.name) != without.end()) continue;
    const std::string flag =
        option.has_only_letter() ? fmt::format("-{}", option.letter) : option.name;
    if (option.value.empty()) line += " " + flag;
    for (const std::string& value : arguments.values(option.name)) {
      if (!option.value.empty()) line += fmt::format(" {} {}", flag, shell_word(value));
    }
  }
  for (const auto& [name, value] : arguments.settings())
    line += fmt::format(" --{} {}", name, shell_word(value));
  return line;
}

}  // namespace pith::cli
