// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/field.h"

#include <cmath>

#include "pith/base/text.h"
#include "pith/data/column.h"

namespace pith::cli {

std::string csv_field(std::string_view text) {
  const bool is_plain = text.find_first_of(",\"\r\n") == std::string_view::npos;
  const bool is_trimmed = text.empty() || (text.front() != ' ' && text.back() != ' ');
  if (is_plain && is_trimmed) return std::string(text);
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"') out += '"';
    out += letter;
  }
  return out + '"';
}

std::string one_line(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '\n') {
      out += "\\n";
    } else if (letter == '\r') {
      out += "\\r";
    } else {
      out += letter;
    }
  }
  return out;
}

std::string exact_number(double number) {
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number_text(number);
}

}  // namespace pith::cli
