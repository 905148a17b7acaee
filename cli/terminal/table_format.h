// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/terminal/terminal.h"

namespace pith::cli {

/// A table for people: aligned columns, two spaces apart. Empty columns are omitted; on a terminal,
/// columns that may shrink are cut to fit its width.
class TextTable {
 public:
  enum class Align { left, right };
  struct Heading {
    std::string text;
    Align align = Align::left;
    bool may_shrink = false;
    Style style = Style::plain;
  };

  explicit TextTable(std::vector<Heading> headings) : headings_(std::move(headings)) {}

  /// One cell for each heading, as printable() gives it.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string draw(const Terminal& terminal) const;

 private:
  std::vector<std::size_t> widths(const Terminal& terminal) const;
  bool is_empty(std::size_t column) const;

  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;
};

/// Numbers of one column with the same number of decimals, chosen so that the largest has five
/// digits; numbers that would round to 0 are written with an exponent.
std::vector<std::string> aligned_numbers(const std::vector<double>& numbers);

/// A bar of at most `width` characters for a share between 0 and 1.
std::string bar(double share, std::size_t width, const Terminal& terminal);

}  // namespace pith::cli
