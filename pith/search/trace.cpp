// SPDX-License-Identifier: Apache-2.0
#include "pith/search/trace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pith/search/ranking.h"

namespace pith {
namespace {

/// How far a value is behind the best. Equal infinities are tied, and so are values that rounding
/// put before the best.
double distance_behind(double best, double value) {
  return best == value ? 0 : std::max(0.0, best - value);
}

/// The ranks of the candidates: the winner, the runner-up, then the others by the rule of ties.
std::vector<std::size_t> ranks_of(const Contest& contest) {
  std::vector<std::size_t> ranks(contest.candidates.size());
  std::vector<std::size_t> others;
  std::vector<double> values;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i == contest.winner || i == contest.runner_up) continue;
    others.push_back(i);
    values.push_back(contest.compared[i]);
  }
  std::size_t rank = 0;
  ranks[contest.winner] = ++rank;
  if (contest.runner_up) ranks[*contest.runner_up] = ++rank;
  for (const std::size_t place : order_of(values))
    ranks[others[place]] = ++rank;
  return ranks;
}

void restore(std::span<const Feature> places, std::vector<TracedCandidate>& candidates) {
  for (TracedCandidate& candidate : candidates)
    candidate.feature = places[candidate.feature];
}

}  // namespace

TracedStep traced_step(const Contest& contest, double before, std::span<const Feature> watched) {
  TracedStep step{.taken = contest.candidates[contest.winner]};
  const double best = contest.compared[contest.winner];
  const auto candidate_at = [&](std::size_t place, std::size_t rank) {
    const double value = contest.compared[place];
    return TracedCandidate{.feature = contest.candidates[place],
                           .rank = rank,
                           .score = value + before,
                           .behind = distance_behind(best, value)};
  };
  constexpr double impossible = -std::numeric_limits<double>::infinity();
  if (contest.runner_up && contest.compared[*contest.runner_up] != impossible)
    step.runner_up = candidate_at(*contest.runner_up, 2);
  if (watched.empty()) return step;
  const std::vector<std::size_t> ranks = ranks_of(contest);
  for (const Feature feature : watched) {
    const auto found = std::find(contest.candidates.begin(), contest.candidates.end(), feature);
    if (found == contest.candidates.end()) continue;
    const auto place = static_cast<std::size_t>(found - contest.candidates.begin());
    step.watched.push_back(candidate_at(place, ranks[place]));
  }
  return step;
}

void restore_places(std::span<const Feature> places, SearchTrace& trace) {
  for (TracedStep& step : trace.steps) {
    step.taken = places[step.taken];
    if (step.runner_up) step.runner_up->feature = places[step.runner_up->feature];
    restore(places, step.watched);
  }
  if (!trace.pairs) return;
  for (Feature& feature : trace.pairs->features)
    feature = places[feature];
  for (Feature& feature : trace.pairs->partners)
    feature = places[feature];
  for (std::vector<Substitute>& each : trace.pairs->substitutes) {
    for (Substitute& substitute : each)
      substitute.feature = places[substitute.feature];
  }
}

}  // namespace pith
