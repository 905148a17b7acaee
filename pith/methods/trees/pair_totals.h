// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {
inline namespace families {

/// The penalty of a feature: the sum over its pairs, or their mean.
enum class PairShare { total, mean };

/// An order of all features, best first, and the score of each when its place was determined.
struct PeeledOrder {
  std::vector<std::size_t> order;
  std::vector<double> scores;  ///< by feature
};

/// A symmetric value for each pair of features: features^2 / 2 numbers.
class PairTotals {
 public:
  explicit PairTotals(std::size_t features);

  std::size_t features() const { return features_; }
  /// s and t must differ.
  void set(std::size_t s, std::size_t t, double value) { values_[place(s, t)] = value; }
  double at(std::size_t s, std::size_t t) const { return values_[place(s, t)]; }

  /// Orders features by own[s] minus the penalty for their pairs with all others, highest first.
  PeeledOrder order(std::span<const double> own, PairShare share) const;
  /// Backward elimination: removes the feature with the lowest score and scores the others again
  /// without it; ties remove the higher index. The last to be removed is the first in the order.
  /// O(d^2).
  PeeledOrder peel(std::span<const double> own, PairShare share) const;

 private:
  std::size_t place(std::size_t s, std::size_t t) const {
    return s > t ? s * (s - 1) / 2 + t : t * (t - 1) / 2 + s;
  }
  std::vector<double> totals() const;

  std::size_t features_;
  std::vector<double> values_;
};

}  // namespace families
}  // namespace pith
