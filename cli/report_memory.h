// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "pith/base/error.h"
#include "pith/data/table.h"

namespace pith::cli {

/// The memory in bytes that suffices for all parts of a report about this table. The parts reserve
/// what they need when their turn comes, so this is an estimate from above.
std::uint64_t report_bytes(const Table& table);

/// The same before the table is read, from the size of the file; 0 where it has none.
std::uint64_t report_bytes_of_file(const std::string& path);

/// A refusal of memory that recommends a limit of at least so many bytes, so that it need not be
/// raised once for each part.
Error with_sufficient_limit(const Error& refusal, std::uint64_t bytes);

}  // namespace pith::cli
