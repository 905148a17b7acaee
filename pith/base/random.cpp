// SPDX-License-Identifier: Apache-2.0
#include "pith/base/random.h"

#include <numeric>
#include <utility>

namespace pith {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
constexpr std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32U);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) {
  constexpr std::uint64_t multiplier_0 = 0xD2511F53U;
  constexpr std::uint64_t multiplier_1 = 0xCD9E8D57U;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product_0 = multiplier_0 * counter[0];
    const std::uint64_t product_1 = multiplier_1 * counter[2];
    counter = {high(product_1) ^ counter[1] ^ key[0], low(product_1),
               high(product_0) ^ counter[3] ^ key[1], low(product_0)};
    key[0] += 0x9E3779B9U;  // golden ratio
    key[1] += 0xBB67AE85U;  // square root of 3, minus 1
  }
  return counter;
}

std::uint64_t Random::bits(std::uint64_t index) const {
  const auto words =
      philox({low(index), high(index), low(stream_), high(stream_)}, {low(seed_), high(seed_)});
  return (std::uint64_t{words[1]} << 32U) | words[0];
}

double Random::uniform(std::uint64_t index) const {
  return static_cast<double>(bits(index) >> 11U) * 0x1.0p-53;
}

std::uint64_t Random::below(std::uint64_t index, std::uint64_t n) const {
  return static_cast<std::uint64_t>((Wide{bits(index)} * n) >> 64U);
}

std::vector<std::size_t> Random::permutation(std::size_t n) const {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i)
    std::swap(order[i - 1], order[below(i - 1, i)]);
  return order;
}

}  // namespace pith
