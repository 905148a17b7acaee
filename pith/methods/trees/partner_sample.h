// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "pith/stats/source.h"

namespace pith {

/// Features that are scored by a value of their own less the mean of a value that they have with
/// each of the others, when there are too many pairs to look at all of them.
struct PartnerRace {
  std::span<const double> own;
  std::span<const char> is_settled;  ///< not in the race: it does not matter where these end
  std::size_t wanted = 0;            ///< of those in the race
  std::size_t partners = 0;          ///< of each feature at first, at least least_partners
  std::uint64_t seed = 0;
};

struct PartnerScores {
  std::vector<double> scores;
  std::vector<std::size_t> partners;  ///< that each feature was seen with
  std::size_t pairs = 0;              ///< values that were asked for
};

/// Fewer say nothing about their deviation.
inline constexpr std::size_t least_partners = 10;
/// Half the width of the intervals, in standard errors: 99 % of normal means, for one feature at
/// one look.
inline constexpr double partner_errors = 2.576;

/// The values of some pairs of positions below own.size(), x < s, each pair once.
using PairValues = std::function<std::vector<double>(std::span<const FeaturePair>)>;

/// Each feature is seen with `partners` others, drawn without repetition and evenly; a pair serves
/// both. Then those whose interval holds the middle between the last that is taken and the first
/// that is not get twice as many, until no interval does or all partners are seen. What comes out
/// depends on `wanted`.
PartnerScores sample_partners(const PartnerRace& race, const PairValues& values);

}  // namespace pith
