// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "pith/data/table.h"

namespace pith {

/// What to do about missing feature values.
enum class Missing {
  error,   ///< refuse the table
  drop,    ///< leave out rows with a missing value
  impute,  ///< numbers: the mean; codes: the most frequent level (the lowest code of equals)
  level,   ///< a level of its own, for methods that take codes
  spread,  ///< over what could be there, as WEKA does: counts are shared among the levels by their
           ///< frequencies; differences are 1 - 1/levels, or the largest possible
};

/// Throws Error(bad_argument) that lists the words.
Missing parse_missing(std::string_view text);
std::string_view missing_text(Missing missing);

/// The table after `error` (throws Error(bad_data) with column, row and remedy), `drop` or
/// `impute`, with a note that says what was done; unchanged for `level` and `spread`. Row weights
/// count.
Table handle_missing(const Table& table, Missing missing);

/// Throws Error(bad_data) that names the first gap of the table, which has one, and `remedy`.
[[noreturn]] void reject_missing(const Table& table, std::string_view remedy);

/// Codes in which missing rows have a last level of their own, named `(missing)`; no mask is left.
/// The table must hold codes only.
Table missing_as_level(const Table& table);

}  // namespace pith
