// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/search/selection.h"

namespace pith {

/// All features, best first, and which of them share a rank. Methods break ties by column, which is
/// an order but no opinion: taken for one, it would make any two rankings look alike.
struct Ranking {
  std::vector<Feature> order;
  std::vector<bool> is_tied;  ///< with the feature before it; empty: no ties
};

/// Entries whose scores are equal by the tie rule of the searches share a rank.
Ranking ranking_of(std::span<const Ranked> ranking);

/// Spearman's rho: the correlation of the ranks, where those who share ranks all have their mean.
/// NaN where one ranking has a single rank, or rankings have different lengths. O(n).
double spearman(const Ranking& a, const Ranking& b);

/// Kendall's tau-b: pairs of features in the same order less pairs in opposite orders, over the
/// geometric mean of the pairs that each ranking tells apart. NaN as above. O(n log n).
double kendall(const Ranking& a, const Ranking& b);

/// Means over all pairs of rankings; NaN with fewer than two, or where a pair is undefined.
/// Spearman is O(N n) in all, Kendall O(N^2 n log n), in parallel over pairs.
double mean_spearman(std::span<const Ranking> rankings);
double mean_kendall(std::span<const Ranking> rankings, const Context& context = {});

}  // namespace pith
