// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/blocks/column_file.h"
#include "pith/data/blocks/file_blocks.h"

namespace pith {

/// What the stored values of a column mean.
struct CachedColumn {
  BlockField field = {};
  /// Of a numeric column that is stored as codes: the number of each code; NaN is missing.
  std::vector<double> numbers = {};
  /// Of a categorical column: the level of each code, or missing_code; empty: the code itself.
  std::vector<std::uint32_t> recoded = {};
  std::vector<std::string> levels = {};
  bool is_stored_as_codes = false;

  std::uint64_t bytes() const;
};

/// The columns of such a file.
class CachedPart final : public BlockPart {
 public:
  CachedPart(ColumnFile file, std::vector<CachedColumn> columns, BlockEnds ends,
             const Context& context);

  std::vector<Column> read(std::size_t block, std::span<const std::size_t> columns,
                           const Context& context) const override;
  void prefetch(std::size_t block, std::span<const std::size_t> columns) const override;
  std::uint64_t block_bytes(std::span<const std::size_t> columns) const override;
  std::uint64_t read_bytes(std::span<const std::size_t> columns) const override;

 private:
  Column numbers(std::size_t column, std::size_t block, std::span<double> values,
                 std::shared_ptr<const void> owner) const;
  Column codes(std::size_t column, std::size_t block, std::size_t rows) const;

  ColumnFile file_;
  std::vector<CachedColumn> columns_;
  BlockEnds ends_;
  Reservation held_;
};

}  // namespace pith
