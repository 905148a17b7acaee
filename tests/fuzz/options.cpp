// SPDX-License-Identifier: Apache-2.0
// The command line: a word in each line, the first a command.
#include "cli/command.h"
#include "cli/input_options.h"
#include "cli/parse.h"
#include "cli/plan_options.h"
#include "cli/request_options.h"
#include "cli/spelling.h"
#include "pith/base/error.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

std::vector<std::string> lines_of(std::string_view bytes) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    lines.emplace_back(bytes.substr(0, end));
    // A word of the command line ends at its first zero byte.
    lines.back().resize(std::min(lines.back().find('\0'), lines.back().size()));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return lines;
}

/// What a command makes of its options before it reads a file.
void interpret(const cli::Command& command, const cli::Arguments& arguments) {
  const auto takes = [&](std::string_view name) {
    for (const cli::Option& option : command.options) {
      if (option.name == name) return true;
    }
    return false;
  };
  if (takes("--delimiter")) (void)cli::read_options(arguments);
  if (takes("--target")) (void)cli::roles(arguments);
  if (command.name == "select") (void)cli::request_of(arguments);
  if (command.name == "evaluate") (void)cli::plan_of(arguments);
}

}  // namespace

PITH_FUZZ_TARGET(options) {
  // @FILE names a file to read, which would depend on the machine.
  if (bytes.find('@') != std::string_view::npos) return;
  const std::vector<std::string> words = lines_of(bytes);
  if (words.empty()) return;
  try {
    const cli::Command& command = cli::command(words.front());
    const cli::Arguments arguments = cli::parse(command, std::span(words).subspan(1));
    if (arguments.has("--help") || arguments.has("-h")) return;
    interpret(command, arguments);
  } catch (const Error& error) {
    const std::string message = error.message(cli::flag_spelling);
    require(message.find('\n') == std::string::npos, "a message has several lines", message);
    require(error.kind() == ErrorKind::bad_argument, "another kind of error", message);
  }
}

}  // namespace pith::fuzz
