// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "pith/base/option.h"

namespace pith::cli {

/// How the command line spells what messages of the library mention: `--target-bins sigma`,
/// `--missing drop, impute or level`, `-k`, `'pith methods'`.
std::string flag_spelling(const Mention& mention);

/// A note of the library for one line of a terminal: mentions spelled out, control characters
/// escaped.
std::string note_text(std::string_view note);

}  // namespace pith::cli
