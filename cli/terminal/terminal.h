// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace pith::cli {

/// The capabilities of the output behind a descriptor.
struct Terminal {
  bool is_terminal = false;
  bool is_dumb = true;  ///< cannot move its cursor
  bool has_color = false;
  bool has_unicode = false;
  std::size_t width = 80;
};

/// `color` is auto, always or never. It takes precedence over NO_COLOR, that over CLICOLOR_FORCE,
/// and that over the capabilities of the terminal.
Terminal terminal(int descriptor, std::string_view color);
/// The same with the value of --color.
Terminal terminal(int descriptor, const Arguments& arguments);

enum class Style { plain, bold, dim, bar, alarm };

/// `text` in a style, or unchanged without colours.
std::string paint(std::string_view text, Style style, const Terminal& terminal);

}  // namespace pith::cli
