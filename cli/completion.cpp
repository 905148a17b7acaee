// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/command.h"
#include "cli/output.h"
#include "pith/learn/model/learner.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

std::string command_names() {
  std::vector<std::string> names;
  std::transform(commands().begin(), commands().end(), std::back_inserter(names),
                 [](const Command& command) { return command.name; });
  return fmt::format("{}", fmt::join(names, " "));
}

/// The words to complete a value or an operand with; empty: files, or nothing.
std::string words_of(const std::vector<std::string>& choices, Completion completion,
                     bool with_auto) {
  if (completion == Completion::commands) return command_names();
  std::vector<std::string> words = choices;
  const bool has_methods =
      completion == Completion::methods || completion == Completion::methods_and_learners;
  const bool has_learners =
      completion == Completion::learners || completion == Completion::methods_and_learners;
  if (has_methods && with_auto) words.emplace_back("auto");
  if (has_methods) {
    for (const Method& method : catalog())
      words.push_back(method.id);
  }
  if (has_learners) {
    for (const Learner& learner : learners()) {
      if (std::find(words.begin(), words.end(), learner.id) == words.end())
        words.push_back(learner.id);
    }
  }
  return fmt::format("{}", fmt::join(words, " "));
}

/// The names that are suggested.
std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  if (!option.has_only_letter()) names.push_back(option.name);
  if (option.letter != 0) names.push_back(fmt::format("-{}", option.letter));
  return names;
}

std::string bash_words(const std::vector<Option>& options) {
  std::vector<std::string> names;
  for (const Option& option : options) {
    for (std::string& name : names_of(option))
      names.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(names, " "));
}

/// The part of the bash function that completes the values of the options of one command.
std::string bash_values(const Command& command) {
  std::string text;
  for (const Option& option : all_options(command)) {
    if (option.value.empty()) continue;
    const std::string words = words_of(option.choices, option.completion, true);
    const std::string action =
        !words.empty() ? fmt::format(R"(COMPREPLY=($(compgen -W "{}" -- "$word")); return)", words)
        : option.completion == Completion::files ? "return"
                                                 : "COMPREPLY=(); compopt +o default; return";
    std::vector<std::string> names = names_of(option);
    names.insert(names.end(), option.aliases.begin(), option.aliases.end());
    text += fmt::format("        {}) {} ;;\n", fmt::join(names, "|"), action);
  }
  return text;
}

std::string bash_command(const Command& command) {
  const std::string operands =
      words_of(command.operands.choices, command.operands.completion, false);
  return fmt::format(
      "    {}) options=\"{}\"; operands=\"{}\"\n"
      "      case \"$before\" in\n{}      esac ;;\n",
      command.name.empty() ? "''" : command.name, bash_words(all_options(command)),
      command.name.empty() ? command_names() : operands, bash_values(command));
}

/// Without words, bash completes file names (-o default).
std::string bash_script() {
  std::string cases = bash_command(program());
  for (const Command& command : commands())
    cases += bash_command(command);
  return fmt::format(
      "# bash completion of pith; put this into ~/.bashrc: source <(pith completion bash)\n"
      "_pith() {{\n"
      "  local word=\"${{COMP_WORDS[COMP_CWORD]}}\" before=\"${{COMP_WORDS[COMP_CWORD-1]}}\"\n"
      "  local command='' options='' operands=''\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" -gt 1 ]; then command=\"${{COMP_WORDS[1]}}\"; fi\n"
      "  case \"$command\" in -*) command='' ;; esac\n"
      "  case \"$command\" in\n{}  esac\n"
      "  case \"$word\" in\n"
      "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
      "    *) COMPREPLY=($(compgen -W \"$operands\" -- \"$word\")) ;;\n"
      "  esac\n"
      "}}\n"
      "complete -o default -F _pith pith\n",
      cases);
}

/// Text in single quotes for zsh and fish; a quote inside is escaped outside of them.
std::string shell_quoted(std::string_view text) {
  std::string out = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      out += "'\\''";
    } else {
      out += letter;
    }
  }
  return out + "'";
}

/// A description for _arguments of zsh, in which brackets and colons are syntax.
std::string zsh_description(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') out += '\\';
    out += letter;
  }
  return out;
}

std::string zsh_action(const std::vector<std::string>& choices, Completion completion,
                       bool with_auto) {
  const std::string words = words_of(choices, completion, with_auto);
  if (!words.empty()) return fmt::format("({})", words);
  return completion == Completion::files ? "_files" : " ";
}

std::string zsh_options(const Command& command) {
  std::string text;
  for (const Option& option : all_options(command)) {
    for (const std::string& name : names_of(option)) {
      std::string spec = fmt::format("{}{}[{}]", option.is_repeatable ? "*" : "", name,
                                     zsh_description(option.text));
      if (!option.value.empty()) {
        spec += fmt::format(":{}:{}", option.value,
                            zsh_action(option.choices, option.completion, true));
      }
      text += fmt::format(" \\\n        {}", shell_quoted(spec));
    }
  }
  const Operands& operands = command.operands;
  if (!operands.name.empty()) {
    text += fmt::format(
        " \\\n        {}",
        shell_quoted(fmt::format("*:{}:{}", operands.name,
                                 zsh_action(operands.choices, operands.completion, false))));
  }
  return text;
}

std::string zsh_script() {
  std::string cases;
  std::string names;
  for (const Command& command : commands()) {
    cases +=
        fmt::format("      {})\n        _arguments -S{} ;;\n", command.name, zsh_options(command));
    names += " " + shell_quoted(fmt::format("{}:{}", command.name, command.summary));
  }
  return fmt::format(
      "#compdef pith\n"
      "# zsh completion of pith; put this into ~/.zshrc: source <(pith completion zsh)\n"
      "_pith() {{\n"
      "  local -a names\n"
      "  names=({})\n"
      "  if (( CURRENT == 2 )); then\n"
      "    if [[ $words[2] == -* ]]; then\n"
      "      _arguments{}\n"
      "    else\n"
      "      _describe 'command' names\n"
      "    fi\n"
      "  else\n"
      "    local command=$words[2]\n"
      "    shift words\n"
      "    (( CURRENT-- ))\n"
      "    case $command in\n{}    esac\n"
      "  fi\n"
      "}}\n"
      "if [[ $funcstack[1] == _pith ]]; then _pith \"$@\"; else compdef _pith pith; fi\n",
      names, zsh_options(program()), cases);
}

std::string fish_option(const Option& option, const std::string& condition) {
  std::string line = fmt::format("complete -c pith -n {}", shell_quoted(condition));
  if (!option.has_only_letter()) line += fmt::format(" -l {}", option.name.substr(2));
  if (option.letter != 0) line += fmt::format(" -s {}", option.letter);
  if (!option.value.empty()) {
    const std::string words = words_of(option.choices, option.completion, true);
    line += option.completion == Completion::files ? " -r -F"
            : words.empty()                        ? " -x"
                                                   : fmt::format(" -x -a {}", shell_quoted(words));
  }
  return line + fmt::format(" -d {}\n", shell_quoted(option.text));
}

std::string fish_script() {
  std::string text =
      "# fish completion of pith; save this as ~/.config/fish/completions/pith.fish\n"
      "complete -c pith -f\n";
  for (const Option& option : all_options(program()))
    text += fish_option(option, "__fish_use_subcommand");
  for (const Command& command : commands()) {
    text += fmt::format("complete -c pith -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        shell_quoted(command.summary));
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    const std::string words =
        words_of(command.operands.choices, command.operands.completion, false);
    if (!words.empty()) {
      text += fmt::format("complete -c pith -n {} -a {}\n", shell_quoted(condition),
                          shell_quoted(words));
    } else if (command.operands.completion == Completion::files) {
      text += fmt::format("complete -c pith -n {} -F\n", shell_quoted(condition));
    }
    for (const Option& option : all_options(command))
      text += fish_option(option, condition);
  }
  return text;
}

int run_completion(const Arguments& arguments) {
  const std::string& shell = arguments.operands().front();
  print(shell == "bash" ? bash_script() : shell == "zsh" ? zsh_script() : fish_script());
  return 0;
}

}  // namespace

Command completion_command() {
  // By itself: within the list below GCC 12 destroys it twice where memory is short.
  Operands shell{.name = "SHELL", .min = 1, .max = 1};
  shell.choices = {"bash", "zsh", "fish"};
  return {.name = "completion",
          .summary = "Print a completion script for a shell",
          .operands = std::move(shell),
          .examples = {{"source <(pith completion bash)", "in this shell, or in ~/.bashrc"},
                       {"pith completion fish > ~/.config/fish/completions/pith.fish", "for fish"}},
          .options = {},
          .run = run_completion};
}

}  // namespace pith::cli
