// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith {
inline namespace stats {

/// The memory of a Ranker, for each row.
inline constexpr std::uint64_t ranker_bytes = 3 * sizeof(std::uint64_t);

/// Average ranks of numbers: ties share the mean of their ranks, which start at 1. A row of weight
/// w counts as w rows. Reuses its buffers between columns; use one object per thread.
class Ranker {
 public:
  /// `values` must be finite; `weights` is empty or has one positive entry per value. O(n) for
  /// numbers that spread over their range: radix-sorts the leading 32 bits of the range, and sorts
  /// by comparison only where these are equal.
  void rank(std::span<const double> values, std::span<const double> weights,
            std::span<double> ranks);

  /// Calls visit(row) for the rows in ascending order of their values, which must be finite; rows
  /// with the same value in an order that depends on nothing else. As fast as rank().
  template <class Visit>
  void for_each_ascending(std::span<const double> values, Visit visit) {
    sort(values);
    for (const std::uint64_t entry : entries_)
      visit(static_cast<std::uint32_t>(entry));
  }

 private:
  /// Finds the keys of the values and sorts them.
  void sort(std::span<const double> values);
  /// Sorts the rows into entries_ [leading bits : row], ascending.
  void sort();

  std::vector<std::uint64_t> keys_;     // in the same order as the numbers
  std::vector<std::uint64_t> entries_;  // leading 32 bits of the key, then the row
  std::vector<std::uint64_t> room_;
};

}  // namespace stats
}  // namespace pith
