// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith {

/// The texts that stand for a missing value: the empty text, by default those that pandas.read_csv
/// knows (in the same case) and `?` and `.`, and those that the user adds.
class MissingTokens {
 public:
  explicit MissingTokens(std::vector<std::string> added = {}, bool has_default = true);
  /// Only these, and not the empty text: where a missing value is written as one.
  static MissingTokens only(std::vector<std::string> tokens);

  bool contains(std::string_view text) const {
    if (text.empty()) return has_empty_;
    // Most texts differ from all tokens in their length or first byte.
    const std::uint64_t lengths = lengths_[static_cast<unsigned char>(text.front())];
    if ((lengths >> length_bit(text) & 1U) == 0) return false;
    return is_listed(text);
  }
  /// Tokens that spell a number mean every number of this value: -999 also means -999.0.
  bool contains(double number) const;
  bool has_numbers() const { return !numbers_.empty(); }

 private:
  static unsigned length_bit(std::string_view text) {
    return text.size() < 63 ? static_cast<unsigned>(text.size()) : 63U;
  }
  bool is_listed(std::string_view text) const;

  bool has_empty_ = true;
  std::vector<std::string> tokens_;
  std::vector<double> numbers_;
  std::array<std::uint64_t, 256> lengths_{};  ///< of the tokens, by their first byte
};

}  // namespace pith
