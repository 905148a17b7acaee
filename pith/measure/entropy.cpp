// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/entropy.h"

#include <algorithm>
#include <cmath>

namespace pith {

double entropy(std::span<const double> counts) {
  double n = 0;
  double sum = 0;
  for (const double c : counts) {
    if (c > 0) {
      n += c;
      sum += c * std::log(c);
    }
  }
  return n > 0 ? std::max(0.0, std::log(n) - sum / n) : 0.0;
}

}  // namespace pith
