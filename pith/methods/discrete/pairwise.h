// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/context.h"
#include "pith/measure/information.h"
#include "pith/search/combine.h"
#include "pith/search/ranking.h"
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

/// Adapts the criterion of a single candidate to all candidates, as forward() requires.
template <PairCriterion C>
class Pairwise {
 public:
  Pairwise(const Source& source, const C& first, Correction correction, Combine combine,
           const Context& context)
      : pairs_(source,
               {.with_target = C::needs_target, .correction = correction, .terms = terms_used<C>()},
               context),
        combine_(combine),
        states_(source.features(), first),
        absorbed_(source.features()),
        relevance_(source.features()) {
    std::vector<double> here(pairs_.targets());
    for (Feature x = 0; x < relevance_.size(); ++x) {
      for (std::size_t i = 0; i < here.size(); ++i)
        here[i] = pairs_.relevance(x, i);
      relevance_[x] = combined(here, combine);
    }
    scores_ = relevance_;
  }

  /// Says which targets the selected features serve, where there are several.
  void add_serves(Selection& selection) const {
    for (Selected& step : selection.selected) {
      for (std::size_t i = 0; pairs_.targets() > 1 && i < pairs_.targets(); ++i)
        step.serves.push_back(pairs_.relevance(step.feature, i));
    }
  }

  /// These features will be selected first, in this order. It affects only the running time.
  void will_keep(std::span<const Feature> kept) { kept_.assign(kept.begin(), kept.end()); }

  void absorb(Feature selected, std::span<const Feature> candidates, const Context& context) {
    selected_.push_back(selected);
    if constexpr (DecreasingCriterion<C>) {
      if (pairs_.pairs().are_passes_expensive()) return advance(candidates, context);
      if (selected_.size() > 1) return;
      // Until now the scores were relevances; from here on they are upper bounds, if finite.
      for (const Feature x : candidates)
        scores_[x] = states_[x].score(relevance_[x]);
      if (!candidates.empty() && std::isinf(scores_[candidates.front()]))
        advance(candidates, context);
    } else {
      advance(candidates, context);
    }
  }

  double score(Feature candidate) const { return scores_[candidate]; }

  /// Must not be called once the heap exists, because the heap is ordered by the scores.
  void update(Feature feature, const Context& context) requires DecreasingCriterion<C> {
    PITH_ASSERT(!has_heap_);
    while (absorbed_[feature] < selected_.size())
      advance({&feature, 1}, context);
  }

  /// Updates enough candidates that the winner and all its ties are among them: those with the
  /// highest old scores first, in batches whose size does not depend on the number of threads. A
  /// candidate whose bound is below the best score so far is not updated.
  std::vector<Feature> contenders(std::span<const Feature> candidates,
                                  const Context& context) requires DecreasingCriterion<C> {
    // Where a pass costs the same for all candidates, all are up to date.
    if (selected_.empty() || pairs_.pairs().are_passes_expensive())
      return {candidates.begin(), candidates.end()};
    if (!has_heap_) {
      has_heap_ = true;
      heap_.assign(candidates.begin(), candidates.end());
      std::make_heap(heap_.begin(), heap_.end(), is_behind());
    }
    std::vector<Feature> found;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t batch = 32;; batch *= 2) {
      std::vector<Feature> group;
      while (!heap_.empty() && group.size() < batch && may_win(heap_.front(), best)) {
        const Feature x = heap_.front();
        std::pop_heap(heap_.begin(), heap_.end(), is_behind());
        heap_.pop_back();
        // The winner of the previous step leaves the heap here.
        if (std::binary_search(candidates.begin(), candidates.end(), x)) group.push_back(x);
      }
      if (group.empty()) break;
      best = std::max(best, catch_up(group, context));
      found.insert(found.end(), group.begin(), group.end());
    }
    for (const Feature x : found) {
      heap_.push_back(x);
      std::push_heap(heap_.begin(), heap_.end(), is_behind());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  /// Orders the heap by descending score; ties go to the lowest index.
  auto is_behind() const {
    return [this](Feature a, Feature b) {
      return scores_[a] != scores_[b] ? scores_[a] < scores_[b] : a > b;
    };
  }

  bool may_win(Feature candidate, double best) const {
    return scores_[candidate] > best || is_tied(scores_[candidate], best);
  }

  /// Advances a group by one selected feature at a time, and drops candidates that can no longer
  /// win. Returns the best score of those that are up to date.
  double catch_up(std::vector<Feature> group, const Context& context) {
    double best = -std::numeric_limits<double>::infinity();
    for (;;) {
      std::erase_if(group, [&](Feature x) {
        if (absorbed_[x] == selected_.size()) best = std::max(best, scores_[x]);
        return absorbed_[x] == selected_.size() || !may_win(x, best);
      });
      if (group.empty()) return best;
      advance(group, context);
    }
  }

  /// Each of these candidates absorbs the next selected feature that it has not absorbed yet.
  void advance(std::span<const Feature> candidates, const Context& context) {
    queries_.resize(candidates.size());
    std::transform(candidates.begin(), candidates.end(), queries_.begin(),
                   [this](Feature x) { return FeaturePair{.x = x, .s = selected_[absorbed_[x]]}; });
    if (pairs_.pairs().are_passes_expensive()) announce(candidates);
    pairs_.count(queries_, context);
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      const Feature x = queries_[i].x;
      states_[x].absorb(pairs_.terms(i, combine_));
      scores_[x] = states_[x].score(relevance_[x]);
      ++absorbed_[x];
    }
  }

  /// Says which candidates will probably be selected next: those to be kept, then those with the
  /// highest scores.
  void announce(std::span<const Feature> candidates) const {
    std::vector<Feature> next;
    const auto is_candidate = [&](Feature x) {
      return std::binary_search(candidates.begin(), candidates.end(), x);
    };
    std::copy_if(kept_.begin(), kept_.end(), std::back_inserter(next), is_candidate);
    std::vector<Feature> best(candidates.begin(), candidates.end());
    std::sort(best.begin(), best.end(), [this](Feature a, Feature b) { return is_behind()(b, a); });
    next.insert(next.end(), best.begin(), best.end());
    pairs_.pairs().expect({.pivots = next, .partners = candidates});
  }

  TargetPairs pairs_;
  Combine combine_;
  std::vector<C> states_;
  std::vector<std::size_t> absorbed_;  // how many of selected_ each candidate has absorbed
  std::vector<double> relevance_;      // I(x;y)
  std::vector<double> scores_;         // I(x;y) until a feature is selected
  std::vector<Feature> selected_;
  std::vector<Feature> kept_;  // features that are selected first
  std::vector<Feature> heap_;  // the candidates by score, for a decreasing criterion
  bool has_heap_ = false;
  std::vector<FeaturePair> queries_;
};

}  // namespace families
}  // namespace pith
