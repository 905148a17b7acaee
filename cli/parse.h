// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/command.h"

namespace pith::cli {

/// Parses the words after the name of a command. Throws Error(bad_argument), for an unknown option
/// with the nearest one. If --help or -h is among the words, nothing else is checked, and the
/// result has just that.
Arguments parse(const Command& command, std::span<const std::string> words);

}  // namespace pith::cli
