// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/context.h"
#include "pith/methods/discrete/pair_study.h"
#include "pith/methods/discrete/pair_terms.h"
#include "pith/search/combine.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"
#include "pith/search/task.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace families {

/// The best scores so far, as many as matter: a candidate whose score is below the least of them
/// does not matter.
class BestScores {
 public:
  explicit BestScores(std::size_t places)
      : scores_(places, -std::numeric_limits<double>::infinity()) {}

  void add(double score) {
    const auto place = std::find_if(scores_.begin(), scores_.end(),
                                    [score](double known) { return known < score; });
    if (place == scores_.end()) return;
    std::move_backward(place, scores_.end() - 1, scores_.end());
    *place = score;
  }
  double least() const { return scores_.back(); }

 private:
  std::vector<double> scores_;  // descending
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
        first_(first),
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
    if constexpr (terms_used<C>().redundancy) redundancy_.resize(source.features());
  }

  /// Keeps what an explanation needs: the two best candidates of each step, or all where ranks are
  /// wanted, and the terms of pairs. The search selects the same features.
  void trace(const Task& task, const Context& context) {
    study_.emplace(relevance_, task.watched,
                   PairStudy::Limits{.selected = std::min(task.k, relevance_.size()),
                                     .is_frugal = DecreasingCriterion<C>},
                   context);
    is_eager_ = !task.watched.empty();
  }

  /// What the selected features can be replaced by, and what they share with others.
  TracedPairs traced_pairs(const Selection& selection, const Context& context) {
    study_->complete(selection.features(), pairs_, combine_, context);
    TracedPairs traced = study_->traced();
    for (std::size_t s = 0; s < selection.selected.size(); ++s) {
      const auto values = values_in_place(*study_, s, first_, context);
      traced.substitutes.push_back(best_substitutes(*study_, s, values));
    }
    return traced;
  }

  /// Says how relevant the selected features are, and how redundant, where the criterion uses that.
  void add_terms(Selection& selection) const {
    for (Selected& step : selection.selected) {
      step.relevance = relevance_[step.feature];
      if (redundancy_.empty()) continue;
      const auto others = static_cast<double>(absorbed_[step.feature]);
      step.redundancy = others > 0 ? redundancy_[step.feature] / others : 0;
    }
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
      if (updates_all()) return advance(candidates, context);
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
    if (selected_.empty() || updates_all()) return {candidates.begin(), candidates.end()};
    if (!has_heap_) {
      has_heap_ = true;
      heap_.assign(candidates.begin(), candidates.end());
      std::make_heap(heap_.begin(), heap_.end(), is_behind());
    }
    std::vector<Feature> found;
    BestScores best(study_ ? 2 : 1);  // a runner-up as well
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
      catch_up(group, best, context);
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

  bool may_win(Feature candidate, const BestScores& best) const {
    return scores_[candidate] > best.least() || is_tied(scores_[candidate], best.least());
  }

  /// Where a pass costs the same for all candidates, and where their ranks are wanted, all are up
  /// to date.
  bool updates_all() const { return is_eager_ || pairs_.pairs().are_passes_expensive(); }

  /// Advances a group by one selected feature at a time, and drops candidates that can no longer
  /// win. Adds the scores of those that are up to date to the best ones.
  void catch_up(std::vector<Feature> group, BestScores& best, const Context& context) {
    for (;;) {
      std::erase_if(group, [&](Feature x) {
        if (absorbed_[x] == selected_.size()) best.add(scores_[x]);
        return absorbed_[x] == selected_.size() || !may_win(x, best);
      });
      if (group.empty()) return;
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
      const Terms terms = pairs_.terms(i, combine_);
      states_[x].absorb(terms);
      if constexpr (terms_used<C>().redundancy) redundancy_[x] += terms.redundancy;
      if (study_) study_->note(x, absorbed_[x], pairs_.studied(i, combine_));
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
  C first_;
  std::vector<C> states_;
  std::vector<std::size_t> absorbed_;  // how many of selected_ each candidate has absorbed
  std::vector<double> relevance_;      // I(x;y)
  std::vector<double> scores_;         // I(x;y) until a feature is selected
  std::vector<double> redundancy_;     // sums of I(x;s), where the criterion uses them
  std::vector<Feature> selected_;
  std::vector<Feature> kept_;  // features that are selected first
  std::vector<Feature> heap_;  // the candidates by score, for a decreasing criterion
  bool has_heap_ = false;
  std::optional<PairStudy> study_;  // where the search is traced
  bool is_eager_ = false;           // updates all candidates at every step
  std::vector<FeaturePair> queries_;
};

}  // namespace families
}  // namespace pith
