// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <numeric>
#include <optional>
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
/// is tied with the best one remain, and the first of them wins. `tie_break` is in the unit of the
/// score.
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

/// The place of the best candidate, of which there is at least one.
template <Criterion C>
std::size_t best_place(const C& criterion, std::span<const Feature> candidates,
                       std::span<const double> compared) {
  const std::size_t first = winner(compared);
  if constexpr (TieBreakingCriterion<C>) {
    const double best = *std::max_element(compared.begin(), compared.end());
    std::vector<std::size_t> tied;
    std::vector<double> breaks;
    for (std::size_t i = first; i < compared.size(); ++i) {
      if (!is_tied(compared[i], best)) continue;
      tied.push_back(i);
      breaks.push_back(criterion.tie_break(candidates[i]));
    }
    return tied[winner(breaks)];
  } else {
    return first;
  }
}

/// The winner among the candidates and its score.
struct Choice {
  Feature feature = 0;
  double score = 0;
  std::optional<TracedStep> step = {};  ///< where the search is traced
};

/// Who would have won without the winner.
template <Criterion C>
std::optional<std::size_t> runner_up(const C& criterion, const Contest& contest) {
  if (contest.candidates.size() < 2) return std::nullopt;
  std::vector<Feature> others = contest.candidates;
  std::vector<double> compared = contest.compared;
  const auto place = static_cast<std::ptrdiff_t>(contest.winner);
  others.erase(others.begin() + place);
  compared.erase(compared.begin() + place);
  const std::size_t best = best_place(criterion, others, compared);
  return best < contest.winner ? best : best + 1;
}

/// Compares the candidates that are tied with the winner by what broke the tie, if anything did.
template <TieBreakingCriterion C>
void compare_tied(const C& criterion, double before, Contest& contest) {
  const double best = contest.compared[contest.winner];
  std::vector<std::size_t> tied;
  for (std::size_t i = 0; i < contest.compared.size(); ++i) {
    if (is_tied(contest.compared[i], best)) tied.push_back(i);
  }
  const double first = criterion.tie_break(contest.candidates[contest.winner]);
  const auto is_same = [&](std::size_t i) {
    return criterion.tie_break(contest.candidates[i]) == first;
  };
  if (std::all_of(tied.begin(), tied.end(), is_same)) return;
  for (const std::size_t i : tied)
    contest.compared[i] = criterion.tie_break(contest.candidates[i]) - before;
}

/// Where a search is.
struct SearchState {
  const Task& task;
  double before = 0;  ///< the score of the set, for joint criteria
};

/// Joint criteria are compared by their gains, the differences to `before`: a large value of the
/// set must not make candidates tied.
template <Criterion C>
Choice choose(C& criterion, std::span<const Feature> candidates, const SearchState& state,
              const Context& context) {
  Contest contest;
  if constexpr (LazyCriterion<C>) {
    contest.candidates = criterion.contenders(candidates, context);
    candidates = contest.candidates;
  }
  const double before = JointCriterion<C> ? state.before : 0;
  contest.compared.resize(candidates.size());
  std::transform(candidates.begin(), candidates.end(), contest.compared.begin(),
                 [&](Feature candidate) { return criterion.score(candidate) - before; });
  contest.winner = best_place(criterion, candidates, contest.compared);
  const Feature best = candidates[contest.winner];
  Choice choice{.feature = best, .score = criterion.score(best)};
  if (state.task.is_traced) {
    if constexpr (!LazyCriterion<C>)
      contest.candidates.assign(candidates.begin(), candidates.end());
    contest.runner_up = runner_up(criterion, contest);
    if constexpr (TieBreakingCriterion<C>) compare_tied(criterion, before, contest);
    choice.step = traced_step(contest, before, state.task.watched);
  }
  return choice;
}

/// A feature that has to be selected.
template <Criterion C>
Selected kept(C& criterion, Feature feature, double before, const Context& context) {
  Selected taken{.feature = feature};
  if constexpr (LazyCriterion<C>) criterion.update(feature, context);
  taken.score = criterion.score(feature);
  // A feature that could not be selected otherwise adds nothing to the set.
  if constexpr (JointCriterion<C>) {
    if (taken.score == -std::numeric_limits<double>::infinity()) taken.score = before;
  }
  return taken;
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
  if (task.is_traced) selection.trace.emplace();
  const auto report = [&](std::size_t done) {
    if constexpr (!WorkingCriterion<C>)
      context.report({.phase = "select", .done = done, .total = goal});
  };
  report(0);
  while (selection.selected.size() < goal) {
    context.check_cancelled();
    const std::size_t step = selection.selected.size();
    Selected taken;
    TracedStep traced;
    if (step < task.keep.size()) {
      taken = kept(criterion, task.keep[step], before, context);
      traced = {.taken = taken.feature, .is_kept = true};
    } else {
      Choice choice = choose(criterion, candidates, {task, before}, context);
      if constexpr (RestartingCriterion<C>) {
        if (!is_new && criterion.restarts(choice.score - before)) {
          criterion.restart(candidates, context);
          before = 0;
          choice = choose(criterion, candidates, {task, before}, context);
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
      if (choice.step) traced = std::move(*choice.step);
    }
    if (selection.trace) selection.trace->steps.push_back(std::move(traced));
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
