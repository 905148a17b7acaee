// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith {

/// Average ranks of numbers: rows that are equal share the mean of the ranks 1, 2, ... that they
/// take together. A row of weight w counts as w rows. Keeps its room from column to column; one
/// object per thread.
class Ranker {
 public:
  /// `values` are finite; `weights` is empty or one per value, and positive. O(n) for numbers that
  /// spread over their range: sorts the leading 32 bits of the range by radix, and by comparison
  /// only what these leave equal.
  void rank(std::span<const double> values, std::span<const double> weights,
            std::span<double> ranks);

 private:
  /// The rows in ascending order, as entries_ [leading bits : row].
  void sort();

  std::vector<std::uint64_t> keys_;     // order as the numbers do
  std::vector<std::uint64_t> entries_;  // leading 32 bits of the key, then the row
  std::vector<std::uint64_t> room_;
};

}  // namespace pith
