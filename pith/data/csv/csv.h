// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "pith/base/context.h"
#include "pith/data/input.h"
#include "pith/data/roles.h"

namespace pith {

struct CsvOptions {
  std::optional<bool> has_header;  ///< none: a first line of which no field is a number is a header
  char delimiter = 0;              ///< 0: the one of `,` `;` tab that the first line uses most
};

/// Reads delimited text. A column is numbers when every field is a number or missing, else codes
/// whose levels are its distinct texts in byte order. Missing: an empty field, `NA`, `N/A`, `NaN`,
/// `nan`, `null`, `NULL`, `?`, in quotes or not.
///
/// Quotes as in RFC 4180; a quote inside a field that did not start with one is text. Blanks around
/// a field are left out unless they are in quotes. Lines end with LF or CRLF: a CR alone is
/// refused. A UTF-8 byte-order mark is skipped. Lines of blanks are ignored, in a table of one
/// column as well: there a missing value is written as `""` or as one of the words above.
///
/// Columns that `kinds` calls categorical keep their text as levels, in the order of their values
/// when all of them are numbers; text in a column that is called numeric is an error.
///
/// Numbers are parsed as the text arrives, block by block in parallel; a column that turns out to
/// hold text after all makes one second pass. Never more than a few blocks of text are in memory.
Columns read_csv(Input& input, const CsvOptions& options, const Kinds& kinds,
                 const Context& context);

}  // namespace pith
