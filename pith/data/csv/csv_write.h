// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "pith/data/files/packing.h"
#include "pith/data/table.h"

namespace pith {

/// How delimited text is written.
struct CsvStyle {
  char delimiter = ',';
  bool is_detected = false;  ///< the reader must find the delimiter by itself
  bool is_safe = false;      ///< guard formulas, see is_formula()
};

/// Whether a spreadsheet may run this text: it begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return, and is not just a number. The guard is an apostrophe before it. So is a text that looks
/// guarded already, or two texts would become one.
bool is_formula(std::string_view text);

/// Writes delimited text with a header. Fields are quoted where the reader would otherwise take
/// them for something else.
void write_csv(const Columns& columns, const CsvStyle& style, const TextSink& sink);

/// Whether the reader takes the first line of this text for a row. It knows names that are numbers
/// by their quotes, unless the fields below them are in quotes as well.
bool looks_headerless(const Columns& columns, const CsvStyle& style);

}  // namespace pith
