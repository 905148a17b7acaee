// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/encoding.h"
#include "pith/data/input.h"
#include "pith/data/roles.h"

namespace pith {

struct CsvOptions {
  std::optional<bool> has_header = {};  ///< none: the first line is a header if it has no number
  char delimiter = 0;                   ///< 0: as find_delimiter() finds; a blank: runs of blanks
  std::vector<std::string> na = {};     ///< more texts that are missing values
  bool has_default_na = true;           ///< false: only an empty field and `na`
  char decimal = 0;                     ///< see TypingRules
  Encoding encoding = Encoding::detected;  ///< UTF-16 must have been decoded
  ColumnChoice choice = {};                ///< which columns to read; none: all
};

/// Reads delimited text. A column is numeric when every field is a number or missing; a column with
/// text is read by the rules of typed() (data/typing.h). Missing: an empty field, and the texts of
/// MissingTokens, in quotes or not; those that are numbers are compared by value.
///
/// Quotes follow RFC 4180; a quote inside a field that did not start with one is text. Blanks
/// around a field are removed unless they are in quotes. Lines end with LF or CRLF: a CR alone is
/// rejected. A UTF-8 byte-order mark is skipped. Blank lines are ignored, in a table of one column
/// as well: there a missing value must be written as `""` or as one of the words above.
///
/// The roles tell what not to interpret: the target keeps its texts as classes, unless it is to be
/// binned or was declared numeric; a column that was declared categorical keeps them as levels, in
/// the order of their values when all of them are numbers; text in a column that was declared
/// numeric is an error.
///
/// Numbers are parsed while reading, block by block in parallel; a column in which text turns up
/// later needs a second pass. Only a few blocks of text are in memory at a time.
Columns read_csv(Input& input, const CsvOptions& options, const Roles& roles,
                 const Context& context);

}  // namespace pith
