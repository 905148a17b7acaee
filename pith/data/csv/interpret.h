// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "pith/data/csv/pass.h"
#include "pith/data/csv/places.h"
#include "pith/data/typing.h"

namespace pith {

/// What interpret_csv() needs to know besides the columns.
struct CsvInterpretation {
  const CsvSource& source;
  const CsvDialect& dialect;
  TypingRules rules;
};

/// Throws Error(bad_data): this field holds an infinite number.
[[noreturn]] void reject_csv_infinity(const CsvInterpretation& how, const CsvCell& cell,
                                      std::string_view text, const Context& context);

/// Types the text columns of the table (data/typing.h) by their roles, and notes what it did. Stray
/// tokens get their lines. Throws Error(bad_data) for an infinite number.
void interpret_csv(Columns& table, const CsvInterpretation& how, const CsvReading& reading);

}  // namespace pith
