// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "pith/base/context.h"
#include "pith/data/read.h"

namespace pith::cli {

/// The options of every command that reads a table: which column is what, and how the file is
/// written.
std::vector<Option> input_options();
/// How to run: threads, memory, silence.
std::vector<Option> run_options();

ReadOptions read_options(const Arguments& arguments);
Roles roles(const Arguments& arguments);

/// Threads, memory and seed as asked for, stop by signal, progress on the line.
Context context(const Arguments& arguments, const Interrupts& interrupts, ProgressLine& line);

}  // namespace pith::cli
