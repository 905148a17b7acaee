// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/csv/pass.h"

namespace pith {

/// A field of the table.
struct CsvCell {
  std::size_t row = 0;
  std::size_t column = 0;
};

/// Where a field begins in the input.
struct CsvPlace {
  std::uint64_t offset = 0;
  std::uint64_t line = 0;  ///< counted from 1, as an editor does
};

/// The places of these fields, in the same order. Reads the input again, up to the last of them;
/// only notes and messages need it, so that the parser does not have to remember places.
std::vector<CsvPlace> csv_places(const CsvSource& source, const CsvDialect& dialect,
                                 std::span<const CsvCell> cells, const Context& context);

}  // namespace pith
