// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/chi2.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace pith {
inline namespace measure {
namespace {

double cell(double observed, double expected) {
  if (!(expected > 0)) return 0;
  const double difference = observed - expected;
  return difference * (difference / expected);
}

}  // namespace

double chi2(const Counts& counts) {
  const std::vector<double> x = counts.x_totals();
  const std::vector<double> y = counts.y_totals();
  const double total = counts.total();
  if (!(total > 0)) return 0;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j)
      sum += cell(counts(i, j), x[i] * (y[j] / total));
  }
  return sum;
}

double chi2_of_sums(const ClassMoments& moments) {
  const double rows = moments.total_count();
  double total = 0;
  for (std::size_t c = 0; c < moments.classes(); ++c)
    total += moments.count(c) * moments.mean(c);
  double sum = 0;
  for (std::size_t c = 0; c < moments.classes(); ++c) {
    sum += cell(moments.count(c) * moments.mean(c), total * (moments.count(c) / rows));
  }
  // The value is 0 where sums overflow.
  return std::isnan(sum) ? 0 : sum;
}

}  // namespace measure
}  // namespace pith
