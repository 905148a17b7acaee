// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "pith/base/error.h"
#include "pith/data/table.h"

namespace pith::cli {
namespace {

[[noreturn]] void reject(const std::string& message) {
  throw Error(ErrorKind::bad_argument, message);
}

std::string help_hint(const Command& command) {
  return command.name.empty() ? "see 'pith --help'"
                              : fmt::format("see 'pith {} --help'", command.name);
}

/// `a, b or c`.
std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

const Option* find_option(const std::vector<Option>& options, std::string_view word) {
  const auto place = std::find_if(options.begin(), options.end(), [&](const Option& option) {
    const bool is_letter = word.size() == 2 && word[0] == '-' && word[1] == option.letter;
    return option.name == word || is_letter;
  });
  return place == options.end() ? nullptr : &*place;
}

/// An option that takes a value must not swallow the option after it, and `--name=` has none.
void check_values(const std::vector<Option>& options, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    const bool ends_empty = word.size() > 3 && word.back() == '=';
    const Option* option =
        find_option(options, ends_empty ? word.substr(0, word.size() - 1) : word);
    if (option == nullptr || option->value.empty()) continue;
    const bool lacks_value =
        ends_empty || i + 1 == words.size() || find_option(options, words[i + 1]) != nullptr;
    if (lacks_value) reject(fmt::format("option {} needs a value: {}", word, option->value));
    ++i;
  }
}

[[noreturn]] void reject_unknown(const Command& command, const std::vector<Option>& options,
                                 const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> names;
  std::transform(options.begin(), options.end(), std::back_inserter(names),
                 [](const Option& option) { return option.name; });
  const auto near = name.starts_with("--") ? nearest_name(name, names) : std::nullopt;
  reject(fmt::format("there is no option {}{}", quoted(name),
                     near ? fmt::format("; did you mean {}?", *near) : "; " + help_hint(command)));
}

void check_choices(const Option& option, const std::vector<std::string>& values) {
  if (option.choices.empty()) return;
  for (const std::string& value : values) {
    const auto& choices = option.choices;
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) continue;
    reject(fmt::format("{} must be {}, not {}", option.name, listed(choices), quoted(value)));
  }
}

void check_operands(const Command& command, const std::vector<std::string>& operands) {
  const Operands& wanted = command.operands;
  if (operands.size() > wanted.most) {
    reject(fmt::format("{} is one argument too many; {}", quoted(operands[wanted.most]),
                       help_hint(command)));
  }
  if (operands.size() < wanted.least) {
    reject(fmt::format("'pith {}' needs {}; {}", command.name, wanted.name, help_hint(command)));
  }
  check_choices({.name = wanted.name, .choices = wanted.choices}, operands);
}

/// Declares one option to CLI11 so that it takes exactly one word each time, even `-1`.
CLI::Option* declare(CLI::App& app, const Option& option) {
  const std::string letter = option.letter != 0 ? fmt::format("-{},", option.letter) : "";
  if (option.value.empty()) return app.add_flag(letter + option.name);
  return app.add_option(letter + option.name)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);
}

}  // namespace

Arguments parse(const Command& command, std::span<const std::string> words) {
  const std::vector<Option> own = options_of(command);
  const std::vector<Option> parameters =
      command.takes_parameters ? parameter_options() : std::vector<Option>{};
  std::vector<Option> all = own;
  all.insert(all.end(), parameters.begin(), parameters.end());

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<CLI::Option*> declared;
  std::transform(all.begin(), all.end(), std::back_inserter(declared),
                 [&](const Option& option) { return declare(app, option); });
  std::vector<std::string> operands;
  app.add_option("operands", operands);

  const bool asks_help = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "--help" || word == "-h";
  });
  if (asks_help) return {{}, {{"--help", {}}}, {}};
  check_values(all, words);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& error) {
    reject(fmt::format("{}; {}", error.what(), help_hint(command)));
  }
  for (const std::string& extra : app.remaining()) {
    if (extra != "--") reject_unknown(command, all, extra);
  }

  std::map<std::string, std::vector<std::string>, std::less<>> values;
  Settings settings;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (declared[i]->count() == 0) continue;
    const std::vector<std::string> given = declared[i]->results();
    if (i >= own.size()) {
      for (const std::string& value : given)
        settings.emplace_back(all[i].name.substr(2), value);
      continue;
    }
    if (given.size() > 1 && !all[i].is_repeatable && !all[i].value.empty()) {
      reject(fmt::format("option {} is given twice", all[i].name));
    }
    check_choices(all[i], given);
    values[all[i].name] = given;
  }
  check_operands(command, operands);
  return {std::move(operands), std::move(values), std::move(settings)};
}

}  // namespace pith::cli
