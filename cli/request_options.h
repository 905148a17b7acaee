// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "pith/select/catalog.h"

namespace pith::cli {

/// The options of every command that runs a method: which, how many, gaps, bins.
std::vector<Option> request_options();
/// The options of `run_options()` and, before `--quiet`, one for the seed, which is for `purpose`.
std::vector<Option> run_options_with_seed(const std::string& purpose);

/// What is wanted, as far as can be said before the table is there. Everything that can be refused
/// is refused here, before the file is read.
Request request_of(const Arguments& arguments);

/// `-k auto` is what a method finds by itself; where it does not, a number is needed.
std::size_t wanted_k(const Arguments& arguments, const Method& chosen, bool finds_k,
                     const Table& table);

}  // namespace pith::cli
