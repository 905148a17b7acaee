// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pith {

/// Philox4x32 with ten rounds (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as
/// 1, 2, 3", 2011): four random words that depend only on counter and key.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Counter-based random numbers: value i of stream s under a seed is a pure function of
/// (seed, s, i). There is no state, so any thread may request any value in any order.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  std::uint64_t bits(std::uint64_t index) const;
  /// In [0, 1), a multiple of 2^-53.
  double uniform(std::uint64_t index) const;
  /// In [0, n) for n > 0; the bias is below n / 2^64.
  std::uint64_t below(std::uint64_t index, std::uint64_t n) const;
  /// 0..n-1 in random order (Fisher-Yates on values 0..n-1 of this stream).
  std::vector<std::size_t> permutation(std::size_t n) const;

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
};

}  // namespace pith
