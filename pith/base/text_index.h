// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/keyed_hash.h"

namespace pith {

/// Distinct texts, numbered in the order of their first occurrence. Nobody can choose texts that
/// make it slow: when searches become long, the hash gets a secret key. Codes do not depend on it.
class TextIndex {
 public:
  /// The code of this text, which is added if it is new.
  std::uint32_t code_of(std::string_view text);
  /// Adds a text; false: it was there.
  bool insert(std::string_view text) {
    const std::size_t before = size();
    return code_of(text) == before;
  }
  std::optional<std::uint32_t> find(std::string_view text) const;
  bool contains(std::string_view text) const { return find(text).has_value(); }

  std::size_t size() const { return ends_.size(); }
  std::string_view text(std::uint32_t code) const {
    const std::size_t begin = code == 0 ? 0 : ends_[code - 1];
    return std::string_view(text_).substr(begin, ends_[code] - begin);
  }
  /// Memory in use.
  std::size_t bytes() const;
  /// Of all texts.
  std::size_t letters() const { return text_.size(); }
  /// How much more it takes at most while so many new texts of so many letters are added.
  std::size_t bytes_to_add(std::size_t texts, std::size_t letters) const;
  void clear();

 private:
  std::size_t hash(std::string_view text) const;
  std::size_t slot_of(std::string_view text) const;
  void grow();
  void fill(std::size_t slots);

  std::string text_;                  ///< all texts, concatenated
  std::vector<std::size_t> ends_;     ///< of the text of each code
  std::vector<std::uint32_t> slots_;  ///< open addressing; code + 1, 0 is free
  FloodGuard guard_;
  std::optional<HashKey> key_;  ///< none: std::hash
};

}  // namespace pith
