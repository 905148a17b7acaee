// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/csv/csv.h"
#include "pith/data/csv/fields.h"
#include "pith/data/input.h"

namespace pith {

/// What the first lines of a file tell.
struct CsvHead {
  CsvDialect dialect;
  std::vector<std::string> names;  ///< as in the file; without a header `column 0` and so on
  std::uint64_t start = 0;         ///< offset of the first row of data
  std::uint64_t line_size = 0;     ///< of the first line
  std::vector<std::string> notes;
};

/// True for numbers with a decimal point, or a comma where that is not the delimiter. A first line
/// with one of them is not a header, unless they are in quotes and the fields below them are not.
bool is_csv_header_number(std::string_view text, char delimiter);

/// Finds the delimiter, the header and the first row. Lines before these that begin with `#` are
/// comments, but the last of them is the header if it has as many fields as the rows and the line
/// after it is not a header. A header with one field fewer than the rows lacks the name of the
/// first column, as R writes it. Throws Error(bad_data) when there is no row. Memory: the first row
/// and the last comment, whatever precedes them.
CsvHead read_csv_head(Input& input, const CsvOptions& options, const Context& context);

}  // namespace pith
