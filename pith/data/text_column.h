// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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
  std::uint32_t code_of(std::string_view text);
  void add_code(std::uint32_t code) { codes_.push_back(code); }
  void reserve(std::size_t rows) { codes_.reserve(rows); }

  /// The approximate memory in use, for the limit.
  std::uint64_t bytes() const;
  /// Returns the column and leaves this empty.
  Column finish();

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::vector<std::uint32_t> codes_;
  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> places_;
  std::uint64_t text_bytes_ = 0;
  Mask missing_;
};

}  // namespace pith
