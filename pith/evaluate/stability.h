// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/evaluate/feature_lists.h"
#include "pith/evaluate/jensen_shannon.h"
#include "pith/evaluate/rank_correlation.h"

namespace pith {

/// The index of Nogueira, Sechidis and Brown ("On the stability of feature selection algorithms",
/// JMLR 18, 2018): 1 less the variance of the memberships over what sets at random would have.
struct Nogueira {
  double value = 0;
  double variance = 0;  ///< of the value, by the asymptotic theory of the paper
  double lower = 0;     ///< of the normal interval around the value; may go beyond 1
  double upper = 0;
};

/// With p_f the share of the M sets that have feature f, d features and mean size k:
/// value = 1 - mean[f](M/(M-1) p_f (1 - p_f)) / (k/d (1 - k/d)). Sets may have different sizes;
/// where all have one size, this is Kuncheva's index. 1 where all sets are the same, 0 on average
/// for sets at random, at least -1/(M-1). All NaN with fewer than two sets, or where no set has a
/// feature or every set has all. `confidence` is between 0 and 1. O(sum of sizes + d).
Nogueira nogueira(const FeatureLists& sets, double confidence = 0.95);

/// Kuncheva's consistency ("A stability index for feature selection", 2007): the mean over pairs of
/// (r d - k^2) / (k (d - k)), where r features are in both sets of size k. Defined for sets of one
/// size alone, so NaN where sizes differ (take Nogueira's index, which extends it), with fewer than
/// two sets, or where k is 0 or d. O(sum of sizes + d).
double kuncheva(const FeatureLists& sets);

/// The mean over pairs of the share of features in either set that are in both. Grows with the size
/// of the sets by chance alone. NaN with fewer than two sets, or where two are empty. O(N^2 k), in
/// parallel over pairs.
double jaccard(const FeatureLists& sets, const Context& context = {});

/// How many features are selected.
struct Sizes {
  std::size_t least = 0;
  std::size_t most = 0;
};

/// How alike lists are, by every index. NaN where an index is undefined.
struct Stability {
  Sizes sizes;
  Nogueira nogueira;
  double kuncheva = 0;
  double jaccard = 0;
  JensenShannon sets;
  JensenShannon partial_rankings;
  std::optional<JensenShannon> rankings;  ///< these three where all features are ranked
  std::optional<double> spearman;
  std::optional<double> kendall;
  std::vector<std::string> notes;  ///< what is undefined, and why
};

/// All indices of what was selected, best first, and of the rankings, of which there may be none.
/// Throws Error(bad_argument) as FeatureLists does. The same bits on any number of threads.
Stability stability(const FeatureLists& selected, std::span<const Ranking> rankings,
                    const Context& context = {});

}  // namespace pith
