// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith {

/// The width and the indents of wrapped text, in characters (UTF-8).
struct Margins {
  std::size_t width = 80;
  std::size_t first = 0;  ///< indent of the first line
  std::size_t rest = 0;   ///< indent of the other lines
};

/// `text` broken at spaces so that no line is longer than the margins allow, unless a single word
/// is; spaces inside a line are kept. Each line ends in a newline; empty text gives no lines.
std::string wrap(std::string_view text, const Margins& margins);

}  // namespace pith
