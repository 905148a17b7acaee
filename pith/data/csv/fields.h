// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// How the fields of a file are separated.
struct CsvDialect {
  char delimiter = ',';
  bool is_blanks = false;  ///< runs of blanks are delimiters; split_blanks() makes them tabs

  /// Blanks around a field that is not in quotes do not belong to it.
  bool is_blank(char letter) const {
    return (letter == ' ' || letter == '\t') && letter != delimiter;
  }
};

enum class CsvFault {
  none,
  open_quote,        ///< the text ends inside quotes
  text_after_quote,  ///< something other than a delimiter follows a closing quote
  lone_return,       ///< a carriage return without a line feed
  nul,
  too_long,
};

inline constexpr std::size_t csv_longest_field = std::size_t{1} << 20U;
inline constexpr std::size_t csv_longest_line = std::size_t{1} << 28U;
inline constexpr std::size_t csv_max_columns = 10'000'000;

/// One field as it is written in the text.
struct CsvField {
  std::string_view raw;        ///< without surrounding blanks and quotes; a " is still written ""
  const char* stop = nullptr;  ///< the delimiter or line feed after it, or the end of the text
  bool has_escapes = false;    ///< raw has "" in it
  CsvFault fault = CsvFault::none;
  const char* fault_at = nullptr;
};

/// Finds the field that starts at `begin`. A quote opens only at the start of a field (after
/// optional blanks); elsewhere it is text.
CsvField scan_csv_field(const char* begin, const char* end, const CsvDialect& dialect);

/// The unescaped text of a field; `memory` holds it if it differs from the raw text.
std::string_view csv_text(const CsvField& field, std::string& memory);

/// The end of the first line if it is blank, else nullptr.
const char* skip_blank_line(const char* begin, const char* end, const CsvDialect& dialect);

/// The position after the last line feed of [begin, end) that is outside quotes, or `begin` if
/// there is none. `begin` must be the start of a row.
struct CsvCut {
  const char* end = nullptr;
  const char* open_field = nullptr;  ///< start of the field in which the text ends
};
CsvCut last_row_end(const char* begin, const char* end, const CsvDialect& dialect);

}  // namespace pith
