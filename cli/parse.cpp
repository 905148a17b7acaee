// SPDX-License-Identifier: Apache-2.0
#include "cli/parse.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>

#include "pith/base/error.h"
#include "pith/data/format.h"
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

const Option* find_option(const std::vector<Option>& options, std::string_view word) {
  const auto place = std::find_if(options.begin(), options.end(), [&](const Option& option) {
    const bool is_letter = word.size() == 2 && word[0] == '-' && word[1] == option.letter;
    const auto& aliases = option.aliases;
    const bool is_alias = std::find(aliases.begin(), aliases.end(), word) != aliases.end();
    return option.name == word || is_letter || is_alias;
  });
  return place == options.end() ? nullptr : &*place;
}

/// A value is required: the option that follows is not one, and neither is the end of `--name=`.
void check_values(const std::vector<Option>& options, std::span<const std::string> words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    const bool ends_empty = word.size() > 3 && word.back() == '=';
    const Option* option =
        find_option(options, ends_empty ? word.substr(0, word.size() - 1) : word);
    if (option == nullptr || option->value.empty()) continue;
    const bool lacks_value =
        ends_empty || i + 1 == words.size() || find_option(options, words[i + 1]) != nullptr;
    if (lacks_value) {
      reject(fmt::format("{} needs a value ({})", word.substr(0, word.find('=')), option->value));
    }
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
  reject(fmt::format("unknown option {}{}", quoted(name),
                     near ? fmt::format("; did you mean {}?", *near) : "; " + help_hint(command)));
}

void check_choices(const Option& option, const std::vector<std::string>& values) {
  if (option.choices.empty()) return;
  for (const std::string& value : values) {
    const auto& choices = option.choices;
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) continue;
    reject(
        fmt::format("{} must be {} (got {})", option.name, alternatives(choices), quoted(value)));
  }
}

/// Whether a shell seems to have expanded a pattern of files.
bool is_table_part(const std::string& one, const std::string& other) {
  const std::optional<Format> format = known_format(one);
  const bool is_many = format == Format::parquet || format == Format::arrow;
  return is_many && known_format(other) == format;
}

void check_operands(const Command& command, const std::vector<std::string>& operands) {
  const Operands& wanted = command.operands;
  if (operands.size() > wanted.max) {
    const bool is_pattern = wanted.max == 1 && is_table_part(operands[0], operands[1]);
    reject(fmt::format("unexpected argument {}; {}", quoted(operands[wanted.max]),
                       is_pattern ? "to read several files as one table, put the pattern in "
                                    "quotes, or name their folder"
                                  : help_hint(command)));
  }
  if (operands.size() < wanted.min) {
    reject(fmt::format("'pith {}' needs {}; {}", command.name, wanted.name, help_hint(command)));
  }
  check_choices({.name = wanted.name, .choices = wanted.choices}, operands);
}

/// Declares one option to CLI11 so that it takes exactly one word each time, even `-1`.
CLI::Option* declare(CLI::App& app, const Option& option) {
  std::string names = option.letter != 0 ? fmt::format("-{},", option.letter) : "";
  names += option.name;
  for (const std::string& alias : option.aliases)
    names += "," + alias;
  if (option.value.empty()) return app.add_flag(names);
  return app.add_option(names)
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);
}

/// `--help` or `-h` if one of them is among the words before `--`; `--help` wins.
std::string requested_help(std::span<const std::string> words) {
  std::string found;
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word == "--help" || (word == "-h" && found.empty())) found = word;
  }
  return found;
}

}  // namespace

Arguments parse(const Command& command, std::span<const std::string> words) {
  if (std::string help = requested_help(words); !help.empty()) return {{}, {{help, {}}}, {}};
  const std::size_t own = options_of(command).size();
  const std::vector<Option> all = all_options(command);

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::vector<CLI::Option*> declared;
  std::transform(all.begin(), all.end(), std::back_inserter(declared),
                 [&](const Option& option) { return declare(app, option); });
  std::vector<std::string> operands;
  app.add_option("operands", operands);

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
    if (i >= own) {
      for (const std::string& value : given)
        settings.emplace_back(all[i].name.substr(2), value);
      continue;
    }
    if (given.size() > 1 && !all[i].is_repeatable && !all[i].value.empty()) {
      reject(fmt::format("{} is given more than once", all[i].name));
    }
    check_choices(all[i], given);
    values[all[i].name] = given;
  }
  check_operands(command, operands);
  return {std::move(operands), std::move(values), std::move(settings)};
}

}  // namespace pith::cli
