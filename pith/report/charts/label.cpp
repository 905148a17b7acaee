// SPDX-License-Identifier: Apache-2.0
#include "pith/report/charts/label.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pith/base/text.h"
#include "pith/base/utf8.h"

namespace pith::drawing {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";
constexpr std::string_view minus = "\xE2\x88\x92";

/// Whether a mark stands for the letter, which nobody would see, or which XML forbids.
bool is_replaced(std::uint32_t point) {
  return is_control(point) || is_deceptive(point) || is_noncharacter(point);
}

/// In units of the size of the font, for a wide sans-serif font.
double width_of(std::uint32_t point) {
  if (point < 0x80U) {
    const std::string_view narrow = "iljI.,:;'|! ftr()[]-/\"";
    if (point == '_') return 0.5;
    const std::string_view broad = "mwMW@%";
    const char letter = static_cast<char>(point);
    if (narrow.find(letter) != std::string_view::npos) return 0.38;
    if (broad.find(letter) != std::string_view::npos) return 0.92;
    return letter >= 'A' && letter <= 'Z' ? 0.7 : 0.6;
  }
  constexpr std::array<double, 3> widths = {0, 0.65, 1};
  return widths[columns_of(point)];
}

std::size_t letter_size(std::string_view text) {
  return std::max<std::size_t>(1, utf8_size(text));
}

/// `letters` letters from the start and from the end of a text, without a combining mark in front.
std::string_view head_of(std::string_view text, double width, double size) {
  std::size_t bytes = 0;
  double used = 0;
  while (bytes < text.size()) {
    const std::string_view letter = text.substr(bytes, letter_size(text.substr(bytes)));
    used += width_of(code_point(letter)) * size;
    if (used > width) break;
    bytes += letter.size();
  }
  return text.substr(0, bytes);
}

std::string_view tail_of(std::string_view text, double width, double size) {
  double left = text_width(text, size);
  while (!text.empty()) {
    const double letter_width = width_of(code_point(text.substr(0, letter_size(text)))) * size;
    if (left <= width && letter_width > 0) break;
    left -= letter_width;
    text.remove_prefix(letter_size(text));
  }
  return text;
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, minus);
  const std::size_t exponent = text.find("e-");
  if (exponent != std::string::npos) text.replace(exponent + 1, 1, minus);
  return text;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    const std::string_view letter = text.substr(0, std::max<std::size_t>(1, size));
    if (size == 1 && (letter == "\t" || letter == "\n" || letter == "\r")) {
      out += ' ';
    } else if (size == 0 || is_replaced(code_point(letter))) {
      out += replacement;
    } else {
      out += letter;
    }
    text.remove_prefix(letter.size());
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  while (!text.empty()) {
    const std::string_view letter = text.substr(0, letter_size(text));
    width += width_of(code_point(letter));
    text.remove_prefix(letter.size());
  }
  return width * size;
}

std::string shortened(std::string_view text, double width, double size) {
  std::string whole = clean(text);
  if (text_width(whole, size) <= width) return whole;
  const double rest = std::max(0.0, width - text_width(ellipsis, size));
  std::string_view head = head_of(whole, rest * 0.55, size);
  std::string_view tail = tail_of(whole, rest * 0.45, size);
  // A text that was shortened before has an ellipsis already: one is enough.
  head = head.substr(0, head.find(ellipsis));
  if (const std::size_t place = tail.rfind(ellipsis); place != std::string_view::npos)
    tail.remove_prefix(place + ellipsis.size());
  return fmt::format("{}{}{}", head, ellipsis, tail);
}

std::vector<std::size_t> labels_with_room(const std::vector<double>& places,
                                          const std::vector<std::string>& texts, double gap) {
  constexpr double tolerance = 1e-6;
  constexpr double font = 12;  // the small size
  double widest = 0;
  for (const std::string& text : texts)
    widest = std::max(widest, text_width(text, font));
  bool is_even = true;
  for (std::size_t i = 2; i < places.size(); ++i) {
    const double distance = places[i] - places[i - 1];
    is_even = is_even && std::abs(distance - (places[1] - places[0])) < tolerance;
  }
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto half = [&](std::size_t at) {
      return (is_even ? widest : text_width(texts[at], font)) / 2;
    };
    if (shown.empty() ||
        places[i] - half(i) >= places[shown.back()] + half(shown.back()) + gap - tolerance)
      shown.push_back(i);
  }
  return shown;
}

std::string tip_name(std::string_view name) {
  return shortened(name, 100, 1);
}

std::string short_number(double number) {
  if (std::isnan(number)) return "\xE2\x80\x93";
  if (std::isinf(number)) return number > 0 ? "\xE2\x88\x9E" : std::string(minus) + "\xE2\x88\x9E";
  const double size = std::abs(number);
  if (size >= 1000 && size < 1e7) return with_minus(fmt::format("{:.0f}", number));
  return with_minus(fmt::format("{:.4g}", number == 0 ? 0.0 : number));
}

std::vector<std::string> aligned_numbers(const std::vector<double>& numbers, bool has_sign) {
  double largest = 0;
  for (const double number : numbers) {
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  }
  const int digits = largest > 0 ? static_cast<int>(std::floor(std::log10(largest))) : 0;
  const int decimals = std::clamp(3 - digits, 0, 6);
  std::vector<std::string> texts;
  for (const double number : numbers) {
    const bool is_plain = std::isfinite(number) && largest < 1e7 &&
                          (number == 0 || std::abs(number) * std::pow(10, decimals) >= 0.5);
    const std::string text =
        is_plain ? with_minus(fmt::format("{:.{}f}", number == 0 ? 0.0 : number, decimals))
        : std::isfinite(number) ? with_minus(fmt::format("{:.1e}", number))
                                : short_number(number);
    texts.push_back((has_sign && number >= 0 ? "+" : "") + text);
  }
  return texts;
}

std::string exact(double number) {
  return number_text(number);
}

std::string percent(double share) {
  const double value = 100 * share;
  const bool is_whole = std::abs(value - std::round(value)) < 0.05;
  return with_minus(fmt::format("{:.{}f}", value == 0 ? 0.0 : value, is_whole ? 0 : 1)) + " %";
}

std::string grouped(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

}  // namespace pith::drawing
