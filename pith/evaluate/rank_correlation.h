// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/search/selection.h"

namespace pith {

/// All features, best first, and which of them are tied. Methods break ties by column; if that
/// order counted, rankings with many ties would look alike.
struct Ranking {
  std::vector<Feature> order;
  std::vector<bool> is_tied;  ///< with the feature before it; empty: no ties
};

/// Entries are tied if their scores are equal by the tie rule of the searches.
Ranking ranking_of(std::span<const Ranked> ranking);

/// Spearman's rho: the correlation of the ranks, where tied features have the mean of their ranks.
/// NaN if all features of a ranking are tied, or if the rankings have different lengths. O(n).
double spearman(const Ranking& a, const Ranking& b);

/// Kendall's tau-b: concordant minus discordant pairs of features, divided by the geometric mean of
/// the numbers of pairs that are not tied in each ranking. NaN as above. O(n log n).
double kendall(const Ranking& a, const Ranking& b);

/// Means over all pairs of rankings; NaN with fewer than two, or if a pair is undefined.
/// Spearman is O(N n) in all, Kendall O(N^2 n log n), in parallel over pairs.
double mean_spearman(std::span<const Ranking> rankings);
double mean_kendall(std::span<const Ranking> rankings, const Context& context = {});

}  // namespace pith
