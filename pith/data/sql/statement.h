// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pith/data/sql/address.h"

namespace pith {

/// Throws Error(bad_argument) unless the text is one statement that asks for a table: SELECT, WITH,
/// VALUES and the like. That it changes nothing is up to the session, which is read-only.
void check_statement(const std::string& query, DatabaseSystem system);

/// The statement without semicolons behind it, as it may stand in parentheses.
std::string without_semicolon(const std::string& query, DatabaseSystem system);

}  // namespace pith
