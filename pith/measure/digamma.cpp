// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/digamma.h"

#include <algorithm>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"

namespace pith {
inline namespace measure {

double digamma(std::size_t n) {
  PITH_ASSERT(n > 0);
  // The asymptotic series, whose first term left out is below 1e-17 from here on.
  constexpr std::size_t far = 20;
  const auto x = static_cast<double>(std::max(n, far));
  const double z = 1 / (x * x);
  const double series =
      z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132)))));
  double value = portable::log(x) - 1 / (2 * x) - series;
  for (std::size_t below = far; below > n; --below)
    value -= 1 / static_cast<double>(below - 1);
  return value;
}

Digammas::Digammas(std::size_t largest) {
  constexpr std::size_t max_size = std::size_t{1} << 16U;
  table_.resize(std::min(largest + 1, max_size));
  for (std::size_t n = 1; n < table_.size(); ++n)
    table_[n] = digamma(n);
}

}  // namespace measure
}  // namespace pith
