// SPDX-License-Identifier: Apache-2.0
#include "pith/data/text_column.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace pith {

void TextColumn::add_missing() {
  missing_.set(codes_.size());
  codes_.push_back(0);
}

std::uint64_t TextColumn::bytes() const {
  return codes_.capacity() * sizeof(std::uint32_t) + texts_.bytes();
}

Column TextColumn::finish() {
  std::vector<std::uint32_t> order(texts_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [this](std::uint32_t a, std::uint32_t b) { return texts_.text(a) < texts_.text(b); });
  std::vector<std::uint32_t> places(order.size());
  std::vector<std::string> levels(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    places[order[i]] = static_cast<std::uint32_t>(i);
    levels[i] = texts_.text(order[i]);
  }
  for (std::size_t row = 0; row < codes_.size(); ++row) {
    codes_[row] = missing_.test(row) ? 0 : places[codes_[row]];
  }
  Column column = Column::from_codes(codes_, std::move(levels), std::move(missing_));
  *this = {};
  return column;
}

}  // namespace pith
