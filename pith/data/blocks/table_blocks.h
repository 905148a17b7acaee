// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/blocks/row_blocks.h"
#include "pith/data/table.h"

namespace pith {

/// The rows of a table in memory, in blocks that share its memory.
class TableBlocks final : public RowBlocks {
 public:
  /// Of the features and, last, the target of a table. `block_rows` is at least 1. Row weights are
  /// not among the fields.
  explicit TableBlocks(const Table& table, std::size_t block_rows = default_rows);
  /// Of all columns.
  explicit TableBlocks(const Columns& columns, std::size_t block_rows = default_rows);

  const BlockSchema& schema() const override { return schema_; }
  std::uint64_t block_bytes(std::span<const std::size_t> fields) const override;
  std::uint64_t read_bytes(std::span<const std::size_t> fields) const override;
  void read(std::span<const std::size_t> fields, const Visit& visit,
            const Context& context) const override;

 private:
  static constexpr std::size_t default_rows = 65'536;

  void describe(std::span<const std::string> names);

  BlockSchema schema_;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
  std::size_t block_rows_;
};

/// What a schema says of a column.
BlockField field_of(const Column& column, std::string name);

}  // namespace pith
