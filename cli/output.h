// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/terminal.h"

namespace pith::cli {

/// Nobody reads standard output any more, as after `| head`. Not an error: the reader has enough.
struct ClosedPipe {};

/// Writes to standard output. Throws ClosedPipe, Error(resources) when the disk is full, and
/// Error(io) for everything else.
void print(std::string_view text);

/// Throws Error(bad_argument) when `path` is the input, and Error(io) when it cannot be written: a
/// directory, or a name in a directory that is not there. Asked before any work.
void check_output(const std::string& path, const std::string& input);

/// `--output`, of every command whose result may go to a file.
Option output_option(const std::string& group);

/// The terminal behind an output: standard output, or a file that takes colours only when told to.
Terminal output_terminal(const std::string& path, const Arguments& arguments);

/// Prints a result, or puts it into a file that is replaced as a whole.
void deliver(const std::string& path, std::string_view text);

/// What csv and names have no place for, people still want to know: on standard error, unless
/// --quiet.
void tell_notes(const std::vector<std::string>& notes, const Arguments& arguments);

}  // namespace pith::cli
