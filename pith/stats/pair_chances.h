// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/stats/chance.h"
#include "pith/stats/code_panel.h"
#include "pith/stats/pair_entropies.h"

namespace pith {
inline namespace stats {

/// A candidate x and the feature s that it is counted against.
struct FeaturePair {
  Feature x = 0;
  Feature s = 0;
};

/// Terms of a pair of features whose expectation by chance is wanted.
struct PairTerms {
  bool redundancy = false;
  bool conditional_redundancy = false;
  bool conditional_relevance = false;
};

/// The information that pairs of features have by chance. Each expectation is the mean over all
/// permutations of x that leave a third variable alone: of I(x;s) over all permutations, of
/// I(x;s|y) over those within the classes, and of I(x;y|s) over those within the levels of s. The
/// tables of the most recent s are kept. Safe to be used from several threads.
class PairChances {
 public:
  /// The panel has a target unless only the redundancy is wanted; it must outlive this object.
  PairChances(const CodePanel& panel, PairTerms terms, const Context& context);
  /// For counts from elsewhere: the number of rows of each level, [segment * levels + level], as
  /// CodePanel::level_counts() has them. Called from several threads.
  struct Counted {
    std::function<std::vector<double>(Feature)> level_counts;
    std::size_t features = 0;
    std::size_t segments = 1;
  };
  PairChances(Counted counted, PairTerms terms, const Context& context);

  /// What depends on s alone.
  class Pivot;
  /// The pivots of some pairs, by feature.
  using Pivots = std::vector<std::pair<Feature, std::shared_ptr<const Pivot>>>;

  Pivots pivots_of(std::span<const FeaturePair> pairs) const;
  Pivots pivots_of(std::vector<Feature> features) const;
  /// To be called after counter.count(pair.x, pair.s).
  PairChance of(FeaturePair pair, const Pivots& pivots, const PairCounter& counter) const;
  /// The same with `within`, the sum over all pairs of levels of the table that within_levels()
  /// gives; it is used for the conditional relevance only.
  PairChance of(FeaturePair pair, const Pivots& pivots, std::int64_t within) const;
  /// The table whose strata are the levels of s; null if the conditional relevance is not wanted.
  static const ChanceTable* within_levels(const Pivots& pivots, Feature s);

 private:
  /// The counts of the levels of a feature that occur, within each segment and in total.
  struct LevelCounts {
    std::vector<std::uint64_t> totals;
    std::vector<std::uint64_t> within;
    std::vector<std::size_t> ends;  // of the segments in `within`
  };

  LevelCounts level_counts(Feature feature) const;
  static const Pivot& pivot_of(const Pivots& pivots, Feature s);

  Counted counted_;
  PairTerms terms_;
  std::vector<LevelCounts> levels_;
  mutable std::mutex mutex_;
  mutable Pivots recent_;  // the last one was used last
};

}  // namespace stats
}  // namespace pith
