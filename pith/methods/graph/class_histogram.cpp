// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/graph/class_histogram.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {
namespace {

double entropy_of(std::span<const double> shares) {
  double sum = 0;
  for (const double share : shares)
    sum -= share > 0 ? share * portable::log(share) : 0;
  return sum;
}

std::vector<double> edges_of(std::span<const double> numbers, std::size_t bins) {
  const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
  std::vector<double> edges(bins + 1);
  for (std::size_t b = 0; b <= bins; ++b) {
    edges[b] = *lowest + (*highest - *lowest) * static_cast<double>(b) / static_cast<double>(bins);
  }
  return edges;
}

}  // namespace

double histogram_information(std::span<const double> numbers, const Column& target) {
  constexpr double empty = 1e-5;
  const std::size_t rows = numbers.size();
  const std::size_t bins = rows > 200 ? 20 : std::max<std::size_t>(rows / 10, 10);
  const std::size_t classes = target.levels();
  const std::vector<double> edges = edges_of(numbers, bins);
  std::vector<double> shares(bins);
  std::vector<double> joint(classes * bins);
  std::vector<double> class_shares(classes);
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t below = 0;  // number of inner edges below the value
    std::size_t up_to = 0;  // number of inner edges at or below it
    for (std::size_t b = 1; b < bins; ++b) {
      below += edges[b] < numbers[row] ? 1 : 0;
      up_to += edges[b] <= numbers[row] ? 1 : 0;
    }
    shares[below] += 1;
    joint[target.code(row) * bins + up_to] += 1;
    class_shares[target.code(row)] += 1;
  }
  const auto n = static_cast<double>(rows);
  for (double& share : shares)
    share = share > 0 ? share / n : empty;
  for (double& share : class_shares)
    share /= n;
  double sum = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    for (std::size_t b = 0; b < bins; ++b) {
      const double count = joint[c * bins + b];
      const double share = (count > 0 ? count : empty) / n;
      sum += share * portable::log(share / (shares[b] * class_shares[c]));
    }
  }
  return 2 * sum / (entropy_of(shares) + entropy_of(class_shares));
}

}  // namespace families
}  // namespace pith
