// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pith/data/format.h"
#include "pith/data/table.h"

namespace pith {

/// What a source whose columns have types gives: a Parquet or Arrow file, a database.
struct TypedColumns {
  Columns columns = {};
  /// Which columns are plain texts, of codes whose levels are the texts in use in byte order. Their
  /// texts may spell numbers or dates; those of dictionaries and other columns may not.
  std::vector<bool> is_text = {};
  /// How many of the last columns describe the rows, beside the matrix: of an AnnData file, obs.
  /// None: there is no such difference.
  std::optional<std::size_t> annotations = {};
  /// Why the array that is the target unless another is named cannot be read. Empty: there is none.
  std::string missing_target = {};
};

/// What a file says about one of its columns.
struct SchemaColumn {
  std::string name = {};
  std::string type = {};  ///< in the words of the format: `int64`, `timestamp[us, UTC]`
  std::string kind = {};  ///< as pith reads it: `number`, `category`, `date`, or empty: not at all
};

/// What a file says about itself, without its values.
struct FileSchema {
  std::string source = {};  ///< as the user named it
  Format format = Format::parquet;
  std::size_t files = 1;
  std::optional<std::uint64_t> rows = {};
  std::string part_name = {};  ///< of what the rows are divided into: `row group`
  std::uint64_t parts = 0;
  std::string writer = {};  ///< the program that wrote it, if the file says so
  std::vector<SchemaColumn> columns = {};
};

}  // namespace pith
