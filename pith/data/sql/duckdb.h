// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "pith/base/context.h"
#include "pith/data/sql/adbc.h"
#include "pith/data/sql/address.h"
#include "pith/data/sql/session.h"

namespace pith {

/// A session with DuckDB, and the memory that is reserved for it.
struct OpenDuckDB {
  Reservation held;
  std::unique_ptr<Session> session;
};

/// Opens a file for reading only. Unless `allows_external`, DuckDB reads and writes no other file,
/// loads no extension, and does not let a statement change that. It has the threads of the context
/// and a quarter of the memory that is left; the rest is for the columns.
OpenDuckDB open_duckdb(const AdbcDriver& driver, const DatabaseAddress& address,
                       bool allows_external, const Context& context);

}  // namespace pith
