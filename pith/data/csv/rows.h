// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/text_index.h"
#include "pith/data/csv/blocks.h"
#include "pith/data/csv/recent_texts.h"
#include "pith/data/missing_tokens.h"

namespace pith {

/// How one pass reads each column.
struct CsvPlan {
  enum class Kind : std::uint8_t { skip, number, text };

  CsvDialect dialect;
  const MissingTokens* missing = nullptr;
  std::vector<Kind> kinds;                    ///< per column
  std::vector<std::uint32_t> slots;           ///< per column: its position among those of its kind
  std::vector<std::uint32_t> number_columns;  ///< per slot of a number: its column
  std::vector<std::uint32_t> text_columns;    ///< per slot of a text: its column
  std::vector<bool> must_be_number;           ///< per column: text is an error
  bool collects_others = false;               ///< whether CsvRows::others is filled

  CsvPlan() = default;
  /// `missing` must outlive the plan.
  CsvPlan(CsvDialect dialect, const MissingTokens& missing, std::vector<Kind> kinds,
          std::vector<bool> must_be_number);

  std::size_t columns() const { return kinds.size(); }
};

/// A position in the input and what is wrong there.
struct CsvProblem {
  std::uint64_t offset = 0;
  std::optional<std::size_t> column = {};  ///< to name in the message
  std::string message;                     ///< without the position
};

/// An infinite number: an error, unless its column turns out to be text.
struct CsvInfinity {
  std::uint32_t slot = 0;
  std::uint64_t offset = 0;
  std::string text;
};

/// The first texts of a block in a column of numbers that are none, up to max_csv_others distinct
/// ones: with as many a column is not one of numbers.
inline constexpr std::size_t max_csv_others = 6;
struct CsvOther {
  std::string text;
  std::size_t count = 0;
  std::size_t row = 0;  ///< the first, in its block
};

inline constexpr std::uint32_t csv_missing_code = std::numeric_limits<std::uint32_t>::max();

/// The rows of one block, parsed. Reused from block to block, so that its memory is.
struct CsvRows {
  std::size_t rows = 0;
  std::vector<double> numbers;                ///< row-major, rows x number slots; NaN is missing
  std::vector<std::uint8_t> has_missing;      ///< per number slot
  std::vector<std::uint8_t> is_text;          ///< per number slot: a field is not a number
  std::vector<std::uint8_t> is_infinite;      ///< per number slot: it has an entry in infinities
  std::vector<TextIndex> levels;              ///< per text slot: the texts of this block
  std::vector<RecentTexts> recent;            ///< per text slot: codes of fields of this block
  std::vector<std::uint32_t> codes;           ///< row-major, rows x text slots
  std::vector<CsvInfinity> infinities;        ///< the first of each number slot
  std::vector<std::vector<CsvOther>> others;  ///< per number slot, if they are collected
  std::optional<CsvProblem> problem;          ///< the first one; the rows before it were parsed

  /// Memory in use.
  std::size_t bytes() const;
};

/// What the parsed rows of a block of `size` bytes take at most beside the text: a field has at
/// least one byte of text, and so has a level; texts that differ have more.
std::uint64_t csv_rows_bytes(const CsvPlan& plan, std::size_t size);
/// The same for this very block, whose rows are counted.
std::uint64_t csv_rows_bytes(const CsvPlan& plan, const CsvBlock& block);

/// Parses the rows of a block, up to the first problem.
void parse_csv_rows(const CsvPlan& plan, const CsvBlock& block, CsvRows& rows);

/// The message about a fault, with its remedy.
std::string csv_fault_message(CsvFault fault);

}  // namespace pith
