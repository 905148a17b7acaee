// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace pith::cli {

/// The command as a line for a shell, with the options that were given in the order of the help,
/// but for those in `without`. Passwords in the addresses of databases are not shown.
std::string command_line(const Command& command, const Arguments& arguments,
                         const std::vector<std::string>& without);

/// A word as a shell takes it: in single quotes unless it is plain.
std::string shell_word(const std::string& word);

}  // namespace pith::cli
