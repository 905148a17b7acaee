// SPDX-License-Identifier: Apache-2.0
#include "pith/data/text_column.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "pith/data/column_memory.h"
#include "pith/data/growing_memory.h"

namespace pith {

void TextColumn::add_missing() {
  missing_.set(codes_.size());
  add_code(0);
}

void TextColumn::reserve(std::size_t rows) {
  if (rows <= codes_.capacity()) return;
  if (context_ != nullptr) {
    // While they grow, the codes are in memory twice; then they are narrowed; a mask may follow.
    const std::uint64_t codes = std::uint64_t{rows} * sizeof(std::uint32_t);
    grow_further(*context_, codes_held_, 2 * codes + rows / 4, what_);
  }
  codes_.reserve(rows);
}

/// Texts are reserved by thousands, with what finish() needs for them.
void TextColumn::reserve_text(std::string_view text) {
  if (free_texts_ > 0 && free_letters_ >= text.size()) {
    --free_texts_;
    free_letters_ -= text.size();
    return;
  }
  constexpr std::size_t texts = 1024;
  constexpr std::size_t letters = std::size_t{1} << 14U;
  constexpr std::uint64_t bytes_to_finish = bytes_per_level + 32 + 2 * sizeof(std::uint32_t);
  free_texts_ = texts;
  free_letters_ = std::max(letters, 2 * text.size());
  const std::uint64_t all = texts_.size() + free_texts_;
  grow_further(*context_, held_,
               texts_.bytes() + texts_.bytes_to_add(free_texts_, free_letters_) +
                   all * bytes_to_finish + texts_.letters() + free_letters_,
               what_);
  free_letters_ -= text.size();
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
  if (missing_.any()) {
    for (std::size_t row = 0; row < codes_.size(); ++row)
      codes_[row] = missing_.test(row) ? 0 : places[codes_[row]];
  } else {
    for (std::uint32_t& code : codes_)
      code = places[code];
  }
  const Column column = Column::from_codes(codes_, std::move(levels), std::move(missing_));
  const Context* const context = context_;
  const std::string what = std::move(what_);
  *this = {};
  return context == nullptr ? column : reserved(column, what, *context);
}

}  // namespace pith
