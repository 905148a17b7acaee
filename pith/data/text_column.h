// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pith/data/column.h"
#include "pith/data/levels.h"

namespace pith {

/// Collects a column of text row by row; the levels of the column are its distinct texts in byte
/// order.
class TextColumn {
 public:
  void add(std::string_view text) { codes_.push_back(levels_.code_of(text)); }
  void add_missing() {
    missing_.set(codes_.size());
    codes_.push_back(0);
  }

  /// Memory in use.
  std::uint64_t bytes() const {
    return codes_.capacity() * sizeof(std::uint32_t) + levels_.bytes();
  }
  /// The column; this is empty afterwards.
  Column finish();

 private:
  Levels levels_;
  std::vector<std::uint32_t> codes_;
  Mask missing_;
};

}  // namespace pith
