// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "pith/base/parameter.h"

namespace pith {

/// The options that every front end has, whatever the method: how to read, what to select, how to
/// run. Their texts exist here once, for the help of the command line, the docstrings of Python and
/// the documentation.
const std::vector<Parameter>& shared_options();

/// The shared option of this name; it must exist.
const Parameter& shared_option(std::string_view name);

}  // namespace pith
