// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pith/base/text_index.h"
#include "pith/data/column.h"

namespace pith {

/// Collects a column of text row by row; the levels of the column are its distinct texts in byte
/// order.
class TextColumn {
 public:
  void add(std::string_view text) { add_code(code_of(text)); }
  void add_missing();

  /// The code of a text for add_code(), the same for equal texts. Every text that gets a code
  /// becomes a level, so each code must be added at least once.
  std::uint32_t code_of(std::string_view text) { return texts_.code_of(text); }
  void add_code(std::uint32_t code) { codes_.push_back(code); }
  void reserve(std::size_t rows) { codes_.reserve(rows); }

  /// The approximate memory in use, for the limit.
  std::uint64_t bytes() const;
  /// Returns the column and leaves this empty.
  Column finish();

 private:
  std::vector<std::uint32_t> codes_;
  TextIndex texts_;
  Mask missing_;
};

}  // namespace pith
