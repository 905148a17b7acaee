// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/terminal/terminal.h"

namespace pith::cli {

/// `text` (from printable()) in lines that are no longer than the terminal is wide: broken at
/// spaces, the lines after the first indented by `rest`. On a terminal, a word that is longer than
/// a line is cut in its middle; elsewhere it stays whole. Each line ends in a newline.
std::string fold(std::string_view text, const Terminal& terminal, std::size_t rest = 0);

/// `start` in a style, then `text`. On a terminal, lines are no longer than it is wide.
std::string fold_styled(std::string_view start, Style style, std::string_view text,
                        const Terminal& terminal);

}  // namespace pith::cli
