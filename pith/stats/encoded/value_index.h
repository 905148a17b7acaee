// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/encoded/number_kernels.h"

namespace pith {
inline namespace stats {

/// Finds the place of a number among many ascending values in constant time where they spread over
/// their range, and in logarithmic time always: the range is cut into as many cells of equal width
/// as there are values, and the index has the first value of each. It takes four bytes for each
/// value.
class ValueIndex {
 public:
  /// Of few values, or of a range that is no finite number: searches all values.
  ValueIndex() = default;
  /// The values are finite and ascending, and not kept.
  explicit ValueIndex(std::span<const double> values);

  /// count_below(values, bound) of the values that it was made of.
  std::size_t count_below(std::span<const double> values, double bound) const {
    if (starts_.empty()) return stats::count_below(values, bound);
    const std::size_t cell = cell_of(bound);
    const std::size_t first = starts_[cell];
    return first + stats::count_below(values.subspan(first, starts_[cell + 1] - first), bound);
  }

 private:
  /// Never decreases with the number, so that smaller values are in this cell or before it.
  std::size_t cell_of(double number) const {
    const double place = (number - origin_) * scale_;
    const double inside = place > 0 ? place : 0;  // NaN becomes 0
    return static_cast<std::size_t>(inside < last_ ? inside : last_);
  }

  double origin_ = 0;
  double scale_ = 0;
  double last_ = 0;                    // the last cell
  std::vector<std::uint32_t> starts_;  // of each cell among the values, and the end
};

}  // namespace stats
}  // namespace pith
