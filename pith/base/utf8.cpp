// SPDX-License-Identifier: Apache-2.0
#include "pith/base/utf8.h"

namespace pith {

std::size_t utf8_size(std::string_view text) {
  const auto byte_at = [text](std::size_t place) -> unsigned {
    return static_cast<unsigned char>(text[place]);
  };
  const unsigned first = byte_at(0);
  if (first < 0x80) return 1;
  const std::size_t size = first < 0xC2   ? 0
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                           : first < 0xF5 ? 4
                                          : 0;
  if (size == 0 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte_at(i) & 0xC0U) != 0x80U) return 0;
  }
  const unsigned second = byte_at(1);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_outside = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return is_overlong || is_outside ? 0 : size;
}

}  // namespace pith
