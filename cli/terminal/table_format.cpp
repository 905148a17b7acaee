// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/table_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "cli/terminal/display.h"
#include "cli/terminal/distinct.h"
#include "cli/terminal/fold.h"
#include "pith/base/text.h"

namespace pith::cli {
namespace {

constexpr std::size_t gap = 2;  // between two columns

std::size_t total(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), std::size_t{0}) +
         (widths.empty() ? 0 : gap * (widths.size() - 1));
}

/// Takes from the widest until the sum fits or none is above its least width.
void shrink(std::vector<std::size_t>& widths, const std::vector<std::size_t>& least,
            std::size_t room) {
  for (std::size_t excess = total(widths) > room ? total(widths) - room : 0; excess > 0; --excess) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest]))
        widest = i;
    }
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

/// Which columns are drawn, and how wide.
class Layout {
 public:
  using Columns = std::vector<std::size_t>;

  Layout(const std::vector<TextTable::Heading>& headings, std::vector<std::size_t> natural,
         std::size_t width)
      : headings_(headings), natural_(std::move(natural)), width_(width) {}

  /// Removes columns until the others fit, and returns those that were removed.
  Columns leave_out(Columns& columns) const {
    Columns left_out;
    while (least_total(columns) > width_) {
      const auto worst = std::max_element(
          columns.begin(), columns.end(),
          [&](std::size_t a, std::size_t b) { return headings_[a].drop < headings_[b].drop; });
      if (headings_[*worst].drop == 0) break;
      left_out.push_back(*worst);
      columns.erase(worst);
    }
    std::sort(left_out.begin(), left_out.end());
    return left_out;
  }

  /// Columns that continue are spread over blocks; all blocks have the others.
  std::vector<Columns> blocks(const Columns& columns) const {
    Columns fixed;
    std::copy_if(columns.begin(), columns.end(), std::back_inserter(fixed),
                 [&](std::size_t column) { return !headings_[column].continues; });
    std::size_t used = least_total(fixed);
    std::vector<Columns> all{fixed};
    for (const std::size_t column : columns) {
      if (!headings_[column].continues) continue;
      const std::size_t more = least_width(column) + gap;
      if (used + more > width_ && all.back().size() > fixed.size()) {
        all.push_back(fixed);
        used = least_total(fixed);
      }
      all.back().push_back(column);
      used += more;
    }
    return all;
  }

  std::vector<std::size_t> fitted_widths(const Columns& columns) const {
    std::vector<std::size_t> widths;
    std::vector<std::size_t> least;
    std::vector<std::size_t> tiny;
    for (const std::size_t column : columns) {
      constexpr std::size_t tiny_width = 4;
      widths.push_back(std::min(natural_[column], width_));
      least.push_back(std::min(least_width(column), widths.back()));
      tiny.push_back(headings_[column].may_shrink ? std::min(tiny_width, least.back())
                                                  : least.back());
    }
    shrink(widths, least, width_);
    shrink(widths, tiny, width_);
    shrink(widths, std::vector<std::size_t>(widths.size(), 1), width_);
    return widths;
  }

 private:
  /// Below this, columns are left out rather than cut.
  std::size_t least_width(std::size_t column) const {
    const std::size_t natural = natural_[column];
    return headings_[column].may_shrink ? std::min(natural, headings_[column].min_width) : natural;
  }

  /// The width of a block with at least one of the columns that continue.
  std::size_t least_total(const Columns& columns) const {
    std::vector<std::size_t> widths;
    std::size_t continued = 0;
    for (const std::size_t column : columns) {
      const std::size_t width = least_width(column);
      if (headings_[column].continues) {
        continued = std::max(continued, width);
      } else {
        widths.push_back(width);
      }
    }
    if (continued > 0) widths.push_back(continued);
    return total(widths);
  }

  const std::vector<TextTable::Heading>& headings_;
  std::vector<std::size_t> natural_;
  std::size_t width_;
};

}  // namespace

bool TextTable::is_empty(std::size_t column) const {
  return std::all_of(rows_.begin(), rows_.end(),
                     [column](const auto& row) { return row[column].empty(); });
}

std::size_t TextTable::natural_width(std::size_t column) const {
  std::size_t width = display_width(headings_[column].text);
  for (const auto& row : rows_)
    width = std::max(width, display_width(row[column]));
  return width;
}

std::string TextTable::left_out_line(const Columns& left_out, const Terminal& terminal) const {
  std::vector<std::string> names;
  for (const std::size_t column : left_out) {
    if (!headings_[column].text.empty()) names.push_back(headings_[column].text);
  }
  if (names.empty()) return "";
  const std::string line = fmt::format(
      "... {} not shown: {}{}", counted(names.size(), "column"), fmt::join(names, ", "),
      more_.empty() ? "" : fmt::format(" ({} has {})", more_, agree(names.size(), "it", "them")));
  return fold(line, terminal);
}

std::string TextTable::draw(const Terminal& terminal) const {
  Columns columns;
  std::vector<std::size_t> natural;
  for (std::size_t column = 0; column < headings_.size(); ++column) {
    natural.push_back(natural_width(column));
    if (!is_empty(column)) columns.push_back(column);
  }
  if (!terminal.is_terminal) {
    std::vector<std::size_t> widths;
    std::transform(columns.begin(), columns.end(), std::back_inserter(widths),
                   [&](std::size_t column) { return natural[column]; });
    return draw_block(columns, widths, terminal);
  }
  const Layout layout(headings_, std::move(natural), terminal.width);
  const Columns left_out = layout.leave_out(columns);
  std::string out;
  for (const Columns& block : layout.blocks(columns)) {
    if (!out.empty()) out += '\n';
    out += draw_block(block, layout.fitted_widths(block), terminal);
  }
  return out + left_out_line(left_out, terminal);
}

std::string TextTable::draw_block(const Columns& columns, const std::vector<std::size_t>& widths,
                                  const Terminal& terminal) const {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> cells;  // by column
  for (std::size_t i = 0; i < columns.size(); ++i) {
    headings.push_back(headings_[columns[i]].text);
    std::vector<std::string>& column = cells.emplace_back();
    for (const auto& row : rows_)
      column.push_back(row[columns[i]]);
    if (natural_width(columns[i]) > widths[i]) {
      column = fit_distinct(column, std::vector<std::size_t>(column.size(), widths[i]),
                            terminal.has_unicode);
    }
  }
  headings = fit_distinct(headings, widths, terminal.has_unicode);

  std::string out;
  const auto draw_row = [&](const auto& text_of, const auto& style_of) {
    std::string padding;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string& text = text_of(i);
      const std::size_t space = widths[i] - display_width(text);
      if (i > 0) padding.append(gap, ' ');
      const bool is_right = headings_[columns[i]].align == Align::right;
      if (is_right) padding.append(space, ' ');
      // Padding is written before the next text, so that no line ends in blanks.
      if (!text.empty()) {
        out += padding + paint(text, style_of(i), terminal);
        padding.clear();
      }
      if (!is_right) padding.append(space, ' ');
    }
    out += '\n';
  };
  draw_row([&](std::size_t i) -> const std::string& { return headings[i]; },
           [](std::size_t) { return Style::bold; });
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    draw_row([&](std::size_t i) -> const std::string& { return cells[i][row]; },
             [&](std::size_t i) { return headings_[columns[i]].style; });
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
