// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/measure/information.h"
#include "pith/search/combine.h"
#include "pith/stats/source.h"
#include "pith/stats/target_sources.h"

namespace pith {
inline namespace families {

/// Information terms of a candidate x, the feature s that was selected last and the target y, in
/// nats. They are clamped, so that rounding makes none of them negative; with a correction they are
/// not, and information below what is expected is negative.
struct Terms {
  double redundancy = 0;              ///< I(x;s)
  double conditional_redundancy = 0;  ///< I(x;s|y)
  double joint_relevance = 0;         ///< I(x,s;y)
  double conditional_relevance = 0;   ///< I(x;y|s)
  double symmetrical_relevance = 0;   ///< I(x,s;y) / H(x,s,y); 0 where the entropy is 0
};

/// A pair of features, for explanations.
struct StudiedPair {
  Terms terms = {};
  double information = 0;    ///< I(x;s) without a correction for chance, at least 0
  double similarity = 0;     ///< the symmetric uncertainty of x and s, between 0 and 1
  bool is_constant = false;  ///< x has one level
  bool is_known = false;
};

/// The state of one candidate in a search over pairs of features. The state of every candidate is a
/// copy of an initial one with the parameters. The first feature of every such search is the one
/// with the largest relevance I(x;y); score() is used from the second feature on.
///
/// `needs_target` says whether the criterion uses any term except redundancy: if not, a pair needs
/// a two-way contingency table instead of a three-way one. A criterion may say in `uses` which
/// terms it takes, so that the others are not corrected for chance (joint relevance is part of
/// conditional relevance): `static constexpr PairTerms uses{.conditional_relevance = true};`.
template <class C>
concept PairCriterion = std::copyable<C> &&
    requires(C state, const C& same, const Terms& last, double relevance) {
  { C::needs_target } -> std::convertible_to<bool>;
  state.absorb(last);
  { same.score(relevance) } -> std::same_as<double>;
};

/// A criterion whose score never increases when it absorbs another feature (e.g. a minimum), so
/// that an old score is an upper bound and most candidates need not be updated (Fleuret, 2004).
template <class C>
concept DecreasingCriterion = PairCriterion<C> && C::only_decreases;

/// The entropies H(x), H(y), H(x,y) of every feature x with the target y. Counts of
/// missing values are distributed over the levels.
std::vector<Entropies> target_entropies(const Source& source, Correction correction,
                                        const Context& context);

/// A measure of the entropies of every feature with the target, e.g. information().
std::vector<double> target_scores(const Source& source, double (*measure)(const Entropies&),
                                  Correction correction, const Context& context);

/// Terms that are corrected. The joint relevance is I(s;y) + I(x;y|s), each corrected: s is there
/// already, and what x adds is compared with what it would add by chance.
Terms corrected_terms(const Entropies& x, const Entropies& s, const PairEntropies& pair);

inline Terms terms_of(const Entropies& x, const Entropies& s, const PairEntropies& pair) {
  if (x.correction != Correction::none) return corrected_terms(x, s, pair);
  return {
      .redundancy = information({.x = pair.x, .y = pair.s, .xy = pair.xs}),
      .conditional_redundancy = std::max(0.0, x.xy + s.xy - pair.xsy - x.y),
      .joint_relevance = information({.x = pair.xs, .y = x.y, .xy = pair.xsy}),
      .conditional_relevance = std::max(0.0, pair.xs + s.xy - pair.xsy - s.x),
      .symmetrical_relevance =
          pair.xsy > 0 ? information({.x = pair.xs, .y = x.y, .xy = pair.xsy}) / pair.xsy : 0,
  };
}

/// The terms of a pair for each target, combined term by term; the redundancy has no target.
Terms combined_terms(std::span<const Terms> of_targets, Combine combine);

/// The entropies of a pair of features as an argument of information() and the like.
inline Entropies shared_entropies(const PairEntropies& pair, Correction correction) {
  return {.x = pair.x,
          .y = pair.s,
          .xy = pair.xs,
          .correction = correction,
          .chance = pair.chance.redundancy};
}

template <PairCriterion C>
constexpr PairTerms terms_used() {
  if constexpr (requires { C::uses; }) {
    return C::uses;
  } else if constexpr (C::needs_target) {
    return {.redundancy = true, .conditional_redundancy = true, .conditional_relevance = true};
  } else {
    return {.redundancy = true};
  }
}

/// What pairs of features are counted from, for each target. Where no term has a target, one of
/// them serves all.
class TargetPairs {
 public:
  TargetPairs(const Source& source, const PairRequest& request, const Context& context);

  std::size_t targets() const { return entropies_.size(); }
  /// H(x), H(y), H(x,y) of every feature x with this target.
  const std::vector<Entropies>& entropies(std::size_t target) const { return entropies_[target]; }
  double relevance(Feature feature, std::size_t target) const {
    return information(entropies_[target][feature]);
  }
  /// Where there is one target, or none of several is asked for.
  const Pairs& pairs() const { return *pairs_.front(); }
  /// Counts pairs, whose terms() can then be asked for by their positions.
  void count(std::span<const FeaturePair> queries, const Context& context);
  /// The terms of the targets, combined.
  Terms terms(std::size_t query, Combine combine) const {
    if (answers_.size() == 1) return terms_of_target(query, 0);
    return combined_terms_of(query, combine);
  }
  /// The same with what does not depend on a target.
  StudiedPair studied(std::size_t query, Combine combine) const;

 private:
  std::vector<std::unique_ptr<const OneTarget>> sources_;  // where there are several targets
  std::vector<std::vector<Entropies>> entropies_;
  std::vector<std::unique_ptr<const Pairs>> pairs_;
  std::vector<std::vector<PairEntropies>> answers_;
  std::vector<FeaturePair> queries_;

  Terms terms_of_target(std::size_t query, std::size_t target) const {
    const auto [x, s] = queries_[query];
    return terms_of(entropies_[target][x], entropies_[target][s], answers_[target][query]);
  }
  Terms combined_terms_of(std::size_t query, Combine combine) const;
};

}  // namespace families
}  // namespace pith
