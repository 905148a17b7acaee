// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/terminal/progress.h"
#include "pith/base/context.h"
#include "pith/data/read.h"

namespace pith::cli {

/// The options of every command that reads a table: the roles of columns and the file format.
std::vector<Option> input_options();
/// Those of the file format alone.
std::vector<Option> file_options();
/// How to run: threads, memory, the seed where it matters, --quiet.
std::vector<Option> run_options(bool has_seed);

/// The values of an option that takes names or patterns of columns; `@FILE` stands for the lines of
/// a file.
std::vector<std::string> patterns(const Arguments& arguments, std::string_view option);

ReadOptions read_options(const Arguments& arguments);
Roles roles(const Arguments& arguments);

/// The threads, memory and seed of the options; stops on a signal and shows progress on `line`.
/// Both must outlive the context.
Context context(const Arguments& arguments, const Interrupts& interrupts, ProgressLine& line);

}  // namespace pith::cli
