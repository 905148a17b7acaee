// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/correlation.h"

#include <algorithm>
#include <cmath>

namespace pith {
inline namespace measure {

double class_correlation(const ClassMoments& moments) {
  const double total = moments.total_count();
  const double mean = moments.total_mean();
  double square = 0;
  for (std::size_t c = 0; c < moments.classes(); ++c) {
    const double distance = moments.mean(c) - mean;
    square += moments.deviation(c) + moments.count(c) * distance * distance;
  }
  if (!(square > 0)) return 0;
  double sum = 0;
  for (std::size_t c = 0; c < moments.classes(); ++c) {
    const double share = moments.count(c) / total;
    const double length = std::sqrt(square) * std::sqrt(moments.count(c) * (1 - share));
    if (!(length > 0)) continue;
    sum += share * std::min(1.0, moments.count(c) * std::abs(moments.mean(c) - mean) / length);
  }
  return sum;
}

}  // namespace measure
}  // namespace pith
