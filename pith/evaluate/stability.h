// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/evaluate/feature_lists.h"
#include "pith/evaluate/jensen_shannon.h"
#include "pith/evaluate/rank_correlation.h"

namespace pith {

/// The index of Nogueira, Sechidis and Brown ("On the stability of feature selection algorithms",
/// JMLR 18, 2018): 1 minus the variance of the memberships over that expected of random sets.
struct Nogueira {
  double value = 0;
  double variance = 0;  ///< asymptotic variance of the value, as in the paper
  double lower = 0;     ///< limits of the normal confidence interval, not clipped to 1
  double upper = 0;
};

/// With p_f the share of the M sets that contain feature f, d features and mean size k:
/// value = 1 - mean[f](M/(M-1) p_f (1 - p_f)) / (k/d (1 - k/d)). Sets may have different sizes; if
/// all have the same size, this is Kuncheva's index. 1 if all sets are equal, 0 on average for
/// random sets, at least -1/(M-1). All NaN with fewer than two sets, or if all sets are empty or
/// all contain every feature. `confidence` is between 0 and 1. O(sum of sizes + d).
Nogueira nogueira(const FeatureLists& sets, double confidence = 0.95);

/// How the index is read: below 0.4, up to 0.75, and above. These are the limits of J. L. Fleiss,
/// B. Levin and M. C. Paik ("Statistical methods for rates and proportions", 2003) for agreement
/// beyond chance, which Nogueira, Sechidis and Brown adopt: poor, fair to good, excellent.
enum class StabilityLevel { unstable, moderately_stable, stable };
StabilityLevel stability_level(double nogueira);
/// `unstable`, `moderately stable`, `stable`.
std::string_view stability_level_text(StabilityLevel level);
/// The level with the value and its interval, and the levels that the interval reaches: `Stable:
/// Nogueira 0.85 (95 % interval 0.82 to 0.87)`. Empty where the index is undefined.
std::string verdict_text(const Nogueira& nogueira);

/// Kuncheva's consistency ("A stability index for feature selection", 2007): the mean over pairs of
/// (r d - k^2) / (k (d - k)), where r features are in both sets of size k. NaN if the sizes differ
/// (use Nogueira's index, which generalises it), with fewer than two sets, or if k is 0 or d.
/// O(sum of sizes + d).
double kuncheva(const FeatureLists& sets);

/// The mean over pairs of sets of |intersection| / |union|. It is not corrected for chance: it
/// grows with the size of the sets. NaN with fewer than two sets, or if two are empty. O(N^2 k), in
/// parallel over pairs.
double jaccard(const FeatureLists& sets, const Context& context = {});

/// The range of the numbers of selected features.
struct Sizes {
  std::size_t min = 0;
  std::size_t max = 0;
};

/// The stability of feature lists by every index; NaN where an index is undefined.
struct Stability {
  Sizes sizes;
  Nogueira nogueira;
  double kuncheva = 0;
  double jaccard = 0;
  JensenShannon sets;
  JensenShannon partial_rankings;
  std::optional<JensenShannon> rankings;  ///< these three only if all features are ranked
  std::optional<double> spearman;
  std::optional<double> kendall;
  std::vector<std::string> notes;  ///< what is undefined and why, with mentions
};

/// Computes all indices of the selected features, best first, and of the rankings, if any. Throws
/// Error(bad_argument) as FeatureLists does. Bit-identical for any number of threads.
Stability stability(const FeatureLists& selected, std::span<const Ranking> rankings,
                    const Context& context = {});

}  // namespace pith
