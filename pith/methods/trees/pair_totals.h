// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pith {

/// What a feature pays for the others: the sum of its pairs, or their mean.
enum class PairShare { total, mean };

/// An order of all features, best first, and the score of each when its place was settled.
struct PeeledOrder {
  std::vector<std::size_t> order;
  std::vector<double> scores;  ///< by feature
};

/// A value for each pair of features, the same in both directions. features^2 / 2 numbers.
class PairTotals {
 public:
  explicit PairTotals(std::size_t features);

  std::size_t features() const { return features_; }
  /// s and t differ.
  void set(std::size_t s, std::size_t t, double value) { values_[place(s, t)] = value; }
  double at(std::size_t s, std::size_t t) const { return values_[place(s, t)]; }

  /// Features by own[s] less the share of their pairs with all others, the highest first.
  PeeledOrder order(std::span<const double> own, PairShare share) const;
  /// The same from the other end: the lowest goes last, and the rest are scored anew without it;
  /// of equals the one with the higher index goes. O(d^2).
  PeeledOrder peel(std::span<const double> own, PairShare share) const;

 private:
  std::size_t place(std::size_t s, std::size_t t) const {
    return s > t ? s * (s - 1) / 2 + t : t * (t - 1) / 2 + s;
  }
  std::vector<double> totals() const;

  std::size_t features_;
  std::vector<double> values_;
};

}  // namespace pith
