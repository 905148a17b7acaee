// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pith {
inline namespace stats {

/// The smallest distinct hashes of a set (Bar-Yossef et al., "Counting distinct elements in a data
/// stream", 2002), from which the size of the set is estimated. It depends on the set alone, not on
/// the order or the number of times in which values came.
class DistinctSketch {
 public:
  static constexpr std::size_t max_hashes = 16'384;

  static std::uint64_t hash_of(double value);
  static std::uint64_t hash_of(std::string_view text);

  void add(std::uint64_t hash) {
    if (hash < bound_) add_candidate(hash);
  }
  /// Must be called after the last add() and before anything below.
  void flush();

  /// Exact below max_hashes; else with a standard error of 0.8 %.
  std::uint64_t count() const;
  /// Of the heap.
  std::size_t bytes() const {
    return (smallest_.capacity() + pending_.capacity() + recent_.capacity()) *
           sizeof(std::uint64_t);
  }
  /// Ascending.
  std::span<const std::uint64_t> hashes() const { return smallest_; }

 private:
  static constexpr std::size_t max_pending = 4096;
  static constexpr std::size_t max_recent = 1024;

  void add_candidate(std::uint64_t hash);

  std::vector<std::uint64_t> smallest_;  // ascending, distinct
  std::vector<std::uint64_t> pending_;
  std::vector<std::uint64_t> recent_;        // some that were added, by their last bits
  std::uint64_t bound_ = ~std::uint64_t{0};  // hashes from here on are not among the smallest
};

}  // namespace stats
}  // namespace pith
