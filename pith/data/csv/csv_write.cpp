// SPDX-License-Identifier: Apache-2.0
#include "pith/data/csv/csv_write.h"

#include <algorithm>
#include <string>
#include <vector>

#include "pith/data/value_text.h"

namespace pith {
namespace {

bool needs_quotes(std::string_view text, char delimiter) {
  const auto is_blank = [](char letter) { return letter == ' ' || letter == '\t'; };
  // A line that begins with # may be taken for a comment.
  return text.empty() || text.front() == '#' || is_blank(text.front()) || is_blank(text.back()) ||
         std::any_of(text.begin(), text.end(), [delimiter](char letter) {
           return letter == delimiter || letter == '"' || letter == '\n' || letter == '\r';
         });
}

std::string field_text(std::string_view text, char delimiter) {
  if (!needs_quotes(text, delimiter)) return std::string(text);
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"') out += '"';
    out += letter;
  }
  return out + '"';
}

}  // namespace

void write_csv(const Columns& columns, char delimiter, const TextSink& sink) {
  std::string text;
  std::vector<ValueText> fields;
  const auto field = [delimiter](std::string_view level) { return field_text(level, delimiter); };
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    if (i > 0) text += delimiter;
    text += field(columns.names[i]);
    fields.emplace_back(columns.columns[i], field, "");
  }
  text += '\n';
  const std::size_t rows = columns.columns.empty() ? 0 : columns.columns.front().rows();
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t start = text.size();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text += delimiter;
      fields[i].append(row, text);
    }
    // An empty line would be skipped, so a missing value alone in its row is written in quotes.
    if (text.size() == start) text += "\"\"";
    text += '\n';
    pass_full_piece(text, sink);
  }
  sink(text);
}

}  // namespace pith
