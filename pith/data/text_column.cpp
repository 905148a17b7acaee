// SPDX-License-Identifier: Apache-2.0
#include "pith/data/text_column.h"

#include <algorithm>
#include <utility>

namespace pith {

std::uint32_t TextColumn::code_of(std::string_view text) {
  auto place = places_.find(text);
  if (place == places_.end()) {
    place = places_.emplace(std::string(text), static_cast<std::uint32_t>(places_.size())).first;
    text_bytes_ += text.size();
  }
  return place->second;
}

void TextColumn::add_missing() {
  missing_.set(codes_.size());
  codes_.push_back(0);
}

std::uint64_t TextColumn::bytes() const {
  constexpr std::uint64_t node = 96;  // string, code, link and the overhead of the heap
  return codes_.capacity() * sizeof(std::uint32_t) + places_.size() * node + text_bytes_;
}

Column TextColumn::finish() {
  std::vector<std::pair<std::string_view, std::uint32_t>> sorted(places_.begin(), places_.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint32_t> places(sorted.size());
  std::vector<std::string> levels(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    places[sorted[i].second] = static_cast<std::uint32_t>(i);
    levels[i] = sorted[i].first;
  }
  for (std::size_t row = 0; row < codes_.size(); ++row) {
    codes_[row] = missing_.test(row) ? 0 : places[codes_[row]];
  }
  Column column = Column::from_codes(codes_, std::move(levels), std::move(missing_));
  *this = {};
  return column;
}

}  // namespace pith
