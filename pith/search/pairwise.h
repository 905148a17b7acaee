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
#include "pith/search/ranking.h"
#include "pith/stats/source.h"

namespace pith {

/// What a candidate x, the feature s that was selected last and the target y have to do with each
/// other, in nats. Rounding cannot make any of them negative.
struct Terms {
  double redundancy = 0;              ///< I(x;s)
  double conditional_redundancy = 0;  ///< I(x;s|y)
  double joint_relevance = 0;         ///< I(x,s;y)
  double conditional_relevance = 0;   ///< I(x;y|s)
  double joint_entropy = 0;           ///< H(x,s,y)
};

/// The state of one candidate in a search that looks at pairs of features. Copied for every
/// candidate from a first one that knows the parameters. The first feature of every such search is
/// the one with the largest relevance I(x;y); score() is asked from the second on.
///
/// `needs_target` says whether it looks at any of the terms but redundancy: without, a pair costs
/// a two-way table instead of a three-way one.
template <class C>
concept PairCriterion = std::copyable<C> &&
    requires(C state, const C& same, const Terms& last, double relevance) {
  { C::needs_target } -> std::convertible_to<bool>;
  state.absorb(last);
  { same.score(relevance) } -> std::same_as<double>;
};

/// A criterion whose score can only fall when it absorbs another feature (a minimum), so that an
/// old score is an upper bound and most candidates need not be brought up to date (Fleuret, 2004).
template <class C>
concept FallingCriterion = PairCriterion<C> && C::only_falls;

/// The entropies H(x), H(y), H(x,y) of every feature x with the target y. Where values are missing
/// their counts are spread over the levels.
std::vector<Entropies> target_entropies(const Source& source, const Context& context);

/// I(x;y) of every feature x with the target y, in nats.
std::vector<double> relevances(const Source& source, const Context& context);

Terms terms_of(const Entropies& x, const Entropies& s, const PairEntropies& pair);

/// Makes a criterion of all candidates (as forward() wants it) out of the criterion of one.
template <PairCriterion C>
class Pairwise {
 public:
  Pairwise(const Source& source, const C& first, const Context& context)
      : entropies_(target_entropies(source, context)),
        pairs_(source.pairs(C::needs_target, context)),
        states_(source.features(), first),
        absorbed_(source.features()) {}

  void absorb(Feature selected, std::span<const Feature> candidates, const Context& context) {
    selected_.push_back(selected);
    if constexpr (!FallingCriterion<C>) advance(candidates, context);
  }

  double score(Feature candidate) const {
    const double relevance = information(entropies_[candidate]);
    return selected_.empty() ? relevance : states_[candidate].score(relevance);
  }

  /// Brings so many candidates up to date that the winner and all that tie with it are among them.
  /// Candidates are taken in order of their old scores, in batches whose size does not depend on
  /// the number of threads; who falls behind the best so far is left as it is.
  void refine(std::span<const Feature> candidates,
              const Context& context) requires FallingCriterion<C> {
    if (selected_.empty()) return;
    std::vector<Feature> order(candidates.begin(), candidates.end());
    std::stable_sort(order.begin(), order.end(),
                     [this](Feature a, Feature b) { return score(a) > score(b); });
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t start = 0; start < order.size(); start += batch) {
      if (!may_win(order[start], best)) return;
      const auto group = std::span(order).subspan(start, std::min(batch, order.size() - start));
      for (;;) {
        std::vector<Feature> behind;
        for (const Feature x : group) {
          if (absorbed_[x] < selected_.size() && may_win(x, best)) behind.push_back(x);
        }
        if (behind.empty()) break;
        advance(behind, context);
      }
      for (const Feature x : group) {
        if (absorbed_[x] == selected_.size()) best = std::max(best, score(x));
      }
    }
  }

 private:
  static constexpr std::size_t batch = 64;

  bool may_win(Feature candidate, double best) const {
    return score(candidate) > best || is_tied(score(candidate), best);
  }

  /// Each of these candidates absorbs the next selected feature that it has not seen.
  void advance(std::span<const Feature> candidates, const Context& context) {
    std::vector<FeaturePair> asked(candidates.size());
    std::transform(candidates.begin(), candidates.end(), asked.begin(),
                   [this](Feature x) { return FeaturePair{.x = x, .s = selected_[absorbed_[x]]}; });
    std::vector<PairEntropies> answers(asked.size());
    pairs_->entropies(asked, answers, context);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto [x, s] = asked[i];
      states_[x].absorb(terms_of(entropies_[x], entropies_[s], answers[i]));
      ++absorbed_[x];
    }
  }

  std::vector<Entropies> entropies_;
  std::unique_ptr<const Pairs> pairs_;
  std::vector<C> states_;
  std::vector<std::size_t> absorbed_;  // how many of selected_ each candidate has seen
  std::vector<Feature> selected_;
};

}  // namespace pith
