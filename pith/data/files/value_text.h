// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/data/column.h"

namespace pith {

/// A date as ISO 8601 has it: `2024-03-31`, or `2024-03-31T12:30:15.25` where there is a time or
/// one is wanted, with as many digits as it takes to read back to the same number of days.
std::string iso_date_text(double days, bool wants_time = false);

/// Whether a column of dates has a time in any row; all are then written with one.
bool has_times(const Column& dates);

/// The values of a column as text, row by row. The column must outlive it.
class ValueText {
 public:
  /// `quote` makes a text of the format of a level; `missing` stands for missing values.
  ValueText(const Column& column, const std::function<std::string(std::string_view)>& quote,
            std::string_view missing);

  void append(std::size_t row, std::string& text) const;

 private:
  const Column* column_;
  std::string_view missing_;
  bool wants_time_ = false;
  std::vector<std::string> levels_;
};

}  // namespace pith
