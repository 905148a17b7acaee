// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/shared_ranks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace pith {

double rounding_of(std::span<const double> values) {
  double largest = 0;
  for (const double value : values)
    largest = std::max(largest, std::abs(value));
  return 1e-12 * largest;
}

SharedRanks shared_ranks(std::span<const double> values, double rounding) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  SharedRanks shared{.ranks = std::vector<double>(values.size())};
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin + 1;
    while (end < order.size() && values[order[end]] - values[order[begin]] <= rounding)
      ++end;
    const auto tied = static_cast<double>(end - begin);
    const double rank = static_cast<double>(begin + end + 1) / 2;  // of begin + 1 .. end
    shared.ties += tied * tied * tied - tied;
    for (; begin < end; ++begin)
      shared.ranks[order[begin]] = rank;
  }
  return shared;
}

}  // namespace pith
