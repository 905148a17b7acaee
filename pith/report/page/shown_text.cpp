// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pith/base/text.h"
#include "pith/base/utf8.h"

namespace pith {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view dash = "\xE2\x80\x93";

/// Whether a letter is shown as it is. Joiners are: the letters of some scripts need them.
bool is_shown(std::uint32_t point) {
  const bool is_joiner = point == 0x200CU || point == 0x200DU;
  return is_joiner || (!is_control(point) && !is_deceptive(point) && !is_noncharacter(point));
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    const std::string_view letter = text.substr(0, std::max<std::size_t>(1, size));
    if (letter == "&") {
      out += "&amp;";
    } else if (letter == "<") {
      out += "&lt;";
    } else if (letter == ">") {
      out += "&gt;";
    } else if (letter == "\"") {
      out += "&quot;";
    } else if (letter == "'") {
      out += "&#39;";
    } else {
      out += size > 0 && is_shown(code_point(letter)) ? letter : replacement;
    }
    text.remove_prefix(letter.size());
  }
  return out;
}

std::string shortened(std::string_view text, std::size_t letters) {
  std::vector<std::size_t> starts;
  for (std::size_t place = 0; place < text.size();) {
    starts.push_back(place);
    place += std::max<std::size_t>(1, utf8_size(text.substr(place)));
  }
  if (starts.size() <= letters || letters < 3) return std::string(text);
  const std::size_t tail = (letters - 1) / 3;
  const std::size_t head = letters - 1 - tail;
  return fmt::format("{}\xE2\x80\xA6{}", text.substr(0, starts[head]),
                     text.substr(starts[starts.size() - tail]));
}

std::string rough_number(double number) {
  if (std::isnan(number)) return std::string(dash);
  if (std::isinf(number)) return number > 0 ? "\xE2\x88\x9E" : "\xE2\x88\x92\xE2\x88\x9E";
  const double size = std::abs(number);
  std::string text = size < 1e6 && size == std::floor(size) ? fmt::format("{:.0f}", number)
                     : size < 1e-4 || size >= 1e6           ? fmt::format("{:.3e}", number)
                     : size >= 1000                         ? fmt::format("{:.1f}", number)
                     : size < 1                             ? fmt::format("{:.4f}", number)
                                                            : fmt::format("{:#.4g}", number);
  if (text.front() == '-') text.replace(0, 1, number == 0 ? "" : "\xE2\x88\x92");
  return text;
}

std::string exact_number_text(double number) {
  if (std::isnan(number)) return std::string(dash);
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number_text(number);
}

std::string percent_text(double share) {
  if (std::isnan(share)) return std::string(dash);
  return fmt::format("{:.1f}\xC2\xA0%", 100 * share);
}

std::string grouped(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::ptrdiff_t place = static_cast<std::ptrdiff_t>(digits.size()) - 3; place > 0; place -= 3)
    digits.insert(static_cast<std::size_t>(place), ",");
  return digits;
}

}  // namespace pith
