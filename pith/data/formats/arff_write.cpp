// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/arff_write.h"

#include <algorithm>
#include <string>
#include <vector>

#include "pith/data/files/value_text.h"

namespace pith {
namespace {

/// The text itself if it is a plain word, else in quotes with its escapes.
std::string word(std::string_view text) {
  const bool is_plain =
      !text.empty() && text != "?" && text.front() != '@' &&
      std::none_of(text.begin(), text.end(), [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        constexpr std::string_view special = "{},%'\"\\";
        return byte <= ' ' || byte == 0x7FU || special.find(letter) != std::string_view::npos;
      });
  if (is_plain) return std::string(text);
  std::string out = "'";
  for (const char letter : text) {
    if (letter == '\n' || letter == '\r' || letter == '\t') {
      out += '\\';
      out += letter == '\n' ? 'n' : letter == '\r' ? 'r' : 't';
      continue;
    }
    if (letter == '\'' || letter == '\\') out += '\\';
    out += letter;
  }
  return out + "'";
}

std::string type_text(const Column& column) {
  if (column.is_date() && has_times(column)) return "date \"yyyy-MM-dd'T'HH:mm:ss\"";
  if (column.is_date()) return "date yyyy-MM-dd";
  if (column.is_numbers()) return "numeric";
  if (column.levels() == 0) return "string";  // a list of values must not be empty
  std::string text = "{";
  for (const std::string& level : column.level_names())
    text += (text.size() > 1 ? "," : "") + word(level);
  return text + "}";
}

}  // namespace

void write_arff(const Columns& columns, const TextSink& sink) {
  std::string text = "@relation pith\n";
  std::vector<ValueText> fields;
  for (std::size_t i = 0; i < columns.columns.size(); ++i) {
    text += "@attribute " + word(columns.names[i]) + " " + type_text(columns.columns[i]) + "\n";
    fields.emplace_back(columns.columns[i], word, "?");
  }
  text += "@data\n";
  const std::size_t rows = columns.columns.empty() ? 0 : columns.columns.front().rows();
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (i > 0) text += ',';
      fields[i].append(row, text);
    }
    text += '\n';
    pass_full_piece(text, sink);
  }
  sink(text);
}

}  // namespace pith
