// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// Distinct texts, numbered in the order of their first occurrence.
class CsvLevels {
 public:
  /// The code of this text, which is added if it is new.
  std::uint32_t code_of(std::string_view text);

  std::size_t size() const { return ends_.size(); }
  std::string_view text(std::uint32_t code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1];
    return std::string_view(text_).substr(begin, ends_[code] - begin);
  }
  /// Memory in use.
  std::size_t bytes() const;
  void clear();

 private:
  void grow();

  std::string text_;                  ///< all texts, concatenated
  std::vector<std::size_t> ends_;     ///< of the text of each code
  std::vector<std::uint32_t> slots_;  ///< open addressing; code + 1, 0 is free
};

}  // namespace pith
