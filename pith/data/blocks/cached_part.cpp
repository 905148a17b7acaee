// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/cached_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "pith/base/error.h"
#include "pith/base/large_array.h"
#include "pith/base/parallel.h"
#include "pith/data/column_memory.h"

namespace pith {
namespace {

constexpr std::uint32_t none = ColumnFile::missing_code;

/// The memory of the numbers of a block.
struct BlockMemory {
  Reservation held;
  LargeArray values;
};

/// The codes of a block and their levels, without those that it does not have where these are more
/// than it has rows.
Column codes_column(std::vector<std::uint32_t> codes, const std::vector<std::string>& levels) {
  Mask missing;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (codes[row] == none) missing.set(row);
  }
  const auto zero = [&] { std::replace(codes.begin(), codes.end(), none, std::uint32_t{0}); };
  constexpr std::size_t few = 256;
  if (levels.size() <= std::max(few, codes.size() / 8)) {
    zero();
    return Column::from_codes(codes, levels, std::move(missing));
  }
  std::vector<std::uint32_t> used;
  std::copy_if(codes.begin(), codes.end(), std::back_inserter(used),
               [](std::uint32_t code) { return code != none; });
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  std::vector<std::string> names;
  names.reserve(used.size());
  for (const std::uint32_t code : used)
    names.push_back(levels[code]);
  for (std::uint32_t& code : codes) {
    if (code == none) continue;
    const auto place = std::lower_bound(used.begin(), used.end(), code);
    code = static_cast<std::uint32_t>(place - used.begin());
  }
  zero();
  return Column::from_codes(codes, std::move(names), std::move(missing));
}

}  // namespace

std::uint64_t CachedColumn::bytes() const {
  std::uint64_t sum = numbers.size() * sizeof(double) + recoded.size() * sizeof(std::uint32_t) +
                      levels.size() * bytes_per_level + long_name_bytes(levels);
  return sum + sizeof(CachedColumn);
}

CachedPart::CachedPart(ColumnFile file, std::vector<CachedColumn> columns, BlockEnds ends,
                       const Context& context)
    : file_(std::move(file)), columns_(std::move(columns)), ends_(std::move(ends)) {
  std::uint64_t bytes = 0;
  for (const CachedColumn& column : columns_)
    bytes += column.bytes();
  held_ = context.reserve(bytes, "the levels of the column cache", "drop columns of text");
}

Column CachedPart::numbers(std::size_t column, std::size_t block, std::span<double> values,
                           std::shared_ptr<const void> owner) const {
  const CachedColumn& how = columns_[column];
  bool has_missing = file_.has_missing(column, block);
  if (how.is_stored_as_codes) {
    std::vector<std::uint32_t> codes(values.size());
    file_.read(column, block, codes);
    std::transform(codes.begin(), codes.end(), values.begin(), [&](std::uint32_t code) {
      return code == none ? std::numeric_limits<double>::quiet_NaN() : how.numbers[code];
    });
    has_missing = true;
  } else {
    file_.read(column, block, values);
  }
  Mask missing;
  for (std::size_t row = 0; has_missing && row < values.size(); ++row) {
    if (std::isnan(values[row])) missing.set(row);
  }
  Column made = Column::borrow_numbers(values, std::move(owner), std::move(missing));
  if (how.field.is_date) made = made.as_date();
  return how.field.is_declared_numeric ? made.declared_numeric() : made;
}

Column CachedPart::codes(std::size_t column, std::size_t block, std::size_t rows) const {
  const CachedColumn& how = columns_[column];
  std::vector<std::uint32_t> codes(rows);
  file_.read(column, block, codes);
  if (!how.recoded.empty()) {
    for (std::uint32_t& code : codes)
      code = code == none ? none : how.recoded[code];
  }
  return codes_column(std::move(codes), how.levels);
}

std::vector<Column> CachedPart::read(std::size_t block, std::span<const std::size_t> columns,
                                     const Context& context) const {
  const std::size_t rows = ends_.rows(block);
  const auto memory = std::make_shared<BlockMemory>();
  const std::string what =
      fmt::format("a block of {} and {}", counted(rows, "row"), counted(columns.size(), "column"));
  memory->held = context.reserve(block_bytes_of(rows, columns.size()), what);
  std::vector<std::size_t> places(columns.size());
  std::size_t numeric = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool is_numeric = columns_[columns[i]].field.kind == Column::Kind::numbers;
    places[i] = is_numeric ? numeric++ : 0;
  }
  memory->values = large_array(numeric * rows);
  const Workers workers =
      workers_within(context, columns.size(), 4 * sizeof(std::uint32_t) * rows, what);
  std::vector<std::optional<Column>> made(columns.size());
  parallel_blocks(workers.context, columns.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const bool is_numeric = columns_[columns[i]].field.kind == Column::Kind::numbers;
      double* const values = memory->values.get() + places[i] * rows;
      made[i] = is_numeric ? numbers(columns[i], block, {values, rows}, memory)
                           : codes(columns[i], block, rows);
    }
  });
  std::vector<Column> read;
  read.reserve(made.size());
  const std::shared_ptr<const Reservation> held(memory, &memory->held);
  for (std::optional<Column>& column : made)
    read.push_back(column->is_codes() ? column->holding(held) : std::move(*column));
  return read;
}

void CachedPart::prefetch(std::size_t block, std::span<const std::size_t> columns) const {
  for (const std::size_t column : columns)
    file_.prefetch(column, block);
}

std::uint64_t CachedPart::block_bytes(std::span<const std::size_t> columns) const {
  return block_bytes_of(ends_.largest(), columns.size());
}

std::uint64_t CachedPart::read_bytes(std::span<const std::size_t> columns) const {
  std::uint64_t bytes = 0;
  for (const std::size_t column : columns)
    bytes += file_.column_bytes(column);
  return bytes;
}

}  // namespace pith
