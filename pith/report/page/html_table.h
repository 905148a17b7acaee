// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pith {

/// A table of the page, written row by row. Its script sorts by the exact values, which are in the
/// attribute data-v; without a script it is a plain table.
class HtmlTable {
 public:
  struct Column {
    std::string heading;     ///< plain text
    bool is_number = false;  ///< aligned to the right
    std::string about = {};  ///< one sentence; plain text
  };

  /// `id` is unique within the page, `caption` is plain text.
  HtmlTable(std::string id, std::string caption, std::vector<Column> columns);

  /// Begins a row. The row of a feature is found by its position, and links point to `row_id`.
  HtmlTable& row(std::optional<std::size_t> feature = {}, const std::string& row_id = "");
  /// The cell that names the row, as HTML.
  HtmlTable& head(const std::string& html);
  /// A cell of text: `html`, sorted by `value` where that is given.
  HtmlTable& cell(const std::string& html, const std::string& value = "");
  /// A cell of text that is sorted by a number, with a tip; `tip` is plain text.
  HtmlTable& marked(double value, const std::string& tip, const std::string& html);
  /// A number: rounded in the cell, exact in its tip.
  HtmlTable& number(double value);
  HtmlTable& count(std::size_t value);
  /// A share in percent.
  HtmlTable& percent(double value);
  /// A number with an interval below it, in percent or not.
  struct Interval {
    double mean = 0;
    double lower = 0;
    double upper = 0;
    bool is_percent = false;
  };
  HtmlTable& interval(const Interval& interval);

  bool is_empty() const { return rows_ == 0; }
  /// The whole table in a region that scrolls where the page is narrow.
  std::string html() const;

 private:
  std::string id_;
  std::string caption_;
  std::vector<Column> columns_;
  std::string body_;
  std::size_t rows_ = 0;
};

}  // namespace pith
