// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {

/// The wealth of alpha-investing. A test costs its level alpha = wealth / (2 i), i = 1, 2, ..., if
/// the feature is rejected; if it is accepted, it pays `payout` minus alpha.
class Investor {
 public:
  Investor(double wealth, double payout) : wealth_(wealth), payout_(payout) {}

  double wealth() const { return wealth_; }
  std::size_t tests() const { return tests_; }
  /// The level of the next test.
  double level() const { return wealth_ / (2 * static_cast<double>(tests_ + 1)); }

  /// Tests a feature with this p-value; true: it is accepted.
  bool test(double p) {
    const double alpha = level();
    const bool is_accepted = p < alpha;
    wealth_ += (is_accepted ? payout_ : 0.0) - alpha;
    ++tests_;
    return is_accepted;
  }

 private:
  double wealth_;
  double payout_;
  std::size_t tests_ = 0;
};

/// exp((RSS_new - RSS_old) / (2 RSS_old / n)) for a feature that adds `gain` to R2, where the model
/// leaves the share `unexplained` of n rows; 1 where it leaves nothing (but rounding errors).
inline double investing_p(double gain, double unexplained, double rows) {
  constexpr double rounding_share = 1e-12;
  if (unexplained <= rounding_share) return 1;
  return portable::exp(-rows / 2 * std::min(1.0, gain / unexplained));
}

}  // namespace families
}  // namespace pith
