// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

/// A secret of 128 bits, new for each call of random_hash_key().
using HashKey = std::array<std::uint64_t, 2>;
HashKey random_hash_key();

/// SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012): without the key
/// nobody can find texts or numbers with equal hashes.
std::uint64_t keyed_hash(std::string_view text, const HashKey& key);
std::uint64_t keyed_hash(std::uint64_t number, const HashKey& key);

/// Tells a hash table with a fast, public hash when its keys may have been chosen to collide. The
/// table must then use keyed_hash(). Chance alone leads to so many long searches in no table that
/// is at most half full.
class FloodGuard {
 public:
  static constexpr std::size_t long_search = 32;  ///< steps; only these must be reported

  /// True when it is time to change the hash, once. `size` is the number of keys.
  bool is_flooded_by(std::size_t steps, std::size_t size) {
    steps_ += steps;
    return steps_ > 1000 + 2 * size;
  }

 private:
  std::size_t steps_ = 0;  ///< of all long searches
};

}  // namespace pith
