// SPDX-License-Identifier: Apache-2.0
#include "pith/base/utf8.h"

#include <algorithm>
#include <array>

namespace pith {
namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

template <std::size_t count>
bool is_in(const std::array<Range, count>& ranges, std::uint32_t point) {
  return std::any_of(ranges.begin(), ranges.end(), [point](const Range& range) {
    return point >= range.first && point <= range.last;
  });
}

}  // namespace

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

std::uint32_t code_point(std::string_view letter) {
  const auto lead = static_cast<unsigned char>(letter.front());
  if (letter.size() == 1) return lead;
  std::uint32_t point = lead & (0x7FU >> letter.size());
  for (const char next : letter.substr(1))
    point = point << 6U | (static_cast<unsigned char>(next) & 0x3FU);
  return point;
}

bool is_control(std::uint32_t point) {
  return point < 0x20U || (point >= 0x7FU && point < 0xA0U);
}

bool is_deceptive(std::uint32_t point) {
  constexpr std::array<Range, 7> ranges = {{{0x061C, 0x061C},
                                            {0x200B, 0x200F},
                                            {0x2028, 0x202E},
                                            {0x2060, 0x206F},
                                            {0xFEFF, 0xFEFF},
                                            {0xFFF9, 0xFFFB},
                                            {0xE0000, 0xE0FFF}}};
  return is_in(ranges, point);
}

bool is_noncharacter(std::uint32_t point) {
  return (point & 0xFFFEU) == 0xFFFEU || (point >= 0xFDD0U && point <= 0xFDEFU);
}

std::size_t columns_of(std::uint32_t point) {
  constexpr std::array<Range, 7> combining = {{{0x0300, 0x036F},
                                               {0x0483, 0x0489},
                                               {0x0591, 0x05BD},
                                               {0x064B, 0x065F},
                                               {0x1AB0, 0x1AFF},
                                               {0x20D0, 0x20FF},
                                               {0xFE00, 0xFE0F}}};
  constexpr std::array<Range, 9> wide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0x1F300, 0x1FAFF},
                                          {0x20000, 0x3FFFD}}};
  if (is_in(combining, point)) return 0;
  return is_in(wide, point) ? 2 : 1;
}

}  // namespace pith
