// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "pith/base/context.h"
#include "pith/data/blocks/file_blocks.h"
#include "pith/data/blocks/typed_part.h"
#include "pith/data/files/table_files.h"
#include "pith/data/read.h"
#include "pith/data/roles.h"

namespace pith {

/// Opens the files of an Arrow or Parquet table; only their descriptions are read.
std::unique_ptr<TypedTable> open_typed_table(const TableFiles& files, const Context& context);

/// What roles need of such a table.
struct TypedNeeds {
  std::vector<std::size_t> direct = {};  ///< columns of the files that are read block by block
  std::vector<std::size_t> cached = {};  ///< the others that are needed
};
TypedNeeds typed_needs(const TypedTable& table, const Roles& roles);

/// How to read a table in blocks.
struct TypedReading {
  const TableFiles& files;
  const Roles& roles;
  const ReadOptions& options;
  std::optional<std::size_t> block_rows = {};  ///< none: by the memory
};

/// Numbers are read directly where the parts of the files fit in memory; the other columns are read
/// some at a time by the ordinary reader and kept in a column cache.
FileBlocks::Parts typed_blocks(std::shared_ptr<const TypedTable> table, const TypedReading& how,
                               const Context& context);

/// Columns in memory as a part of a table, in a column cache.
struct CachedColumns {
  std::unique_ptr<BlockPart> part = {};
  std::vector<BlockField> fields = {};
};
CachedColumns cached_columns(const Columns& columns, const BlockEnds& ends, const Context& context);

}  // namespace pith
