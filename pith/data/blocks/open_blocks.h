// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "pith/base/context.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/data/read.h"
#include "pith/data/roles.h"

namespace pith {

/// What is known of a table in a file before its rows are read.
struct TableSize {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t table_bytes = 0;  ///< that it takes in memory
  std::uint64_t file_bytes = 0;
  std::uint64_t cache_bytes = 0;  ///< of the column cache that reading it in blocks needs
  bool is_estimate = false;       ///< from the size of the file and its first lines
};

/// The size of the table in a file that open_blocks() can read; none: another format, standard
/// input, or a query. Reads only the description of the file. Throws as a reader does.
std::optional<TableSize> table_size(const std::string& path, const Roles& roles,
                                    const ReadOptions& options, const Context& context);

/// Opens a table that may be larger than memory: NPY (plain), Arrow, Parquet, CSV and TSV. Columns,
/// notes and errors are those of read_columns(). What cannot be read directly is in a column cache
/// in TMPDIR from now on: text files, and the texts of other files. Throws as read_columns() does,
/// and Error(bad_argument) for other formats.
std::unique_ptr<RowBlocks> open_blocks(const std::string& path, const Roles& roles,
                                       const ReadOptions& options, const Context& context);

/// The same with this number of rows in a block, for tests; results do not depend on it.
std::unique_ptr<RowBlocks> open_blocks(const std::string& path, const Roles& roles,
                                       const ReadOptions& options, const Context& context,
                                       std::size_t block_rows);

}  // namespace pith
