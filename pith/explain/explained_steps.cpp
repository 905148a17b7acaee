// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/explained_steps.h"

#include <algorithm>
#include <optional>

#include "pith/search/ranking.h"

namespace pith::explain_internal {
namespace {

/// The features of the ranking, of which those at the first steps are taken one after the other.
class RankingReader {
 public:
  explicit RankingReader(const Selection& selection) : ranking_(selection.ranking) {
    Feature largest = 0;
    for (const Ranked& entry : ranking_)
      largest = std::max(largest, entry.feature);
    places_.resize(ranking_.size() > 0 ? std::size_t{largest} + 1 : 0, ranking_.size());
    for (std::size_t i = 0; i < ranking_.size(); ++i)
      places_[ranking_[i].feature] = i;
    is_taken_.resize(ranking_.size());
  }

  bool has(Feature feature) const {
    return feature < places_.size() && places_[feature] < ranking_.size();
  }
  double score(Feature feature) const { return ranking_[places_[feature]].score; }
  /// The best feature that is not taken.
  std::optional<Feature> next() const {
    const auto place = std::find(is_taken_.begin(), is_taken_.end(), 0);
    if (place == is_taken_.end()) return std::nullopt;
    return ranking_[static_cast<std::size_t>(place - is_taken_.begin())].feature;
  }
  void take(Feature feature) { is_taken_[places_[feature]] = 1; }
  /// Among those that are not taken, from 1.
  std::size_t rank(Feature feature) const {
    const auto end = is_taken_.begin() + static_cast<std::ptrdiff_t>(places_[feature]);
    return static_cast<std::size_t>(std::count(is_taken_.begin(), end, 0)) + 1;
  }

 private:
  const std::vector<Ranked>& ranking_;
  std::vector<std::size_t> places_;  // by feature
  std::vector<char> is_taken_;       // by place
};

/// How far `other` is behind `best`; 0 where the rule of ties or constants put it there.
double distance_behind(double best, double other, bool smaller_is_better) {
  if (best == other) return 0;
  return std::max(0.0, smaller_is_better ? other - best : best - other);
}

}  // namespace

bool has_traced_steps(const Selection& selection) {
  if (!selection.trace || selection.trace->steps.size() != selection.selected.size()) return false;
  return std::equal(selection.selected.begin(), selection.selected.end(),
                    selection.trace->steps.begin(),
                    [](const Selected& a, const TracedStep& b) { return a.feature == b.taken; });
}

bool follows_ranking(const Selection& selection, std::size_t kept, bool smaller_is_better) {
  if (selection.ranking.empty()) return false;
  const auto& ranking = selection.ranking;
  const double sign = smaller_is_better ? -1 : 1;
  for (std::size_t i = 1; i < ranking.size() && i <= selection.selected.size(); ++i) {
    const double before = sign * ranking[i - 1].score;
    const double after = sign * ranking[i].score;
    if (after > before && !is_tied(before, after)) return false;
  }
  RankingReader reader(selection);
  for (std::size_t step = 0; step < selection.selected.size(); ++step) {
    const Feature taken = selection.selected[step].feature;
    if (!reader.has(taken) || (step >= kept && reader.next() != taken)) return false;
    reader.take(taken);
  }
  return true;
}

std::vector<TracedStep> ranking_steps(const Selection& selection, std::size_t kept,
                                      const std::vector<Feature>& watched, bool smaller_is_better) {
  RankingReader reader(selection);
  std::vector<TracedStep> steps;
  const auto candidate = [&](Feature feature, std::size_t rank, Feature taken) {
    return TracedCandidate{
        .feature = feature,
        .rank = rank,
        .score = reader.score(feature),
        .behind = distance_behind(reader.score(taken), reader.score(feature), smaller_is_better)};
  };
  for (const Selected& step : selection.selected) {
    TracedStep& traced = steps.emplace_back();
    traced.taken = step.feature;
    traced.is_kept = steps.size() <= kept;
    for (const Feature feature : watched) {
      if (!traced.is_kept && reader.has(feature))
        traced.watched.push_back(candidate(feature, reader.rank(feature), step.feature));
    }
    reader.take(step.feature);
    const std::optional<Feature> next = reader.next();
    if (!traced.is_kept && next) traced.runner_up = candidate(*next, 2, step.feature);
  }
  return steps;
}

}  // namespace pith::explain_internal
