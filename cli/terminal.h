// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace pith::cli {

/// What the thing behind a descriptor can show.
struct Terminal {
  bool is_terminal = false;
  bool is_dumb = true;  ///< cannot move its cursor
  bool has_color = false;
  bool has_unicode = false;
  std::size_t width = 80;
};

/// `color` is auto, always or never; it comes before NO_COLOR, that before CLICOLOR_FORCE, and that
/// before what the terminal can do.
Terminal terminal(int descriptor, std::string_view color);
/// The same with the color that was asked for on the command line.
Terminal terminal(int descriptor, const Arguments& arguments);

enum class Style { plain, bold, dim, bar, alarm };

/// `text` in a style, or as it is where there are no colours.
std::string paint(std::string_view text, Style style, const Terminal& terminal);

}  // namespace pith::cli
