// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/base/context.h"
#include "pith/data/typed_columns.h"

namespace pith {

/// Whether this names a database and no file: `duckdb:FILE`, `sqlite:FILE`, `postgresql://...`.
bool is_database(const std::string& source);

/// What to ask of a database.
struct Question {
  std::string query = {};        ///< a SELECT statement
  bool allows_external = false;  ///< whether it may read other files and load extensions
};

/// The rows that a query returns, as columns.
TypedColumns read_database(const std::string& source, const Question& question,
                           const Context& context);

}  // namespace pith
