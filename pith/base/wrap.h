// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pith {

/// Where the lines of wrapped text begin and end, in characters (UTF-8).
struct Margins {
  std::size_t width = 80;
  std::size_t first = 0;  ///< indent of the first line
  std::size_t rest = 0;   ///< indent of the others
};

/// `text` broken at spaces so that no line is longer than the margins allow, unless a single word
/// is; spaces inside a line stay as they are. Each line ends in a newline, empty text gives none.
std::string wrap(std::string_view text, const Margins& margins);

}  // namespace pith
