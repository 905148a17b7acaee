// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/elementary.h"
#include "pith/stats/correction.h"

namespace pith {
inline namespace stats {

/// c log c, with 0 log 0 = 0: the term of a count in every plug-in entropy.
inline double count_log(double c) {
  return c > 0 ? c * portable::log(c) : 0.0;
}

/// The plug-in entropy in nats of the distribution with these counts: log n - (1/n) sum c log c.
/// Never negative; 0 if nothing was counted.
double plug_in_entropy(std::span<const double> counts);

/// The same, with (m - 1) / (2 n) added for m occupied cells where the correction is Miller-Madow.
double corrected_entropy(std::span<const double> counts, Correction correction);

/// count_log(c) of counts of n rows as integers: see CountLogs. Computes every logarithm that is
/// asked for.
class CountLogScale {
 public:
  CountLogScale(std::uint64_t n, Correction correction);

  std::int64_t log(std::uint64_t c) const {
    return std::llround(std::ldexp(count_log(static_cast<double>(c)), shift_)) -
           (c > 0 ? part_ : 0);
  }
  /// See CountLogs::entropy().
  double entropy(std::int64_t sum) const {
    return static_cast<double>(std::max<std::int64_t>(0, all_ - sum)) * nats_;
  }
  double per_cell() const { return per_cell_; }

 private:
  int shift_ = 0;
  std::int64_t part_ = 0;  // what the correction takes from each
  std::int64_t all_ = 0;   // of n
  double nats_ = 0;        // the entropy of one unit, in nats
  double per_cell_ = 0;
};

/// count_log(c) for c = 0..n as integers, so that entropies of integer counts need no logarithm.
/// The unit is the smallest for which n log n fits in 62 bits, which is finer than double
/// precision. Sums of integers are exact, so equal counts give equal bits in any order, and an
/// addition takes one cycle instead of four.
///
/// With the Miller-Madow correction every logarithm of a positive count is lower by 1/2, which adds
/// m/2 to n times the entropy of m occupied cells, and takes 1/2 from n log n.
class CountLogs {
 public:
  explicit CountLogs(std::size_t n, Correction correction = Correction::none)
      : CountLogs(n, correction, n) {}
  /// Keeps only the logarithms of counts up to `max_count`; of() computes the others, with the
  /// same bits.
  CountLogs(std::uint64_t n, Correction correction, std::size_t max_count);
  static std::uint64_t bytes(std::size_t n) {
    return sizeof(std::int64_t) * (std::uint64_t{n} + 1);
  }

  std::int64_t operator[](std::size_t c) const { return logs_[c]; }
  const std::int64_t* data() const { return logs_.data(); }
  /// The plug-in entropy in nats of n rows whose counts have this sum of logs. Never negative;
  /// exactly 0 if all rows are in one cell. Corrected if the logarithms are.
  double entropy(std::int64_t sum) const { return scale_.entropy(sum); }
  /// What the correction takes from the logarithm of an occupied cell: 0 or 1/2.
  double per_cell() const { return scale_.per_cell(); }
  /// The logarithm of any count up to n.
  std::int64_t of(std::uint64_t c) const { return c < logs_.size() ? logs_[c] : scale_.log(c); }

 private:
  CountLogScale scale_;
  std::vector<std::int64_t> logs_;
};

}  // namespace stats
}  // namespace pith
