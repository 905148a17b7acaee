// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace pith {
inline namespace measure {

/// The digamma function of a positive integer: 1 + 1/2 + ... + 1/(n - 1) less Euler's constant.
double digamma(std::size_t n);

/// The same from a table, for many small integers.
class Digammas {
 public:
  /// For numbers up to `largest`, mostly.
  explicit Digammas(std::size_t largest);

  double operator()(std::size_t n) const { return n < table_.size() ? table_[n] : digamma(n); }

 private:
  std::vector<double> table_;
};

}  // namespace measure
}  // namespace pith
