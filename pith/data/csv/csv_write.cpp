// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/csv_write.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "pith/data/csv/head.h"
#include "pith/data/files/value_text.h"
#include "pith/data/number.h"

namespace pith {
namespace {

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t';
}

/// Makes fields of texts.
class Fields {
 public:
  /// In one column without delimiters, the reader may take blanks for them.
  Fields(const CsvStyle& style, std::size_t columns)
      : style_(style), special_("\"\n\r"), is_detected_(style.is_detected) {
    special_ += is_detected_ ? ",;\t|" : std::string(1, style.delimiter);
    if (is_detected_ && columns == 1) special_ += ' ';
  }

  std::string text(std::string_view value) const {
    std::string guarded;
    if (style_.is_safe && is_formula(value)) {
      guarded = "'" + std::string(value);
      value = guarded;
    }
    return needs_quotes(value) ? quoted_field(value) : std::string(value);
  }
  /// A name in the header; those that are numbers are told from values by their quotes.
  std::string name(std::string_view value, bool is_first) const {
    std::string field = text(value);
    const bool is_number = is_csv_header_number(field, style_.delimiter);
    if (is_number || (is_first && begins_like_another_file(field))) return quoted_field(field);
    return field;
  }

 private:
  static std::string quoted_field(std::string_view text) {
    std::string out = "\"";
    for (const char letter : text) {
      if (letter == '"') out += '"';
      out += letter;
    }
    return out + '"';
  }
  bool needs_quotes(std::string_view text) const {
    // A line that begins with # may be taken for a comment.
    return text.empty() || text.front() == '#' || is_blank(text.front()) || is_blank(text.back()) ||
           text.find_first_of(special_) != std::string_view::npos;
  }
  /// Byte-order marks, compressed files and files of columns.
  static bool begins_like_another_file(std::string_view text) {
    constexpr std::array<std::string_view, 7> marks = {
        "\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF", "\x1F\x8B", "\x28\xB5\x2F\xFD", "PAR1", "ARROW1"};
    const bool is_skippable = text.size() >= 4 && text.substr(1, 3) == "\x2A\x4D\x18";
    return is_skippable || std::any_of(marks.begin(), marks.end(),
                                       [&](auto mark) { return text.starts_with(mark); });
  }

  const CsvStyle& style_;
  std::string special_;
  bool is_detected_;
};

/// The fields of every column.
std::vector<ValueText> values_of(const Columns& columns, const Fields& fields) {
  std::vector<ValueText> values;
  for (const Column& column : columns.columns)
    values.emplace_back(
        column, [&](std::string_view level) { return fields.text(level); }, "");
  return values;
}

}  // namespace

bool is_formula(std::string_view text) {
  constexpr std::string_view first = "=+-@\t\r";
  // A text that looks guarded is guarded as well: otherwise two texts would become one.
  if (text.starts_with('\'')) {
    text.remove_prefix(std::min(text.find_first_not_of('\''), text.size()));
  }
  return !text.empty() && first.find(text.front()) != std::string_view::npos &&
         !std::isfinite(number_of(text).value_or(NAN));
}

void write_csv(const Columns& columns, const CsvStyle& style, const TextSink& sink) {
  const Fields fields(style, columns.columns.size());
  std::string text;
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    if (i > 0) text += style.delimiter;
    text += fields.name(columns.names[i], i == 0);
  }
  text += '\n';
  const std::vector<ValueText> values = values_of(columns, fields);
  const std::size_t rows = columns.columns.empty() ? 0 : columns.columns.front().rows();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t start = text.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i > 0) text += style.delimiter;
      values[i].append(row, text);
    }
    // An empty line would be skipped, so a missing value alone in its row is written in quotes.
    if (text.size() == start) text += "\"\"";
    text += '\n';
    pass_full_piece(text, sink);
  }
  sink(text);
}

bool looks_headerless(const Columns& columns, const CsvStyle& style) {
  const Fields fields(style, columns.columns.size());
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    const Column& column = columns.columns[i];
    if (column.rows() == 0 || !is_csv_header_number(columns.names[i], style.delimiter)) continue;
    if (column.missing().test(0)) {
      if (columns.columns.size() == 1) return true;
    } else if (column.is_codes() && fields.text(column.level(column.code(0))).starts_with('"')) {
      return true;
    }
  }
  return false;
}

}  // namespace pith
