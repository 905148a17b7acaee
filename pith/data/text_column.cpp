// SPDX-License-Identifier: Apache-2.0
#include "pith/data/text_column.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace pith {

Column TextColumn::finish() {
  std::vector<std::uint32_t> sorted(levels_.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(),
            [this](std::uint32_t a, std::uint32_t b) { return levels_.text(a) < levels_.text(b); });
  std::vector<std::uint32_t> places(sorted.size());
  std::vector<std::string> names(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    places[sorted[i]] = static_cast<std::uint32_t>(i);
    names[i] = levels_.text(sorted[i]);
  }
  for (std::size_t row = 0; row < codes_.size(); ++row) {
    if (!missing_.test(row)) codes_[row] = places[codes_[row]];
  }
  Column column = Column::from_codes(codes_, std::move(names), std::move(missing_));
  *this = {};
  return column;
}

}  // namespace pith
