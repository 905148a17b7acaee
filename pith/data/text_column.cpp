// SPDX-License-Identifier: Apache-2.0
#include "pith/data/text_column.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "pith/data/column_memory.h"
#include "pith/data/growing_memory.h"

namespace pith {

namespace {

/// The bytes of a code of so many texts.
std::size_t width_for(std::size_t texts) {
  return static_cast<std::size_t>(code_bytes(1, texts));
}

/// The codes in a wider type, with room for so many.
template <class Code, class Codes>
std::vector<Code> widened(const Codes& codes, std::size_t room) {
  std::vector<Code> wide;
  wide.reserve(room);
  std::visit(
      [&](const auto& narrow) {
        for (const std::uint32_t code : narrow)
          wide.push_back(static_cast<Code>(code));
      },
      codes);
  return wide;
}

/// Replaces each code by its place; that of missing rows becomes 0.
template <class Code>
void renumber(std::vector<Code>& codes, std::span<const std::uint32_t> places,
              const Mask& missing) {
  if (missing.any()) {
    for (std::size_t row = 0; row < codes.size(); ++row)
      codes[row] = missing.test(row) ? Code{0} : static_cast<Code>(places[codes[row]]);
  } else {
    for (Code& code : codes)
      code = static_cast<Code>(places[code]);
  }
}

}  // namespace

void TextColumn::add_missing() {
  missing_.set(rows());
  add_code(0);
}

void TextColumn::reserve(std::size_t rows) {
  if (rows > room_) make_room(rows, width_);
}

/// Room for so many codes of so many bytes.
void TextColumn::make_room(std::size_t rows, std::size_t width) {
  if (context_ != nullptr) {
    // While they move, the codes are in memory twice; a mask may follow.
    const std::uint64_t before = std::uint64_t{room_} * width_;
    const std::uint64_t latest = latest_.size() * sizeof(std::uint32_t);
    grow_further(*context_, codes_held_, before + std::uint64_t{rows} * width + rows / 4 + latest,
                 what_);
  }
  if (width == width_) {
    std::visit([rows](auto& codes) { codes.reserve(rows); }, codes_);
  } else {
    if (width == sizeof(std::uint16_t)) {
      codes_ = widened<std::uint16_t>(codes_, rows);
    } else {
      codes_ = widened<std::uint32_t>(codes_, rows);
    }
  }
  room_ = rows;
  width_ = width;
}

void TextColumn::store() {
  const std::size_t rows = this->rows();
  const std::size_t width = width_for(texts_.size());
  if (rows > room_) {
    make_room(std::max(rows, 2 * room_), width);
  } else if (width > width_) {
    make_room(room_, width);
  }
  std::visit(
      [this](auto& codes) {
        codes.insert(codes.end(), latest_.begin(), latest_.end());  // which fit, and are narrowed
      },
      codes_);
  stored_ = rows;
  latest_.clear();
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

Column TextColumn::make_column(std::span<const std::uint32_t> places,
                               std::vector<std::string> levels) {
  if (auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&codes_)) {
    renumber(*bytes, places, missing_);
    return Column::from_bytes(std::move(*bytes), std::move(levels), std::move(missing_));
  }
  if (auto* const shorts = std::get_if<std::vector<std::uint16_t>>(&codes_)) {
    renumber(*shorts, places, missing_);
    return Column::from_shorts(std::move(*shorts), std::move(levels), std::move(missing_));
  }
  auto& codes = std::get<std::vector<std::uint32_t>>(codes_);
  renumber(codes, places, missing_);
  return Column::from_codes(codes, std::move(levels), std::move(missing_));
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
  store();
  const Column column = make_column(places, std::move(levels));
  const Context* const context = context_;
  const std::string what = std::move(what_);
  *this = {};
  return context == nullptr ? column : reserved(column, what, *context);
}

}  // namespace pith
