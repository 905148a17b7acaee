// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/search/ranking.h"
#include "pith/search/selection.h"

namespace pith {

/// What a forward search needs of a criterion: the state of the candidates while the selected set
/// grows. `absorb` updates every candidate for the feature selected last (and may use threads);
/// `score` returns the current value of a candidate. A score of minus infinity means that the
/// candidate cannot be selected.
template <class C>
concept Criterion = requires(C criterion, Feature feature, std::span<const Feature> candidates,
                             const Context& context) {
  {criterion.absorb(feature, candidates, context)};
  { criterion.score(feature) } -> std::same_as<double>;
};

/// A criterion whose score is the value of the selected set with the candidate. Its steps have a
/// gain, the difference to the previous step.
template <class C>
concept JointCriterion = Criterion<C> && C::is_joint;

/// A criterion that updates candidates lazily: `contenders` updates those that may win or tie and
/// returns them in ascending order; `update` does so for one feature, before the first call of
/// `contenders`.
template <class C>
concept LazyCriterion = Criterion<C> &&
    requires(C criterion, Feature feature, std::span<const Feature> candidates,
             const Context& context) {
  { criterion.contenders(candidates, context) } -> std::same_as<std::vector<Feature>>;
  criterion.update(feature, context);
};

/// A criterion that breaks ties itself: among candidates with tied scores, those whose `tie_break`
/// is tied with the best one remain, and the first of them wins.
template <class C>
concept TieBreakingCriterion = Criterion<C> && requires(const C& criterion, Feature feature) {
  { criterion.tie_break(feature) } -> std::same_as<double>;
};

/// A joint criterion that starts a new set when the best candidate gains too little: `restarts`
/// decides, and `restart` clears the set. Selected features stay selected. The first candidate
/// after a restart is always accepted, so the search terminates.
template <class C>
concept RestartingCriterion = JointCriterion<C> &&
    requires(C criterion, double gain, std::span<const Feature> candidates,
             const Context& context) {
  { criterion.restarts(gain) } -> std::same_as<bool>;
  criterion.restart(candidates, context);
};

/// A joint criterion that ends the search when the best candidate gains too little.
template <class C>
concept StoppingCriterion = JointCriterion<C> && requires(const C& criterion, double gain) {
  { criterion.stops(gain) } -> std::same_as<bool>;
};

/// A criterion that reports the work within the steps itself, as the phase "select".
template <class C>
concept WorkingCriterion = Criterion<C> && C::reports_work;

/// The winner among the candidates and its score.
struct Choice {
  Feature feature = 0;
  double score = 0;
};

/// Joint criteria are compared by their gains, the differences to `before`: a large value of the
/// set must not make candidates tied.
template <Criterion C>
Choice choose(C& criterion, std::span<const Feature> candidates, double before,
              const Context& context) {
  std::vector<Feature> contenders;
  if constexpr (LazyCriterion<C>) {
    contenders = criterion.contenders(candidates, context);
    candidates = contenders;
  }
  std::vector<double> scores(candidates.size());
  std::transform(candidates.begin(), candidates.end(), scores.begin(), [&](Feature candidate) {
    return criterion.score(candidate) - (JointCriterion<C> ? before : 0);
  });
  std::size_t place = winner(scores);
  if constexpr (TieBreakingCriterion<C>) {
    const double best = *std::max_element(scores.begin(), scores.end());
    std::vector<std::size_t> tied;
    std::vector<double> breaks;
    for (std::size_t i = place; i < scores.size(); ++i) {
      if (!is_tied(scores[i], best)) continue;
      tied.push_back(i);
      breaks.push_back(criterion.tie_break(candidates[i]));
    }
    place = tied[winner(breaks)];
  }
  return {.feature = candidates[place], .score = criterion.score(candidates[place])};
}

/// Greedy forward selection: the loop, the ties and the stopping of every greedy method. Selects
/// the features to keep first, then the winner (see ranking.h) of the remaining ones until there
/// are k.
template <Criterion C>
Selection forward(C& criterion, std::size_t features, const Task& task, const Context& context) {
  Selection selection;
  std::vector<Feature> candidates(features);  // ascending, so that the first is the lowest index
  std::iota(candidates.begin(), candidates.end(), Feature{0});
  double before = 0;
  bool is_new = true;  // the set is still empty
  const std::size_t goal = std::min(task.k, features);
  selection.selected.reserve(goal);
  const auto report = [&](std::size_t done) {
    if constexpr (!WorkingCriterion<C>)
      context.report({.phase = "select", .done = done, .total = goal});
  };
  report(0);
  while (selection.selected.size() < goal) {
    context.check_cancelled();
    const std::size_t step = selection.selected.size();
    Selected taken;
    if (step < task.keep.size()) {
      taken.feature = task.keep[step];
      if constexpr (LazyCriterion<C>) criterion.update(taken.feature, context);
      taken.score = criterion.score(taken.feature);
      // A feature that could not be selected otherwise adds nothing to the set.
      if constexpr (JointCriterion<C>) {
        if (taken.score == -std::numeric_limits<double>::infinity()) taken.score = before;
      }
    } else {
      Choice choice = choose(criterion, candidates, before, context);
      if constexpr (RestartingCriterion<C>) {
        if (!is_new && criterion.restarts(choice.score - before)) {
          criterion.restart(candidates, context);
          before = 0;
          choice = choose(criterion, candidates, before, context);
        }
      }
      if (choice.score == -std::numeric_limits<double>::infinity()) break;
      if constexpr (StoppingCriterion<C>) {
        if (criterion.stops(choice.score - before)) {
          selection.stopped = Stopped::no_gain;
          return selection;
        }
      }
      taken.feature = choice.feature;
      taken.score = choice.score;
    }
    if constexpr (JointCriterion<C>) taken.gain = taken.score - before;
    before = taken.score;
    is_new = false;
    candidates.erase(std::lower_bound(candidates.begin(), candidates.end(), taken.feature));
    const Feature last = taken.feature;
    selection.selected.push_back(std::move(taken));
    report(step + 1);
    if (step + 1 < goal) criterion.absorb(last, candidates, context);
  }
  selection.stopped =
      selection.selected.size() == task.k ? Stopped::reached_k : Stopped::nothing_left;
  return selection;
}

}  // namespace pith
