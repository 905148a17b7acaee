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

/// What a forward search asks of a criterion: the state of the candidates while the selected set
/// grows. `absorb` brings every candidate up to date with the feature taken last (and may use
/// threads for it); `score` says what a candidate is worth now. A score of minus infinity means
/// that the candidate cannot be taken at all.
template <class C>
concept Criterion = requires(C criterion, Feature feature, std::span<const Feature> candidates,
                             const Context& context) {
  {criterion.absorb(feature, candidates, context)};
  { criterion.score(feature) } -> std::same_as<double>;
};

/// A criterion whose score is the value of the whole set with the candidate in it; its steps have a
/// gain, the difference to the step before.
template <class C>
concept JointCriterion = Criterion<C> && C::is_joint;

/// Greedy forward selection: the loop, the ties and the stopping of every greedy method. Takes the
/// kept features first, then the winner (see ranking.h) of the remaining ones until there are k.
template <Criterion C>
Selection forward(C& criterion, std::size_t features, const Wanted& wanted,
                  const Context& context) {
  Selection selection;
  std::vector<Feature> candidates(features);  // ascending, so that the first is the lowest index
  std::iota(candidates.begin(), candidates.end(), Feature{0});
  std::vector<double> scores;
  double before = 0;
  const std::size_t goal = std::min(wanted.k, features);
  while (selection.selected.size() < goal) {
    context.check_cancelled();
    const std::size_t step = selection.selected.size();
    Feature taken = 0;
    double score = 0;
    if (step < wanted.keep.size()) {
      taken = wanted.keep[step];
      score = criterion.score(taken);
    } else {
      scores.resize(candidates.size());
      std::transform(candidates.begin(), candidates.end(), scores.begin(),
                     [&](Feature candidate) { return criterion.score(candidate); });
      const std::size_t place = winner(scores);
      if (scores[place] == -std::numeric_limits<double>::infinity()) break;
      taken = candidates[place];
      score = scores[place];
    }
    Selected& entry = selection.selected.emplace_back();
    entry.feature = taken;
    entry.score = score;
    if constexpr (JointCriterion<C>) entry.gain = score - before;
    before = score;
    candidates.erase(std::lower_bound(candidates.begin(), candidates.end(), taken));
    context.report({.phase = "select", .done = step + 1, .total = goal});
    if (step + 1 < goal) criterion.absorb(taken, candidates, context);
  }
  selection.stopped =
      selection.selected.size() == wanted.k ? Stopped::reached_k : Stopped::nothing_left;
  return selection;
}

}  // namespace pith
