// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/display.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "pith/base/utf8.h"

namespace pith::cli {
namespace {

struct Character {
  std::uint32_t point = 0;
  std::size_t bytes = 1;
  bool is_valid = false;
};

/// The first character of `text`, which is not empty.
Character decode(std::string_view text) {
  const std::size_t bytes = utf8_size(text);
  if (bytes == 0) return {};
  return {code_point(text.substr(0, bytes)), bytes, true};
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
    } else if (is_control(point)) {
      out += fmt::format("\\x{:02x}", point);
    } else if (is_deceptive(point)) {
      out += point > 0xFFFFU ? fmt::format("\\U{:08x}", point) : fmt::format("\\u{:04x}", point);
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
    width += columns_of(next.point);
    at += next.bytes;
  }
  return width;
}

std::string_view head_of(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  std::size_t columns = 0;
  while (bytes < text.size()) {
    const Character next = decode(text.substr(bytes));
    columns += columns_of(next.point);
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
    columns += columns_of(decode(text.substr(at)).point);
    if (columns > width) break;
    start = at;
  }
  while (start < text.size()) {
    const Character first = decode(text.substr(start));
    if (columns_of(first.point) > 0) break;
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
