// SPDX-License-Identifier: Apache-2.0
#include "pith/explain/information_pairs.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pith/methods/discrete/pair_study.h"
#include "pith/stats/source.h"

namespace pith::explain_internal {
namespace {

/// v(x|T), as a criterion of pairs.
struct InformationValue {
  static constexpr bool needs_target = true;

  void absorb(const Terms& last) {
    synergy += last.conditional_redundancy - last.redundancy;
    others += 1;
  }
  double score(double relevance) const {
    return others > 0 ? relevance + synergy / others : relevance;
  }

  double synergy = 0;
  double others = 0;
};

std::vector<Feature> positions_of(const InformationTable& coded,
                                  std::span<const Feature> features) {
  std::vector<Feature> positions;
  for (const Feature feature : features) {
    const auto place = std::lower_bound(coded.places.begin(), coded.places.end(), feature);
    positions.push_back(static_cast<Feature>(place - coded.places.begin()));
  }
  return positions;
}

PairRequest pair_request(const InformationTable& coded, const TermOptions& options) {
  return {.with_target = coded.table.has_target(),
          .correction = options.correction,
          .terms = {.redundancy = true, .conditional_redundancy = coded.table.has_target()}};
}

std::vector<double> relevances_of(const TargetPairs& pairs, std::size_t features, Combine combine) {
  std::vector<double> here(pairs.targets());
  std::vector<double> all(features);
  for (Feature x = 0; x < features; ++x) {
    for (std::size_t i = 0; i < here.size(); ++i)
      here[i] = pairs.relevance(x, i);
    all[x] = combined(here, combine);
  }
  return all;
}

Contest contest_at(const PairStudy& study, std::span<const InformationValue> values,
                   std::size_t step) {
  Contest contest;
  for (std::size_t place = 0; place < values.size(); ++place) {
    const Feature feature = study.partners()[place];
    const auto taken = std::find(study.selected().begin(), study.selected().end(), feature);
    if (taken < study.selected().begin() + static_cast<std::ptrdiff_t>(step)) continue;
    if (feature == study.selected()[step]) contest.winner = contest.candidates.size();
    contest.candidates.push_back(feature);
    contest.compared.push_back(values[place].score(study.relevance()[feature]));
  }
  return contest;
}

/// The best of the candidates that the selection did not take.
std::optional<std::size_t> best_other(const Contest& contest) {
  if (contest.candidates.size() < 2) return std::nullopt;
  std::vector<double> others = contest.compared;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(contest.winner));
  const std::size_t place = winner(others);
  return place < contest.winner ? place : place + 1;
}

/// Unlike a search, the selection may have taken a feature that has not the largest value.
void set_signed_distances(const Contest& contest, TracedStep& step) {
  const double own = contest.compared[contest.winner];
  const auto set = [&](TracedCandidate& candidate) {
    candidate.behind = own == candidate.score ? 0 : own - candidate.score;
  };
  if (step.runner_up) set(*step.runner_up);
  for (TracedCandidate& candidate : step.watched)
    set(candidate);
}

/// The rank of a watched candidate among all, the selected feature included.
void set_ranks(const Contest& contest, TracedStep& step) {
  const std::vector<std::size_t> order = order_of(contest.compared);
  for (TracedCandidate& candidate : step.watched) {
    const auto place = std::find_if(order.begin(), order.end(), [&](std::size_t at) {
      return contest.candidates[at] == candidate.feature;
    });
    candidate.rank = static_cast<std::size_t>(place - order.begin()) + 1;
  }
}

std::vector<TracedStep> steps_of(const PairStudy& study, std::span<const Feature> watched) {
  std::vector<InformationValue> values(study.partners().size());
  std::vector<TracedStep> steps;
  for (std::size_t step = 0; step < study.selected().size(); ++step) {
    Contest contest = contest_at(study, values, step);
    contest.runner_up = best_other(contest);
    TracedStep& traced = steps.emplace_back(traced_step(contest, 0, watched));
    set_signed_distances(contest, traced);
    set_ranks(contest, traced);
    for (std::size_t place = 0; place < values.size(); ++place)
      values[place].absorb(study.pair(place, step).terms);
  }
  return steps;
}

/// Without a target, a substitute loses what it does not tell of the selected feature.
std::vector<double> told_of(const PairStudy& study, std::size_t position) {
  std::vector<double> values(study.partners().size());
  for (std::size_t place = 0; place < values.size(); ++place)
    values[place] = study.pair(place, position).information;
  return values;
}

}  // namespace

StepTerms step_terms(const InformationTable& coded, std::span<const Feature> selected,
                     const TermOptions& options, const Context& context) {
  StepTerms found;
  if (selected.empty()) return found;
  std::vector<Feature> ascending(selected.begin(), selected.end());
  std::sort(ascending.begin(), ascending.end());
  const InformationTable own = with_features(coded, ascending);
  const std::vector<Feature> positions = positions_of(own, selected);
  const TableSource source(own.table);
  TargetPairs pairs(source, pair_request(own, options), context);
  const std::vector<double> relevance = relevances_of(pairs, own.table.features(), options.combine);
  for (std::size_t step = 0; step < positions.size(); ++step) {
    std::vector<FeaturePair> queries;
    for (std::size_t before = 0; before < step; ++before)
      queries.push_back({.x = positions[step], .s = positions[before]});
    pairs.count(queries, context);
    double redundancy = 0;
    InformationValue value;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Terms terms = pairs.terms(i, options.combine);
      redundancy += terms.redundancy;
      value.absorb(terms);
    }
    const double others = static_cast<double>(std::max<std::size_t>(1, step));
    found.relevance.push_back(relevance[positions[step]]);
    found.redundancy.push_back(redundancy / others);
    found.synergy.push_back(value.synergy / others);
  }
  return found;
}

std::vector<double> relevances(const InformationTable& coded, const TermOptions& options,
                               const Context& context) {
  std::vector<double> all(coded.table.features());
  if (!coded.table.has_target()) return all;
  std::vector<std::vector<double>> of_targets;
  for (std::size_t i = 0; i < coded.table.targets(); ++i) {
    const Table one = coded.table.with_target(i);
    of_targets.push_back(target_scores(TableSource(one), information, options.correction, context));
  }
  std::vector<double> here(of_targets.size());
  for (std::size_t x = 0; x < all.size(); ++x) {
    for (std::size_t i = 0; i < here.size(); ++i)
      here[i] = of_targets[i][x];
    all[x] = combined(here, options.combine);
  }
  return all;
}

SearchTrace information_trace(const InformationTable& coded, const FeatureSets& features,
                              const TermOptions& options, const Context& context) {
  const std::vector<double> relevance = relevances(coded, options, context);
  PairStudy::Limits limits{.selected = features.selected.size(), .is_frugal = options.is_frugal};
  std::vector<Feature> chosen =
      PairStudy::choose_partners(relevance, positions_of(coded, features.watched), limits);
  for (Feature& feature : chosen)
    feature = coded.places[feature];
  chosen.insert(chosen.end(), features.selected.begin(), features.selected.end());
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());

  const InformationTable own = with_features(coded, chosen);
  const TableSource source(own.table);
  TargetPairs pairs(source, pair_request(own, options), context);
  limits.is_frugal = false;
  PairStudy study(relevances_of(pairs, own.table.features(), options.combine), {}, limits, context);
  study.complete(positions_of(own, features.selected), pairs, options.combine, context);

  SearchTrace trace{.pairs = study.traced()};
  const std::vector<Feature> watched = positions_of(own, features.watched);
  if (own.table.has_target()) trace.steps = steps_of(study, watched);
  for (std::size_t s = 0; s < features.selected.size(); ++s) {
    const std::vector<double> values = own.table.has_target()
                                           ? values_in_place(study, s, InformationValue(), context)
                                           : told_of(study, s);
    trace.pairs->substitutes.push_back(best_substitutes(study, s, values));
  }
  restore_places(own.places, trace);
  trace.pairs->features = coded.places;
  trace.pairs->relevance = relevance;
  return trace;
}

}  // namespace pith::explain_internal
