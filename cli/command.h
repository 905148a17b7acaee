// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/parameter.h"

namespace pith::cli {

/// What a shell may offer for a value.
enum class Completion { nothing, files, methods };

/// One option of a command. The parser, --help and the shell completions are all made from this.
struct Option {
  std::string name;        ///< with its hyphens: `--target`
  char letter = 0;         ///< of the short form, `k` for `-k`; 0: none
  std::string value = {};  ///< what the help calls the value; empty: a switch without one
  std::string text;        ///< what it does, in one line
  std::string group;       ///< the heading it stands under in the help
  std::vector<std::string> choices = {};  ///< the words it takes; empty: anything
  bool is_repeatable = false;
  Completion offers = Completion::nothing;
};

/// What was given on the command line, checked against the options of the command: names exist,
/// values are there, words are among the choices, nothing is given twice that counts once.
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
  /// Parameters of methods, as they were given.
  const Settings& settings() const { return settings_; }

 private:
  std::vector<std::string> operands_;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  Settings settings_;
};

/// How many operands a command takes, and what they are.
struct Operands {
  std::string name = {};  ///< `INPUT`; empty: none
  std::size_t least = 0;
  std::size_t most = 0;
  Completion offers = Completion::nothing;
  std::vector<std::string> choices = {};
};

struct Example {
  std::string command;
  std::string text;
};

/// A command is a value, as a method is.
struct Command {
  std::string name;
  std::string summary;
  Operands operands;
  std::string about = {};  ///< a paragraph for the help
  std::vector<Example> examples;
  std::vector<Option> options;
  bool takes_parameters = false;  ///< of the methods, as options
  int (*run)(const Arguments&) = nullptr;
};

/// Every command, in the order of the help.
const std::vector<Command>& commands();
/// Throws Error(bad_argument) with the nearest name.
const Command& command(std::string_view name);

/// `pith` without a command: its options are --version and --help.
const Command& program();

/// The options of a command without the parameters of methods, those of every command included.
std::vector<Option> options_of(const Command& command);
/// The parameters of all methods as options, each name once.
std::vector<Option> parameter_options();
/// What the help calls the values of a parameter: `X`, `N`, `true|false`, `difference|quotient`.
Option parameter_option(const Parameter& parameter);

// One for each file of this folder that is a command.
Command select_command();
Command evaluate_command();
Command compare_command();
Command stability_command();
Command inspect_command();
Command methods_command();
Command describe_command();
Command cite_command();
Command completion_command();

}  // namespace pith::cli
