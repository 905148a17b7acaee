// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/file_blocks.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pith/data/column_memory.h"

namespace pith {

std::size_t BlockEnds::largest() const {
  std::size_t most = 0;
  for (std::size_t block = 0; block < blocks(); ++block)
    most = std::max(most, rows(block));
  return most;
}

BlockEnds BlockEnds::even(std::uint64_t rows, std::size_t block) {
  BlockEnds made;
  for (std::uint64_t end = block; end < rows; end += block)
    made.ends.push_back(end);
  if (rows > 0) made.ends.push_back(rows);
  return made;
}

std::uint64_t block_bytes_of(std::size_t rows, std::size_t columns) {
  return std::uint64_t{columns} * (rows * sizeof(double) + rows / 8 + bytes_per_made_column);
}

std::size_t block_rows_within(const Context& context, std::size_t columns) {
  constexpr std::uint64_t target = std::uint64_t{32} << 20U;
  constexpr std::uint64_t fewest = 64;  // fewer, and the columns would take more than their values
  constexpr std::uint64_t most = std::uint64_t{1} << 16U;
  const std::uint64_t row_bytes = std::max<std::uint64_t>(1, columns) * sizeof(double);
  std::uint64_t rows = std::clamp(target / row_bytes, fewest, most);
  // In a wide table, what a pass keeps of each column needs more room than a block.
  const bool is_wide = target / row_bytes < fewest;
  const std::uint64_t room = context.memory_available() / (is_wide ? 8 : 4);
  while (rows > 1 && block_bytes_of(rows, columns) > room)
    rows -= (rows + 7) / 8;
  return rows > 8 ? rows / 8 * 8 : std::max<std::uint64_t>(1, rows);
}

std::size_t max_block_rows_within(const Context& context, std::size_t columns) {
  const std::uint64_t each = context.memory_available() / 4 / std::max<std::uint64_t>(1, columns);
  return each <= bytes_per_made_column
             ? 1
             : (each - bytes_per_made_column) * 8 / (8 * sizeof(double) + 1);
}

std::vector<FileBlocks::Share> FileBlocks::shares(std::span<const std::size_t> fields) const {
  std::vector<Share> made(table_.parts.size());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Place& place = table_.places[fields[i]];
    made[place.part].columns.push_back(place.column);
    made[place.part].targets.push_back(i);
  }
  return made;
}

std::uint64_t FileBlocks::block_bytes(std::span<const std::size_t> fields) const {
  const std::vector<Share> shared = shares(fields);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (!shared[i].columns.empty()) bytes += table_.parts[i]->block_bytes(shared[i].columns);
  }
  return bytes;
}

std::uint64_t FileBlocks::read_bytes(std::span<const std::size_t> fields) const {
  const std::vector<Share> shared = shares(fields);
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < shared.size(); ++i) {
    if (!shared[i].columns.empty()) bytes += table_.parts[i]->read_bytes(shared[i].columns);
  }
  return bytes;
}

void FileBlocks::read(std::span<const std::size_t> fields, const Visit& visit,
                      const Context& context) const {
  const std::vector<Share> shared = shares(fields);
  for (std::size_t block = 0; block < table_.ends.blocks(); ++block) {
    context.check_cancelled();
    std::vector<std::optional<Column>> columns(fields.size());
    for (std::size_t i = 0; i < shared.size(); ++i) {
      if (shared[i].columns.empty()) continue;
      std::vector<Column> read = table_.parts[i]->read(block, shared[i].columns, context);
      for (std::size_t k = 0; k < read.size(); ++k)
        columns[shared[i].targets[k]] = std::move(read[k]);
      // The disk works on the next block while the caller works on this one.
      if (block + 1 < table_.ends.blocks()) table_.parts[i]->prefetch(block + 1, shared[i].columns);
    }
    RowBlock rows{.columns = {}, .rows = table_.ends.rows(block)};
    rows.columns.reserve(columns.size());
    for (std::optional<Column>& column : columns)
      rows.columns.push_back(std::move(*column));
    columns = {};
    visit(rows);
  }
}

}  // namespace pith
