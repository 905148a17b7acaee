// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/format.h"
#include "pith/data/input.h"
#include "pith/data/missing_tokens.h"

namespace pith {

/// A column of the files of a table, as their descriptions tell.
struct TypedField {
  std::string name = {};
  bool is_numeric = false;  ///< numbers, dates or nothing: read directly, block by block
  bool is_date = false;
};

/// The files of a table with types, of which only the descriptions were read.
class TypedTable {
 public:
  TypedTable() = default;
  TypedTable(const TypedTable&) = delete;
  TypedTable& operator=(const TypedTable&) = delete;
  virtual ~TypedTable() = default;

  virtual std::uint64_t rows() const = 0;
  /// Of all columns. Those that cannot be read are not numeric.
  virtual const std::vector<TypedField>& fields() const = 0;
  virtual std::vector<std::string> notes() const = 0;
  /// How many rows a block has: about so many, and never more than the most.
  struct BlockRows {
    std::size_t wanted = 0;
    std::size_t most = 0;
  };
  /// None: a part of the file that cannot be split has more rows.
  virtual std::optional<BlockEnds> ends(const BlockRows& rows) const = 0;
  /// These numeric columns in such blocks. `missing` are numbers that stand for missing values. The
  /// table must outlive the part.
  virtual std::unique_ptr<BlockPart> part(std::vector<std::size_t> columns, BlockEnds ends,
                                          const MissingTokens& missing) const = 0;
};

/// Opens Arrow or Parquet files.
std::unique_ptr<TypedTable> open_arrow_table(std::vector<Input> inputs, const Context& context);
std::unique_ptr<TypedTable> open_parquet_table(std::vector<Input> inputs, const Context& context);

}  // namespace pith
