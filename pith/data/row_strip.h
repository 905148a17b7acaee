// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// Adjacent columns of a row-major matrix. Reading them one by one loads each cache line once per
/// column; reading them row by row loads it once for all of them.
class RowStrip {
 public:
  /// None if the columns have another layout.
  static std::optional<RowStrip> of(std::span<const Column* const> columns);

  /// The numbers of a row, one for each column; anything where a value is missing.
  void widen_row(std::size_t row, double* out) const;

 private:
  explicit RowStrip(const NumberLayout& first, std::size_t width) : first_(first), width_(width) {}

  NumberLayout first_;
  std::size_t width_;
};

/// find_invalid_values() of each column, read in the order of memory and in parallel.
std::vector<InvalidValues> find_invalid_values(std::span<const NumberLayout> columns,
                                               const Context& context);

/// Column::as_doubles() of adjacent columns of a table, read in the order of memory.
std::vector<Column> as_doubles(std::span<const Column> columns);

}  // namespace pith
