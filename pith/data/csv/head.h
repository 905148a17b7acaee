// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
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
  std::vector<std::string> notes;
};

/// Finds the delimiter, the header and the first row. Lines before these that begin with `#` are
/// comments, but the last of them is the header if it has as many fields as the rows and the line
/// after it is not a header. A header with one field fewer than the rows lacks the name of the
/// first column, as R writes it. Throws Error(bad_data) when there is no row.
CsvHead read_csv_head(Input& input, const CsvOptions& options);

}  // namespace pith
