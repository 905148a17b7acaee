// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pith/base/context.h"
#include "pith/data/table.h"

namespace pith {

/// Some rows of a table in ascending order of each feature; rows with equal values in their own
/// order. Sorted once, for all trees.
class SortedFeatures {
 public:
  struct Entry {
    std::uint32_t row = 0;     ///< position among the rows
    std::uint32_t number = 0;  ///< of its value among the distinct values, ascending from 0
  };

  /// Features are numbers without missing values. Throws Error(resources) if the orders exceed the
  /// memory limit.
  SortedFeatures(const Table& table, std::span<const std::uint32_t> rows, const Context& context);

  std::size_t rows() const { return rows_; }
  std::size_t features() const { return features_; }
  std::span<const Entry> of(Feature feature) const {
    return {entries_.get() + feature * rows_, rows_};
  }

 private:
  std::size_t rows_ = 0;
  std::size_t features_ = 0;
  Reservation held_;                  // of the entries
  std::unique_ptr<Entry[]> entries_;  // not a vector: it is filled by several threads, once
};

}  // namespace pith
