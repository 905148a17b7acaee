// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/database.h"

#include "pith/base/error.h"

namespace pith {

bool is_database(const std::string& source) {
  return source.starts_with("duckdb:") || source.starts_with("sqlite:") ||
         source.starts_with("postgresql:") || source.starts_with("postgres:");
}

TypedColumns read_database(const std::string& /*source*/, const Question& /*question*/,
                           const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument, "files of this format are not supported");
}

}  // namespace pith
