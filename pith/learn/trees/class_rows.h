// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pith/data/table.h"

namespace pith {

/// The rows of a table that count, class by class.
struct ClassRows {
  explicit ClassRows(const Table& table);

  std::size_t size() const { return rows.size(); }

  std::vector<std::uint32_t> rows;   ///< those of positive weight: by class, then as in the table
  std::vector<std::uint32_t> sizes;  ///< of the classes that have rows
  std::vector<double> weights;       ///< by position in `rows`; empty: all are 1
};

}  // namespace pith
