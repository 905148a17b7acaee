// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "pith/data/table.h"

namespace pith {

/// Columns as the numbers that a format without categories holds. Missing values are NaN.
class NumericColumns {
 public:
  /// Levels that are numbers become these, false and true 0 and 1; other classes of the target,
  /// which is the last column if there is one, become 0, 1, ... Throws Error(bad_argument) for any
  /// other category; `format` is for its message. The columns must outlive this.
  NumericColumns(const Columns& columns, std::size_t targets, std::string_view format);

  std::size_t rows() const { return rows_; }
  std::size_t size() const { return columns_->columns.size(); }
  double at(std::size_t row, std::size_t column) const;

 private:
  const Columns* columns_;
  std::size_t rows_ = 0;
  std::vector<std::vector<double>> levels_;  ///< per column, of each level
};

}  // namespace pith
