// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace pith {
namespace flood {

inline constexpr std::uint64_t factor = 0xc6a4a7935bd1e995U;
inline constexpr std::uint64_t seed = 0xc70f6907U;

/// The inverse of an odd number modulo 2^64, by Newton's method.
constexpr std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t x = odd;
  for (int step = 0; step < 6; ++step)
    x *= 2 - odd * x;
  return x;
}

inline std::uint64_t shifted(std::uint64_t value) {
  return value ^ value >> 47U;
}

/// What a block of eight bytes adds to the hash, and the block that adds this.
inline std::uint64_t mixed(std::uint64_t block) {
  return shifted(block * factor) * factor;
}
inline std::uint64_t unmixed(std::uint64_t sum) {
  constexpr std::uint64_t back = inverse(factor);
  return shifted(sum * back) * back;
}

}  // namespace flood

/// Texts of 16 bytes that have the same std::hash (the 64-bit MurmurHash of libstdc++), as an
/// attacker makes them. Printable ones take 3000 times as long to find.
inline std::vector<std::string> colliding_texts(std::size_t count, bool is_printable) {
  using namespace flood;
  constexpr std::uint64_t start = seed ^ 16 * factor;
  constexpr std::uint64_t state = 0x0123456789abcdefU;  // before the last multiplication, of all
  std::vector<std::string> texts;
  std::string text(16, ' ');
  for (std::uint64_t i = 0; texts.size() < count; ++i) {
    std::uint64_t block = 0;
    for (unsigned j = 0; j < 8; ++j)
      block |= (0x61U + (i >> (4 * j) & 15U)) << (8 * j);
    const std::uint64_t other = unmixed(state ^ (start ^ mixed(block)) * factor);
    std::memcpy(text.data(), &block, sizeof(block));
    std::memcpy(text.data() + sizeof(block), &other, sizeof(other));
    const bool is_fit = std::all_of(text.begin(), text.end(), [](char letter) {
      return letter > ' ' && letter < 0x7F && letter != ',' && letter != '"' && letter != '\'';
    });
    if (is_fit || !is_printable) texts.push_back(text);
  }
  return texts;
}

/// As many different texts of the same length.
inline std::vector<std::string> ordinary_texts(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i)
    texts.push_back(fmt::format("{:016x}", i * 0x9e3779b97f4a7c15U));
  return texts;
}

}  // namespace pith
