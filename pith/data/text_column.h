// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/text_index.h"
#include "pith/data/column.h"

namespace pith {

/// Collects a column of text row by row; the levels of the column are its distinct texts in byte
/// order.
class TextColumn {
 public:
  TextColumn() = default;
  /// Keeps to the memory limit: everything may throw Error(resources), whose message begins with
  /// `what`, and the column holds a reservation of its memory.
  TextColumn(const Context& context, std::string what)
      : context_(&context), what_(std::move(what)) {}

  void add(std::string_view text) { add_code(code_of(text)); }
  void add_missing();

  /// The code of a text for add_code(), the same for equal texts. Every text that gets a code
  /// becomes a level, so each code must be added at least once.
  std::uint32_t code_of(std::string_view text) {
    if (context_ != nullptr) reserve_text(text);
    return texts_.code_of(text);
  }
  void add_code(std::uint32_t code) {
    if (latest_.size() >= rows_together) store();
    latest_.push_back(code);
  }
  /// Adds rows of the code 0, to be overwritten before anything else is added. Rows that are set in
  /// `missing()` keep any code.
  std::span<std::uint32_t> add_codes(std::size_t count) {
    if (latest_.size() >= rows_together) store();
    latest_.resize(latest_.size() + count);
    return std::span(latest_).last(count);
  }
  std::size_t rows() const { return stored_ + latest_.size(); }
  Mask& missing() { return missing_; }
  /// Room for so many rows.
  void reserve(std::size_t rows);

  /// Returns the column and leaves this empty.
  Column finish();

 private:
  /// Rows that are collected before their codes are stored in the narrowest type.
  static constexpr std::size_t rows_together = std::size_t{1} << 14U;

  void reserve_text(std::string_view text);
  void store();
  void make_room(std::size_t rows, std::size_t width);
  Column make_column(std::span<const std::uint32_t> places, std::vector<std::string> levels);

  const Context* context_ = nullptr;
  std::string what_;
  Reservation codes_held_;
  Reservation held_;
  std::size_t free_texts_ = 0;  ///< how many more texts are reserved
  std::size_t free_letters_ = 0;
  std::vector<std::uint32_t> latest_;
  /// Codes of the rows before them, in the narrowest type for these texts.
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>>
      codes_;
  std::size_t stored_ = 0;  ///< how many
  std::size_t room_ = 0;    ///< for so many, in bytes each:
  std::size_t width_ = 1;
  TextIndex texts_;
  Mask missing_;
};

}  // namespace pith
