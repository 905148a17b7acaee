// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace pith::cli {
namespace {

struct Character {
  std::uint32_t point = 0;
  std::size_t bytes = 1;
  bool is_valid = false;
};

/// The first character of `text`, which is not empty. Overlong forms and surrogates are not valid.
Character decode(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80U) return {lead, 1, true};
  const std::size_t bytes = lead >= 0xF0U ? 4 : lead >= 0xE0U ? 3 : 2;
  if (lead < 0xC2U || lead > 0xF4U || text.size() < bytes) return {};
  std::uint32_t point = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80U) return {};
    point = point << 6U | (next & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> min_point = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = point >= 0xD800U && point <= 0xDFFFU;
  if (point < min_point[bytes] || point > 0x10FFFFU || is_surrogate) return {};
  return {point, bytes, true};
}

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

/// Marks of direction, invisible joiners, separators of lines.
bool is_deceptive(std::uint32_t point) {
  constexpr std::array<Range, 6> ranges = {{{0x061C, 0x061C},
                                            {0x200B, 0x200F},
                                            {0x2028, 0x202E},
                                            {0x2060, 0x206F},
                                            {0xFEFF, 0xFEFF},
                                            {0xFFF9, 0xFFFB}}};
  return is_in(ranges, point);
}

std::size_t width_of(std::uint32_t point) {
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

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Character next = decode(text);
    const std::uint32_t point = next.point;
    if (!next.is_valid) {
      out += "\xEF\xBF\xBD";
    } else if (point == '\n') {
      out += "\\n";
    } else if (point == '\t') {
      out += "\\t";
    } else if (point == '\r') {
      out += "\\r";
    } else if (point < 0x20U || (point >= 0x7FU && point < 0xA0U)) {
      out += fmt::format("\\x{:02x}", point);
    } else if (is_deceptive(point)) {
      out += fmt::format("\\u{:04x}", point);
    } else {
      out += text.substr(0, next.bytes);
    }
    text.remove_prefix(next.bytes);
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character next = decode(text.substr(at));
    width += width_of(next.point);
    at += next.bytes;
  }
  return width;
}

std::string_view head_of(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  std::size_t columns = 0;
  while (bytes < text.size()) {
    const Character next = decode(text.substr(bytes));
    columns += width_of(next.point);
    if (columns > width) break;
    bytes += next.bytes;
  }
  return text.substr(0, bytes);
}

std::string_view tail_of(std::string_view text, std::size_t width) {
  std::size_t start = text.size();
  std::size_t columns = 0;
  while (start > 0) {
    std::size_t at = start - 1;
    while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
      --at;
    columns += width_of(decode(text.substr(at)).point);
    if (columns > width) break;
    start = at;
  }
  while (start < text.size()) {
    const Character first = decode(text.substr(start));
    if (width_of(first.point) > 0) break;
    start += first.bytes;
  }
  return text.substr(start);
}

std::string fit(std::string_view text, std::size_t width, bool has_unicode) {
  if (display_width(text) <= width) return std::string(text);
  const std::string_view gap = has_unicode ? "…" : "..";
  const std::size_t gap_width = has_unicode ? 1 : 2;
  if (width <= gap_width) return std::string().append(width, '.');
  const std::size_t tail = (width - gap_width) / 3;
  const std::size_t head = width - gap_width - tail;
  return fmt::format("{}{}{}", head_of(text, head), gap, tail_of(text, tail));
}

std::string duration_text(double seconds) {
  if (seconds < 0.01) return fmt::format("{:.1f} ms", seconds * 1e3);
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string rough_duration(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  if (seconds < 2 * hour) return fmt::format("{:.0f} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} h", seconds / hour);
  return fmt::format("{:.0f} days", seconds / day);
}

}  // namespace pith::cli
