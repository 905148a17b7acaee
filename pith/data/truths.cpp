// SPDX-License-Identifier: Apache-2.0
#include "pith/data/truths.h"

#include <cstddef>
#include <limits>
#include <utility>

namespace pith {

Column column_of_truths(std::vector<std::uint8_t> truths, Mask missing) {
  const std::size_t rows = truths.size();
  if (rows > 0 && missing.count() == rows) {
    return Column::from_numbers(std::vector<double>(rows, std::numeric_limits<double>::quiet_NaN()),
                                std::move(missing));
  }
  for (std::size_t row = 0; row < rows; ++row)
    truths[row] = truths[row] != 0 && !missing.test(row) ? 1 : 0;
  return Column::from_bytes(std::move(truths), {"False", "True"}, std::move(missing));
}

}  // namespace pith
