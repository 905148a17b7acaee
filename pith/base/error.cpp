// SPDX-License-Identifier: Apache-2.0
#include "pith/base/error.h"

#include <fmt/format.h>

namespace pith {

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  const bool is_cut = text.size() > longest;
  if (is_cut) {
    text = text.substr(0, longest);
    // Never cut inside a UTF-8 sequence: drop the incomplete tail.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) {
      text.remove_suffix(1);
    }
    if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0U) text.remove_suffix(1);
  }
  std::string out = "'";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20U || byte == 0x7FU) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += letter;
    }
  }
  return out + (is_cut ? "…'" : "'");
}

}  // namespace pith
