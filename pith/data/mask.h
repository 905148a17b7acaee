// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pith {

/// One bit per row, which is set where the value is missing. A mask without set bits takes no
/// memory.
class Mask {
 public:
  Mask() = default;

  void set(std::size_t row) {
    const std::size_t word = row / 64;
    if (word >= words_.size()) words_.resize(word + 1);
    words_[word] |= std::uint64_t{1} << (row % 64);
  }
  bool test(std::size_t row) const {
    const std::size_t word = row / 64;
    return word < words_.size() && ((words_[word] >> (row % 64)) & 1U) != 0;
  }
  bool any() const { return !words_.empty(); }
  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }
  /// The bits of the rows first .. first + count - 1, as rows 0 .. count - 1.
  Mask slice(std::size_t first, std::size_t count) const {
    Mask part;
    const std::size_t used = first / 64 < words_.size() ? words_.size() - first / 64 : 0;
    for (std::size_t i = 0; i < std::min(used, (count + 63) / 64); ++i) {
      const std::size_t word = first / 64 + i;
      std::uint64_t bits = words_[word] >> (first % 64);
      if (first % 64 != 0 && word + 1 < words_.size())
        bits |= words_[word + 1] << (64 - first % 64);
      if (i == count / 64) bits &= (std::uint64_t{1} << (count % 64)) - 1;
      if (bits == 0) continue;
      part.words_.resize(i + 1);
      part.words_[i] = bits;
    }
    return part;
  }
  std::size_t count() const {
    std::size_t total = 0;
    for (const std::uint64_t word : words_)
      total += static_cast<std::size_t>(std::popcount(word));
    return total;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace pith
