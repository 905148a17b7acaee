// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "cli/terminal/terminal.h"

namespace pith::cli {

/// `brief` is the help of -h: one screen of 24 lines with the options that most users need. `full`
/// is that of --help: everything. Both are wrapped at 80 columns.
enum class HelpKind { brief, full };

/// The help of a command.
std::string help(const Command& command, HelpKind kind, const Terminal& terminal);
/// The help of `pith` itself: examples and commands.
std::string program_help(HelpKind kind, const Terminal& terminal);

}  // namespace pith::cli
