// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// A column of texts without its rows: its distinct texts, each with the number of its rows and the
/// first of them.
struct TextLevels {
  std::span<const std::string> texts;
  std::span<const std::size_t> counts;
  std::span<const std::size_t> first_rows;
  std::size_t rows = 0;  ///< of the column
};

/// What the texts of a column mean.
struct TypedLevels {
  static constexpr std::uint32_t no_level = std::numeric_limits<std::uint32_t>::max();

  Column::Kind kind = Column::Kind::codes;
  std::vector<double> numbers = {};       ///< of each text, if numeric; NaN is missing
  std::vector<std::uint32_t> codes = {};  ///< of each text, or no_level; empty: texts are levels
  std::vector<std::string> levels = {};
  bool is_date = false;
  std::vector<StrayToken> stray = {};
  std::string note = {};
  std::optional<std::size_t> infinite_row = {};
};

/// typed() for a column that is not in memory.
TypedLevels typed_levels(const TextLevels& levels, std::string_view name, const TypingRules& rules);

/// What is known of the numbers of a column without their texts.
struct NumberFacts {
  std::size_t rows = 0;      ///< with a number
  std::size_t distinct = 0;  ///< numbers, as far as they were counted
};
/// Whether typed() reads a column as numbers in which these other texts, of which there is at least
/// one, are strays. False where it does not, or where that cannot be told without all texts.
bool are_strays(const std::vector<StrayToken>& tokens, const NumberFacts& numbers,
                const TypingRules& rules);

/// Most frequent first.
void sort_stray(std::vector<StrayToken>& tokens);

/// `1 of 400 values is not a number: '<LOD' (line 18)`, about the stray tokens of a column, which
/// it must have.
std::string stray_text(const Column& column);
/// The same about a column with so many other values.
std::string stray_text(std::span<const StrayToken> stray, std::size_t present, bool is_date);
/// The same between a blank and a semicolon, for messages; empty without stray tokens.
std::string stray_clause(const Column& column);

}  // namespace pith
