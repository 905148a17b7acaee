// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/terminal/terminal.h"
#include "pith/data/files/typed_columns.h"

namespace pith::cli {

/// For people: rows, parts and writer of the files, and the first `max_columns` columns.
std::string schema_table(const FileSchema& schema, std::size_t max_columns,
                         const Terminal& terminal);

/// `index,name,type,kind`, quoted as in RFC 4180. On a terminal, names are made printable.
std::string schema_csv(const FileSchema& schema, const Terminal& terminal);

}  // namespace pith::cli
