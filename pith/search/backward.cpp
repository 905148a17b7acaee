// SPDX-License-Identifier: Apache-2.0
#include "pith/search/backward.h"

#include <cmath>

#include "pith/base/assert.h"

namespace pith {

std::vector<std::size_t> removal_order(std::span<const double> losses) {
  PITH_ASSERT(std::none_of(losses.begin(), losses.end(), [](double loss) { return loss != loss; }));
  std::vector<std::size_t> order(losses.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return losses[a] < losses[b]; });
  // A run of tied losses begins at its smallest, so that ties do not chain.
  for (std::size_t begin = 0; begin < order.size();) {
    const double least = losses[order[begin]];
    const double most = least + 1e-9 * std::abs(least);
    std::size_t end = begin + 1;
    while (end < order.size() && losses[order[end]] <= most)
      ++end;
    if (least != 0) {
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                order.begin() + static_cast<std::ptrdiff_t>(end), std::greater<>());
    }
    begin = end;
  }
  return order;
}

}  // namespace pith
