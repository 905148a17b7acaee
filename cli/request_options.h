// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "pith/select/request.h"

namespace pith::cli {

/// The options of every command that runs one method: which, how many features, missing values,
/// bins.
std::vector<Option> request_options();

/// `--missing` and `--bins`, which every command that runs methods has.
std::vector<Option> preparation_options(const std::string& group);

/// The request of the options, checked as far as is possible before the file is read.
Request request_of(const Arguments& arguments);

}  // namespace pith::cli
