// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pith/data/column.h"
#include "pith/data/missing_tokens.h"

namespace pith {

/// What the texts of a column can mean.
struct TypingRules {
  MissingTokens missing = MissingTokens();
  char decimal = 0;          ///< `.` or `,`; 0: `.`, or `,` where the texts leave no doubt
  bool allows_stray = true;  ///< false: a single text that is not a number makes it categories
};

/// A column after typed().
struct Typed {
  Column column;
  std::string note = {};  ///< how the texts were read where it is not obvious, else empty
  /// The first row with an infinite number, which the caller must reject.
  std::optional<std::size_t> infinite_row = {};
};

/// What a column of texts (codes, whose levels are the texts) holds, by the first rule that
/// applies. Missing tokens are no values and become missing.
///
/// - numbers, when all values are;
/// - categories `False` and `True`, when all values are `true` or `false` in any case;
/// - numbers as people write them (`$1,234.50`, `12 %`, `1 234,5`), when all values agree and have
///   only one reading;
/// - numbers or ISO 8601 dates (days since 1970-01-01), when all values are, or when at least 95 %
///   are with more than max_integer_levels distinct ones, and there are at most five other texts:
///   these become missing values, which Column::stray() lists, without lines;
/// - else categories: the texts themselves. The note tells if they look like numbers.
Typed typed(const Column& texts, std::string_view name, const TypingRules& rules);

/// `1 of 400 values is not a number: '<LOD' (line 18)`, about the stray tokens of a column, which
/// it must have.
std::string stray_text(const Column& column);
/// The same between a blank and a semicolon, for messages; empty without stray tokens.
std::string stray_clause(const Column& column);

}  // namespace pith
