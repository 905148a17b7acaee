// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/context.h"
#include "pith/data/files/typed_columns.h"
#include "pith/data/sql/adbc.h"
#include "pith/data/sql/address.h"

namespace pith {

/// Whether this names a database and no file: `duckdb:FILE`, `sqlite:FILE`, `postgresql://...`.
bool is_database(const std::string& source);

/// The file of a database; the source itself where it is a file, or a database without one.
std::string source_file(const std::string& source);

/// What to ask of a database.
struct Question {
  std::string query = {};        ///< a SELECT statement
  bool allows_external = false;  ///< whether DuckDB may read other files and load extensions
  bool wants_digest = false;     ///< fill Columns::sha256 with that of the file
};

/// The rows that a query returns, as columns. Nothing is written: a file must exist, and is opened
/// for reading only. Rows come in the order in which the database returns them, on any number of
/// threads. Throws Error(io) where there is no driver or the database cannot be opened,
/// Error(bad_argument) where the query is rejected, Error(bad_data) where its result cannot be read
/// or has no rows, and Error(resources) beyond the memory limit.
TypedColumns read_database(const std::string& source, const Question& question,
                           const Context& context);

/// The same by a driver that is loaded.
TypedColumns ask_database(const AdbcDriver& driver, const DatabaseAddress& address,
                          const Question& question, const Context& context);

}  // namespace pith
