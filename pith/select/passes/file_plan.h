// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/data/blocks/open_blocks.h"
#include "pith/select/request.h"
#include "pith/stats/passes/block_runner.h"

namespace pith {

/// How features of a table in a file are selected within the memory limit, as far as that can be
/// told before its rows are read.
struct FilePlan {
  std::optional<TableSize> size = {};  ///< none: a file that can only be read into memory
  std::uint64_t limit = 0;             ///< of the memory
  std::uint64_t memory_need = 0;       ///< of the table in memory, and of the method; 0: not known
  bool is_chunked = false;             ///< read in blocks of rows, by passes
  /// Why this cannot be done by passes: what select_by_passes() throws.
  std::optional<Error> obstacle = {};

  // By passes:
  std::size_t block_rows = 0;
  std::uint64_t block_bytes = 0;
  std::uint64_t smallest_limit = 0;  ///< that suffices by passes, about
  std::uint64_t peak = 0;            ///< of the memory, about
  std::size_t table_passes = 0;      ///< over the rows as read, about
  std::size_t encoded_passes = 0;    ///< over the encoded rows, about
  Kept kept = Kept::memory;          ///< where the encoded rows are
  std::uint64_t encoded_bytes = 0;
  std::uint64_t bytes_read = 0;  ///< from files, in all

  bool can_be_chunked() const { return size && !obstacle; }
};

/// Plans a selection. Reads only the description of the file. Throws Error(resources) where neither
/// way fits into the limit, with the smallest that suffices; a table of text is only estimated, and
/// is tried.
FilePlan plan_file(const std::string& path, const Roles& roles, const ReadOptions& options,
                   const Request& request, const Context& context);

}  // namespace pith
