// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/encoded/number_kernels.h"

namespace pith {
inline namespace stats {

/// The range of some ascending values, cut into as many cells of equal width as there are values.
struct ValueCells {
  double origin = 0;
  double scale = 0;
  double last = 0;  ///< the last cell

  /// Never decreases with the number, so that smaller values are in this cell or before it.
  std::size_t of(double number) const {
    const double place = (number - origin) * scale;
    const double inside = place > 0 ? place : 0;  // NaN becomes 0
    return static_cast<std::size_t>(inside < last ? inside : last);
  }
};

/// Finds the place of a number among many ascending values in constant time where they spread over
/// their range, and in logarithmic time always: the index has the first value of each cell. It
/// takes four bytes for each value.
class ValueIndex {
 public:
  /// Of few values, or of a range that is no finite number: searches all values.
  ValueIndex() = default;
  /// The values are finite and ascending, and not kept.
  explicit ValueIndex(std::span<const double> values);

  /// out[i] = count_below(values, numbers[i]) of the values that it was made of. Loads what several
  /// numbers need at the same time: a search for one number waits for memory only.
  void count_below(std::span<const double> values, std::span<const double> numbers,
                   std::uint32_t* out) const;

 private:
  ValueCells cells_;
  std::vector<std::uint32_t> starts_;  // of each cell among the values, and the end
};

}  // namespace stats
}  // namespace pith
