// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/terminal.h"

namespace pith::cli {

/// A table for people: aligned columns, two spaces apart. Empty columns are omitted. No line is
/// longer than a terminal is wide: first the columns that may shrink are cut, then columns are left
/// out, and those that may continue are drawn below the others.
class TextTable {
 public:
  enum class Align { left, right };
  struct Heading {
    std::string text;
    Align align = Align::left;
    bool may_shrink = false;
    Style style = Style::plain;
    std::size_t min_width = 16;  ///< of a column that shrinks, before others are left out
    unsigned drop = 0;  ///< of columns that are left out, the one with the most first; 0: never
    bool continues = false;  ///< may be drawn in a further block, below the first
  };

  /// `more` says where columns are found that were left out, e.g. `--format csv`.
  explicit TextTable(std::vector<Heading> headings, std::string more = "")
      : headings_(std::move(headings)), more_(std::move(more)) {}

  /// One cell for each heading, as printable() gives it.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string draw(const Terminal& terminal) const;

 private:
  using Columns = std::vector<std::size_t>;

  bool is_empty(std::size_t column) const;
  std::size_t natural_width(std::size_t column) const;
  std::string draw_block(const Columns& columns, const std::vector<std::size_t>& widths,
                         const Terminal& terminal) const;
  std::string left_out_line(const Columns& left_out, const Terminal& terminal) const;

  std::vector<Heading> headings_;
  std::string more_;
  std::vector<std::vector<std::string>> rows_;
};

/// Numbers of one column with the same number of decimals, chosen so that the largest has five
/// digits; numbers that would round to 0 are written with an exponent.
std::vector<std::string> aligned_numbers(const std::vector<double>& numbers);

/// A bar of at most `width` characters for a share between 0 and 1.
std::string bar(double share, std::size_t width, const Terminal& terminal);

}  // namespace pith::cli
