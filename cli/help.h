// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/command.h"
#include "cli/terminal.h"

namespace pith::cli {

/// The page behind --help: examples first, then usage and options, wrapped for 80 columns.
std::string help(const Command& command, const Terminal& terminal);
/// The page of `pith --help`: examples and the commands.
std::string program_help(const Terminal& terminal);

}  // namespace pith::cli
