// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// A column of a table that is read some rows at a time. Its kind is the same in every block.
struct BlockField {
  std::string name;
  Column::Kind kind = Column::Kind::numbers;
  bool is_date = false;
  bool is_declared_numeric = false;
  bool is_boolean = false;  ///< codes whose levels are true and false, in any case
  /// stray_text() of the column (data/typing.h): texts that were read as missing; empty: none.
  std::string stray = {};
  std::vector<std::string> stray_tokens = {};  ///< these texts, for the result
};

/// What is known of a table before its rows are read.
struct BlockSchema {
  std::vector<BlockField> fields = {};  ///< names are unique and not empty
  std::optional<std::uint64_t> rows = {};
  std::string source = {};              ///< as the user named it
  std::string sha256 = {};              ///< of the bytes of the file; empty: not known
  std::vector<std::string> notes = {};  ///< decisions of the reader, for the result
};

/// Some consecutive rows. Codes have levels of their own: a level has the same name in every block,
/// but not the same code.
struct RowBlock {
  std::vector<Column> columns = {};  ///< as many as were asked for, in that order
  std::size_t rows = 0;
};

/// A table that is read some rows at a time, as often as needed: a table in memory, or a file that
/// may be larger than memory. Every reading gives the same rows in the same order.
class RowBlocks {
 public:
  RowBlocks() = default;
  RowBlocks(const RowBlocks&) = delete;
  RowBlocks& operator=(const RowBlocks&) = delete;
  virtual ~RowBlocks() = default;

  virtual const BlockSchema& schema() const = 0;
  /// The memory of one block of these fields, buffers included, and the bytes that a reading takes
  /// from the disk (0: none). For plans.
  virtual std::uint64_t block_bytes(std::span<const std::size_t> fields) const = 0;
  virtual std::uint64_t read_bytes(std::span<const std::size_t> fields) const = 0;

  /// Calls `visit` for each block in the order of the rows, on the caller's thread. A block has at
  /// least one row and only the columns of `fields` (positions in the schema). Throws as a reader
  /// does, and what `visit` throws.
  using Visit = std::function<void(const RowBlock&)>;
  virtual void read(std::span<const std::size_t> fields, const Visit& visit,
                    const Context& context) const = 0;
};

}  // namespace pith
