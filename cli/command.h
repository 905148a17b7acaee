// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/parameter.h"

namespace pith::cli {

/// What a shell completes a value with.
enum class Completion { nothing, files, methods, learners, methods_and_learners, commands };

/// One option of a command. The parser, the help and the shell completions are all made from this.
struct Option {
  std::string name = {};   ///< with its hyphens: `--target`
  char letter = 0;         ///< of the short form, `k` for `-k`; 0: none
  std::string value = {};  ///< what the help calls the value; empty: a switch without a value
  std::string text = {};   ///< what it does, for --help
  std::string brief = {};  ///< the same in one line, for -h; empty: not shown there
  std::string group;       ///< the heading that it appears under in the help
  std::vector<std::string> choices = {};  ///< the accepted words; empty: anything
  bool is_repeatable = false;
  Completion completion = Completion::nothing;
  std::vector<std::string> aliases = {};  ///< other names that are accepted but not shown

  /// Whether only the letter is shown: `-k`, whose name is --k.
  bool has_only_letter() const { return name.size() == 3 && letter == name.back(); }
};

/// What was given on the command line, checked against the options of the command: names exist,
/// values are present, words are among the choices, and only repeatable options are repeated.
class Arguments {
 public:
  Arguments(std::vector<std::string> operands,
            std::map<std::string, std::vector<std::string>, std::less<>> values, Settings settings)
      : operands_(std::move(operands)),
        values_(std::move(values)),
        settings_(std::move(settings)) {}

  const std::vector<std::string>& operands() const { return operands_; }
  bool has(std::string_view option) const { return values_.find(option) != values_.end(); }
  /// The value of an option that is given at most once.
  std::string value(std::string_view option, std::string_view otherwise = "") const;
  std::vector<std::string> values(std::string_view option) const;
  /// Parameters of methods and learners, as they were given.
  const Settings& settings() const { return settings_; }

 private:
  std::vector<std::string> operands_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  Settings settings_;
};

/// The operands of a command.
struct Operands {
  std::string name = {};  ///< `INPUT`; empty: none
  std::size_t min = 0;
  std::size_t max = 0;
  Completion completion = Completion::nothing;
  std::vector<std::string> choices = {};
};

struct Example {
  std::string command;
  std::string text;
};

/// A command is a value, as a method is.
struct Command {
  std::string name;
  std::string summary;  ///< an imperative sentence without its full stop
  Operands operands;
  std::string about = {};         ///< a paragraph for --help
  std::vector<Example> examples;  ///< -h shows the first three
  std::vector<Option> options;
  bool takes_parameters = false;  ///< those of methods and learners, as options
  int (*run)(const Arguments&) = nullptr;
};

/// Every command, in the order of the help.
const std::vector<Command>& commands();
/// Throws Error(bad_argument) with the nearest name.
const Command& command(std::string_view name);

/// `pith` without a command.
const Command& program();

/// An option that every front end has: `name` is that of pith/select/options.h, in snake_case,
/// from which the flag (unless `option` has one), the text, the choices and the default come. The
/// text of `option` is appended.
Option shared(std::string_view name, Option option);

/// `--why-not`, of the commands that explain.
Option why_not_option(const std::string& group);

/// The options of a command, including those of every command, without parameters.
std::vector<Option> options_of(const Command& command);
/// The parameters of all methods and learners as options, each name once. A name that the command
/// has an option for is left out: there the option wins, and `id:name=value` gives the parameter.
std::vector<Option> parameter_options(const Command& command);
/// Both.
std::vector<Option> all_options(const Command& command);
/// What the help calls the values of a parameter: `X`, `N`, `true|false`, `difference|quotient`.
Option parameter_option(const Parameter& parameter);

// One for each file of this folder that is a command.
Command select_command();
Command explain_command();
Command evaluate_command();
Command compare_command();
Command stability_command();
Command report_command();
Command apply_command();
Command inspect_command();
Command methods_command();
Command describe_command();
Command cite_command();
Command completion_command();
Command help_command();

}  // namespace pith::cli
