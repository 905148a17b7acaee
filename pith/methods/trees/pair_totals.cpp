// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/trees/pair_totals.h"

#include <algorithm>

#include "pith/search/ranking.h"

namespace pith {
inline namespace families {
namespace {

double score_of(double own, double total, PairShare share, std::size_t others) {
  const bool is_mean = share == PairShare::mean && others > 0;
  return own - (is_mean ? total / static_cast<double>(others) : total);
}

}  // namespace

PairTotals::PairTotals(std::size_t features)
    : features_(features), values_(features < 2 ? 0 : features * (features - 1) / 2) {}

std::vector<double> PairTotals::totals() const {
  std::vector<double> sums(features_);
  for (std::size_t s = 0; s < features_; ++s) {
    for (std::size_t t = 0; t < features_; ++t) {
      if (t != s) sums[s] += at(s, t);
    }
  }
  return sums;
}

PeeledOrder PairTotals::order(std::span<const double> own, PairShare share) const {
  PeeledOrder found{.order = {}, .scores = totals()};
  for (std::size_t s = 0; s < features_; ++s)
    found.scores[s] = score_of(own[s], found.scores[s], share, features_ - 1);
  found.order = order_of(found.scores);
  return found;
}

PeeledOrder PairTotals::peel(std::span<const double> own, PairShare share) const {
  std::vector<double> sums = totals();
  PeeledOrder found{.order = {}, .scores = std::vector<double>(features_)};
  std::vector<std::size_t> left(features_);
  for (std::size_t s = 0; s < features_; ++s)
    left[s] = features_ - 1 - s;  // descending: ties go to the higher index
  std::vector<double> costs;
  while (!left.empty()) {
    costs.clear();
    for (const std::size_t s : left)
      costs.push_back(-score_of(own[s], sums[s], share, left.size() - 1));
    const std::size_t worst = winner(costs);
    const std::size_t gone = left[worst];
    found.scores[gone] = -costs[worst];
    found.order.push_back(gone);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(worst));
    for (const std::size_t s : left)
      sums[s] -= at(s, gone);
  }
  std::reverse(found.order.begin(), found.order.end());
  return found;
}

}  // namespace families
}  // namespace pith
