// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "pith/data/table.h"
#include "pith/evaluate/auto_k.h"

namespace pith::cli {

/// How the number of features is found (`-k auto`).
std::vector<Option> auto_options();

/// Whether the number of features is to be found by more than the method itself.
bool is_auto(const Arguments& arguments, bool finds_k);

/// The settings of the method: `--alpha` belongs to `--auto null` unless the method has one itself.
Settings method_settings(const Arguments& arguments);

/// Throws Error(bad_argument) where the options of `-k auto` do not fit together.
void check_auto(const Arguments& arguments);

AutoOutcome run_auto(const Arguments& arguments, const Table& table, const Request& request,
                     const Context& context);

}  // namespace pith::cli
