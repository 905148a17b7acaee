// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "pith/data/table.h"

namespace pith {

/// How to handle missing feature values.
enum class Missing {
  error,   ///< reject the table
  drop,    ///< drop rows with a missing value
  impute,  ///< fill with the mean or the mode (ties go to the lowest code)
  level,   ///< treat as a level of its own, for methods that take codes
  spread,  ///< distribute over the possible values, as WEKA does: counts are distributed over the
           ///< levels by their frequencies; differences are 1 - 1/levels, or the largest possible
};

/// Throws Error(bad_argument), which lists the words.
Missing parse_missing(std::string_view text);
std::string_view missing_text(Missing missing);

/// The table after `error` (throws Error(bad_data) with column, row and remedy), `drop` or
/// `impute`, with a note about the change; unchanged for `level` and `spread`. Respects row
/// weights.
Table handle_missing(const Table& table, Missing missing);

/// The code that most rows have, by weight, with which missing categories are imputed; ties go to
/// the lowest. None when every value is missing.
std::optional<std::uint32_t> most_frequent_code(const Column& codes,
                                                std::span<const double> weights);

/// Throws Error(bad_data), which names the first missing value of the table and the `remedy`. The
/// table must have a missing value.
[[noreturn]] void reject_missing(const Table& table, std::string_view remedy);

/// The table with missing values as an additional last level, named `(missing)`; no mask is left.
/// All features must be codes.
Table missing_as_level(const Table& table);

}  // namespace pith
