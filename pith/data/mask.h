// SPDX-License-Identifier: Apache-2.0
#pragma once

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
