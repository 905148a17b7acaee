// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/table_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/terminal/display.h"

namespace pith::cli {

bool TextTable::is_empty(std::size_t column) const {
  return std::all_of(rows_.begin(), rows_.end(),
                     [column](const auto& row) { return row[column].empty(); });
}

std::vector<std::size_t> TextTable::widths(const Terminal& terminal) const {
  std::vector<std::size_t> widths(headings_.size(), 0);
  std::size_t total = 0;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    if (is_empty(column)) continue;
    widths[column] = display_width(headings_[column].text);
    for (const auto& row : rows_)
      widths[column] = std::max(widths[column], display_width(row[column]));
    total += widths[column] + 2;
  }
  if (!terminal.is_terminal || total <= terminal.width + 2) return widths;
  constexpr std::size_t min_width = 12;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    if (!headings_[column].may_shrink || widths[column] <= min_width) continue;
    const std::size_t excess = total - terminal.width - 2;
    const std::size_t cut = std::min(excess, widths[column] - min_width);
    widths[column] -= cut;
    total -= cut;
    if (total <= terminal.width + 2) break;
  }
  return widths;
}

std::string TextTable::draw(const Terminal& terminal) const {
  const std::vector<std::size_t> widths = this->widths(terminal);
  std::string out;
  const auto draw_row = [&](const auto& text_of, const auto& style_of) {
    std::string padding;
    bool is_first = true;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      if (widths[column] == 0) continue;
      const std::string text = fit(text_of(column), widths[column], terminal.has_unicode);
      const std::size_t space = widths[column] - display_width(text);
      if (!is_first) padding += "  ";
      is_first = false;
      const bool is_right = headings_[column].align == Align::right;
      if (is_right) padding.append(space, ' ');
      // Padding is written before the next text, so that no line ends in blanks.
      if (!text.empty()) {
        out += padding + paint(text, style_of(column), terminal);
        padding.clear();
      }
      if (!is_right) padding.append(space, ' ');
    }
    out += '\n';
  };
  draw_row([&](std::size_t column) { return headings_[column].text; },
           [](std::size_t) { return Style::bold; });
  for (const auto& row : rows_) {
    draw_row([&](std::size_t column) { return row[column]; },
             [&](std::size_t column) { return headings_[column].style; });
  }
  return out;
}

std::vector<std::string> aligned_numbers(const std::vector<double>& numbers) {
  double largest = 0;
  for (const double number : numbers) {
    if (std::isfinite(number)) largest = std::max(largest, std::fabs(number));
  }
  const bool has_exponent = largest != 0 && (largest < 1e-3 || largest >= 1e9);
  const int magnitude = largest == 0 ? 0 : static_cast<int>(std::floor(std::log10(largest)));
  const int decimals = std::clamp(4 - std::max(magnitude, 0), 0, 4);
  std::vector<std::string> texts;
  texts.reserve(numbers.size());
  for (const double number : numbers) {
    const bool vanishes = number != 0 && std::fabs(number) < 0.5 * std::pow(10.0, -decimals);
    texts.push_back(std::isinf(number)            ? (number > 0 ? "inf" : "-inf")
                    : has_exponent && number != 0 ? fmt::format("{:.3e}", number)
                    : vanishes                    ? fmt::format("{:.1e}", number)
                                                  : fmt::format("{:.{}f}", number, decimals));
  }
  return texts;
}

std::string bar(double share, std::size_t width, const Terminal& terminal) {
  if (!(share > 0)) return "";
  share = std::min(share, 1.0);
  const double length = share * static_cast<double>(width);
  if (!terminal.has_unicode) {
    return std::string().append(static_cast<std::size_t>(std::ceil(length)), '#');
  }
  constexpr std::array<std::string_view, 8> parts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<std::size_t>(std::ceil(length * 8));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i)
    text += "█";
  return text + std::string(parts[eighths % 8]);
}

}  // namespace pith::cli
