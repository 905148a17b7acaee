// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/memory_reserve.h"
#include "cli/output.h"
#include "cli/parse.h"
#include "cli/spelling.h"
#include "cli/standard_descriptors.h"
#include "cli/terminal/display.h"
#include "cli/terminal/terminal.h"
#include "pith/base/error.h"
#include "pith/base/version.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

constexpr int bad_input_code = 2;
constexpr int resources_code = 3;
constexpr int our_bug_code = 70;  // EX_SOFTWARE of sysexits.h

/// The one place where a kind of error becomes an exit code.
int code_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_argument:
    case ErrorKind::bad_data:
    case ErrorKind::io:
      return bad_input_code;
    case ErrorKind::resources:
      return resources_code;
    case ErrorKind::cancelled:
      return interrupted_code();
  }
  return our_bug_code;
}

/// The value of --color, even if the rest of the line is invalid.
std::string color_of(const std::vector<std::string>& words) {
  std::string color = "auto";
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].starts_with("--color=")) color = words[i].substr(words[i].find('=') + 1);
    if (words[i] == "--color" && i + 1 < words.size()) color = words[i + 1];
  }
  return color;
}

int fail(int code, std::string_view message, std::string_view color) {
  const Terminal err = terminal(STDERR_FILENO, color);
  std::fputs(fmt::format("{} {}\n", paint("pith:", Style::alarm, err), printable(message)).c_str(),
             stderr);
  return code;
}

/// Without memory of its own.
int fail_for_memory() {
  std::fputs(
      "pith: out of memory; raise the limit (--memory), close other programs, or use a machine with "
      "more memory\n",
      stderr);
  return resources_code;
}

std::string version_text(const std::string& format) {
  if (format != "json") return fmt::format("pith {}\n", version());
#ifdef NDEBUG
  constexpr bool has_assertions = false;
#else
  constexpr bool has_assertions = true;
#endif
  const nlohmann::ordered_json json = {{"version", version()},
                                       {"compiler", __VERSION__},
                                       {"standard", __cplusplus},
                                       {"assertions", has_assertions},
                                       {"methods", catalog().size()}};
  return json.dump(1) + "\n";
}

/// Which help was asked for, if any.
std::optional<HelpKind> requested_help(const Arguments& arguments) {
  if (arguments.has("--help")) return HelpKind::full;
  if (arguments.has("-h")) return HelpKind::brief;
  return std::nullopt;
}

/// The words with a --color that precedes the command moved behind it, where commands take it.
std::vector<std::string> with_command_first(std::vector<std::string> words) {
  auto place = words.begin();
  while (place != words.end()) {
    if (place->starts_with("--color=")) {
      ++place;
    } else if (*place == "--color" && words.end() - place > 1) {
      place += 2;
    } else {
      break;
    }
  }
  if (place != words.end() && !place->starts_with('-'))
    std::rotate(words.begin(), place, place + 1);
  return words;
}

/// The command that the help is about: for `pith help select -h` that is select.
const Command& helped(const Command& chosen, std::span<const std::string> words) {
  if (chosen.name != "help") return chosen;
  const auto name = std::find_if(words.begin(), words.end(),
                                 [](const std::string& word) { return !word.starts_with('-'); });
  return name == words.end() ? chosen : command(*name);
}

int run_program(const std::vector<std::string>& given) {
  const std::vector<std::string> words = with_command_first(given);
  const Terminal out = terminal(STDOUT_FILENO, color_of(words));
  const bool has_command = !words.empty() && !words.front().starts_with('-');
  if (has_command) {
    const Command& chosen = command(words.front());
    const auto rest = std::span(words).subspan(1);
    const Arguments arguments = parse(chosen, rest);
    const auto kind = requested_help(arguments);
    if (!kind) return chosen.run(arguments);
    print(help(helped(chosen, rest), *kind, out));
    return 0;
  }
  const Arguments arguments = parse(program(), words);
  if (arguments.has("--version")) {
    print(version_text(arguments.value("--format")));
  } else {
    print(program_help(requested_help(arguments).value_or(HelpKind::brief), out));
  }
  return 0;
}

int run_with_words(const std::vector<std::string>& words) {
  const std::string color = color_of(words);
  try {
    return run_program(words);
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Error& error) {
    return fail(code_of(error.kind()),
                error.kind() == ErrorKind::cancelled ? "interrupted" : error.message(flag_spelling),
                color);
  } catch (const std::bad_alloc&) {
    return fail_for_memory();
  } catch (const std::exception& error) {
    return fail(
        our_bug_code,
        fmt::format("internal error in pith {}; please report it: {}", version(), error.what()),
        color);
  }
}

int run_safely(int argc, char** argv) {
  try {
    return run_with_words(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
  } catch (const std::bad_alloc&) {  // also from the words of another error
    return fail_for_memory();
  }
}

}  // namespace
}  // namespace pith::cli

int main(int argc, char** argv) {
  pith::cli::occupy_standard_descriptors();
  pith::cli::raise_file_limit();
  pith::cli::reserve_memory();
  // A closed pipe makes write() fail with EPIPE, and a file that may not grow with EFBIG, instead
  // of ending the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return pith::cli::run_safely(argc, argv);
}
