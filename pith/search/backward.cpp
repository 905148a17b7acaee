// SPDX-License-Identifier: Apache-2.0
#include "pith/search/backward.h"

#include <cmath>

#include "pith/base/assert.h"

namespace pith {

namespace {

constexpr double tie = 1e-9;

/// Positions of the `count` smallest losses, of all that may be tied with them, and perhaps of
/// others; ascending.
std::vector<std::size_t> first_to_go(std::span<const double> losses, std::size_t count) {
  std::vector<std::size_t> positions;
  if (count >= losses.size()) {
    positions.resize(losses.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    return positions;
  }
  const double least = *std::min_element(losses.begin(), losses.end());
  double last = least;
  if (count > 1) {
    std::vector<double> sorted(losses.begin(), losses.end());
    const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::nth_element(sorted.begin(), place, sorted.end());
    last = *place;
  }
  const double most = last + tie * std::max(std::abs(least), std::abs(last));
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (losses[i] <= most) positions.push_back(i);
  }
  return positions;
}

}  // namespace

std::vector<std::size_t> removal_order(std::span<const double> losses, std::size_t count) {
  PITH_ASSERT(std::none_of(losses.begin(), losses.end(), [](double loss) { return loss != loss; }));
  std::vector<std::size_t> order = first_to_go(losses, std::min(count, losses.size()));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return losses[a] < losses[b]; });
  // A run of tied losses begins at its smallest, so that ties do not chain.
  for (std::size_t begin = 0; begin < order.size();) {
    const double least = losses[order[begin]];
    const double most = least + tie * std::abs(least);
    std::size_t end = begin + 1;
    while (end < order.size() && losses[order[end]] <= most)
      ++end;
    if (least != 0) {
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                order.begin() + static_cast<std::ptrdiff_t>(end), std::greater<>());
    }
    begin = end;
  }
  order.resize(std::min(count, order.size()));
  return order;
}

void remove_sorted(std::vector<Feature>& features, std::span<const Feature> gone) {
  if (gone.empty()) return;
  // Only what lies behind the first of them moves.
  const auto first = std::lower_bound(features.begin(), features.end(), gone.front());
  auto to = first;
  auto next = gone.begin();
  for (auto from = first; from != features.end(); ++from) {
    if (next == gone.end()) {
      to = std::copy(from, features.end(), to);
      break;
    }
    if (*from == *next) {
      ++next;
    } else {
      *to++ = *from;
    }
  }
  features.erase(to, features.end());
}

}  // namespace pith
