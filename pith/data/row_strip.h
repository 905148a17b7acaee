// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"

namespace pith {

/// Neighbouring columns of a matrix that is stored by rows. To read them one by one brings each
/// line of memory into the cache once for every column; row by row, once for all of them.
class RowStrip {
 public:
  /// None where the columns lie otherwise.
  static std::optional<RowStrip> of(std::span<const Column* const> columns);

  /// The numbers of a row, one for each column; anything where a value is missing.
  void widen_row(std::size_t row, double* out) const;

 private:
  explicit RowStrip(const NumberLayout& first, std::size_t width) : first_(first), width_(width) {}

  NumberLayout first_;
  std::size_t width_;
};

/// unusual_numbers() of each column, read as they lie in memory. All threads of the context look.
std::vector<InvalidValues> unusual_numbers(std::span<const NumberLayout> columns,
                                           const Context& context);

/// Column::as_doubles() of columns that stand side by side in a table, read as they lie in memory.
std::vector<Column> as_doubles(std::span<const Column> columns);

}  // namespace pith
