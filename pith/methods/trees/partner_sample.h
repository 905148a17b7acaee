// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pith/stats/source.h"

namespace pith {
inline namespace families {

/// Features that are scored by a value of their own minus the mean of their pair values with all
/// others, when there are too many pairs to evaluate all of them.
struct PartnerRace {
  std::span<const double> own;
  std::span<const char> is_settled;  ///< not in the race: the place of these does not matter
  std::size_t wanted = 0;            ///< number of winners among those in the race
  std::size_t partners = 0;          ///< initial number for each feature, at least min_partners
  std::uint64_t seed = 0;
};

struct PartnerScores {
  std::vector<double> scores;
  std::vector<std::size_t> partners;  ///< number that each feature was paired with
  std::size_t pairs = 0;              ///< number of evaluated pairs
};

/// Fewer do not give a usable standard deviation.
inline constexpr std::size_t min_partners = 10;
/// Half the width of the confidence intervals in standard errors: 99 % for a normal mean.
inline constexpr double partner_errors = 2.576;

/// Computes the values of pairs of positions below own.size(), with x < s, each pair once.
using PairValues = std::function<std::vector<double>(std::span<const FeaturePair>)>;

/// Pairs each feature with `partners` others, sampled uniformly without replacement; a pair serves
/// both of its features. Then the features whose interval contains the midpoint between the last
/// winner and the first loser get twice as many partners, until no interval does or all pairs are
/// evaluated. The result depends on `wanted`.
PartnerScores sample_partners(const PartnerRace& race, const PairValues& values);

}  // namespace families
}  // namespace pith
