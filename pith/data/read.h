// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/format.h"
#include "pith/data/roles.h"

namespace pith {

/// How to read a file. By default everything is detected.
struct ReadOptions {
  std::optional<Format> format = {};    ///< none: by the extension of the name
  std::optional<bool> has_header = {};  ///< CSV and TSV; none: detected
  char delimiter = 0;  ///< CSV; 0: the one of `,` `;` tab that occurs most in the first line
  std::vector<std::string> na = {};  ///< texts that are missing values, in addition to the default
  bool has_default_na = true;        ///< false: only an empty field and `na` are missing values
  std::string encoding = {};         ///< of text files; empty: UTF-8, else as detected
  char decimal = 0;                  ///< `.` or `,`; 0: `.`, or `,` where a column is unambiguous
  std::string layer = {};        ///< of an AnnData file; or the path of an HDF5 dataset; empty: X
  std::string query = {};        ///< of a database: the SELECT statement
  bool allows_external = false;  ///< whether a query may read other files and load extensions
  /// Further files, folders or patterns of the same table (data/table_files.h).
  std::vector<std::string> more_files = {};
  bool wants_digest = false;  ///< fill Columns::sha256
  ColumnChoice choice = {};   ///< which columns to keep; none: all
};

/// Reads any supported file (`-` is standard input), or the result of a query, into named columns.
/// Parquet and Arrow tables may be in several files, which a folder or a pattern such as
/// `lake/*.parquet` stands for.
/// `roles` tells which columns the reader must keep as text. A target that is the path of an NPY
/// file becomes the last column, with that path as its name. Throws Error(io) when a file cannot be
/// opened, Error(bad_data) with file:line:column when it cannot be parsed, and Error(resources)
/// when it exceeds the memory limit.
Columns read_columns(const std::string& path, const Roles& roles, const ReadOptions& options,
                     const Context& context);

/// Reads a file into a table: `read("wine.csv", {.target = "class"})`.
Table read(const std::string& path, const Roles& roles = {}, const ReadOptions& options = {},
           const Context& context = {});

}  // namespace pith
