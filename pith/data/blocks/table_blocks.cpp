// SPDX-License-Identifier: Apache-2.0
#include "pith/data/blocks/table_blocks.h"

#include <algorithm>

#include "pith/base/assert.h"
#include "pith/data/boolean.h"
#include "pith/data/typing.h"

namespace pith {

BlockField field_of(const Column& column, std::string name) {
  BlockField field{.name = std::move(name),
                   .kind = column.kind(),
                   .is_date = column.is_date(),
                   .is_declared_numeric = column.is_declared_numeric(),
                   .is_boolean = is_boolean(column),
                   .stray = column.stray().empty() ? std::string() : stray_text(column)};
  for (const StrayToken& stray : column.stray())
    field.stray_tokens.push_back(stray.token);
  return field;
}

TableBlocks::TableBlocks(const Table& table, std::size_t block_rows)
    : columns_(table.parts().features), block_rows_(block_rows) {
  std::vector<std::string> names = table.names();
  if (table.has_target()) {
    columns_.push_back(table.target());
    names.push_back(table.target_name());
  }
  schema_.source = table.source();
  schema_.sha256 = table.sha256();
  schema_.notes = table.notes();
  describe(names);
}

TableBlocks::TableBlocks(const Columns& columns, std::size_t block_rows)
    : columns_(columns.columns), block_rows_(block_rows) {
  schema_.source = columns.source;
  schema_.sha256 = columns.sha256;
  schema_.notes = columns.notes;
  describe(columns.names);
}

void TableBlocks::describe(std::span<const std::string> names) {
  PITH_ASSERT(block_rows_ > 0);
  rows_ = columns_.empty() ? 0 : columns_.front().rows();
  schema_.rows = rows_;
  schema_.fields.reserve(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i)
    schema_.fields.push_back(field_of(columns_[i], names[i]));
}

std::uint64_t TableBlocks::block_bytes(std::span<const std::size_t> fields) const {
  std::uint64_t bytes = 0;
  const std::size_t block = std::min(block_rows_, rows_);
  for (const std::size_t field : fields) {
    const Column& column = columns_[field];
    constexpr std::uint64_t bytes_per_slice = 512;
    bytes += bytes_per_slice;
    if (column.has_missing()) bytes += block / 8;
    const NumberLayout* const layout = column.is_numbers() ? column.layout() : nullptr;
    if (layout != nullptr && layout->stored)
      bytes += std::min(layout->stored->size(), block) * sizeof(std::int32_t);
  }
  return bytes;
}

std::uint64_t TableBlocks::read_bytes(std::span<const std::size_t> /*fields*/) const {
  return 0;
}

void TableBlocks::read(std::span<const std::size_t> fields, const Visit& visit,
                       const Context& context) const {
  for (std::size_t first = 0; first < rows_; first += block_rows_) {
    context.check_cancelled();
    RowBlock block{.columns = {}, .rows = std::min(block_rows_, rows_ - first)};
    block.columns.reserve(fields.size());
    for (const std::size_t field : fields)
      block.columns.push_back(columns_[field].slice(first, block.rows));
    visit(block);
  }
}

}  // namespace pith
