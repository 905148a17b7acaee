// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pith {
inline namespace geometry {

/// Numbers in ascending order, with buckets of equal width over their range: sorting and searching
/// take constant time per number where the numbers are spread about evenly, and never more than
/// O(log n).
class SortedLine {
 public:
  /// Finite numbers whose range is finite, too; at least one. Reuses the memory of earlier calls.
  void assign(std::span<const double> numbers);

  std::size_t size() const { return order_.size(); }
  std::span<const double> sorted() const { return {padded_.data(), size()}; }
  /// order()[i] is the position of sorted()[i] among the numbers; equal numbers keep their order.
  std::span<const std::uint32_t> order() const { return order_; }

  /// How many numbers are less than `value`.
  std::size_t count_below(double value) const {
    if (!(value > padded_.front())) return 0;
    if (value > highest_) return size();
    const std::size_t bucket = bucket_of(value);
    const std::size_t first = starts_[bucket];
    const double* const from = padded_.data() + first;
    const std::size_t count = starts_[bucket + 1] - first;
    if (count > few) {
      return first + static_cast<std::size_t>(std::lower_bound(from, from + count, value) - from);
    }
    // Numbers of later buckets are not below: a fixed number of comparisons, without branches.
    std::size_t below = 0;
    for (std::size_t i = 0; i < few; ++i)
      below += from[i] < value ? 1 : 0;
    return first + below;
  }
  /// How many numbers are at most `radius` away from `centre`, which is one of them. Where the
  /// distance is `radius` but for rounding, a number may count or not.
  std::size_t count_within(double centre, double radius) const {
    const double high = centre + radius;
    return count_below(high > centre ? high : next_above(centre)) - count_below(centre - radius);
  }
  /// How many numbers equal `value`.
  std::size_t count_equal(double value) const {
    return count_below(next_above(value)) - count_below(value);
  }

  /// The memory of one object for so many numbers.
  static std::uint64_t bytes(std::size_t size) { return 48 * std::uint64_t{size}; }

 private:
  struct Entry {
    double value;
    std::uint32_t position;
  };
  static double next_above(double value) {
    return std::nextafter(value, std::numeric_limits<double>::infinity());
  }
  std::size_t bucket_of(double value) const {
    return std::min(static_cast<std::size_t>((value - lowest_) * buckets_per_unit_),
                    starts_.size() - 2);
  }

  static constexpr std::size_t few = 4;

  double lowest_ = 0;
  double highest_ = 0;
  double buckets_per_unit_ = 0;
  std::vector<std::uint32_t> starts_;  // of each bucket in the order, followed by the end
  std::vector<Entry> entries_;
  std::vector<double> padded_;  // sorted, then a few that are infinite
  std::vector<std::uint32_t> order_;
};

}  // namespace geometry
}  // namespace pith
