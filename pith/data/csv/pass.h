// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/data/csv/csv.h"
#include "pith/data/csv/rows.h"
#include "pith/data/csv/store.h"
#include "pith/data/csv/text_store.h"
#include "pith/data/input.h"

namespace pith {

/// The rows of a file and how to read them.
struct CsvSource {
  Input& input;
  std::uint64_t start = 0;  ///< offset of the first row
  std::size_t block_size = 0;
  const std::vector<std::string>& names;  ///< of the columns
  /// Of what columns take beside their values; they keep it.
  std::shared_ptr<const Reservation> columns_held = {};
  /// Set to the memory that reading takes in all, as far as that can be told, for a message.
  std::uint64_t& whole_need;
};

/// The result of one pass. Columns that the plan skips, or that were read as numbers but contain
/// text, are left out.
struct CsvResult {
  std::size_t rows = 0;
  std::vector<std::optional<Column>> columns;
  std::vector<std::size_t> texts;  ///< columns that were read as numbers but contain text
};

/// Reads all rows once. Throws Error(bad_data) with the position of the first problem, and
/// Error(resources) when the table exceeds the memory limit. The columns hold reservations of their
/// memory.
CsvResult run_csv_pass(const CsvSource& source, const CsvPlan& plan, const Context& context);

/// How much text is parsed at a time. Results do not depend on it.
inline constexpr std::size_t csv_block_size = std::size_t{1} << 21U;
/// The same, or less where the memory is small.
std::size_t csv_block_size_within(const Context& context);

struct CsvReading {
  const Roles& roles;
  const Context& context;
};

/// read_csv() with blocks of another size, for tests.
Columns read_csv_in_blocks(Input& input, const CsvOptions& options, const CsvReading& reading,
                           std::size_t block_size);

}  // namespace pith
