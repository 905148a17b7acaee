// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/pairwise.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "pith/stats/chance.h"

namespace pith {
inline namespace families {

std::vector<Entropies> target_entropies(const Source& source, Correction correction,
                                        const Context& context) {
  std::optional<ChanceTable> chance;
  std::once_flag has_chance;  // the classes of all features have the same counts
  std::vector<Entropies> values(source.features());
  source.target_counts(
      [&](Feature feature, const Counts& counts) {
        if (correction == Correction::chance) {
          std::call_once(has_chance, [&] { chance.emplace(counts.y_totals(), counts.y_levels()); });
        }
        values[feature] = entropies(counts.has_missing() ? counts.spread() : counts, correction,
                                    chance ? &*chance : nullptr);
      },
      context);
  return values;
}

std::vector<double> target_scores(const Source& source, double (*measure)(const Entropies&),
                                  Correction correction, const Context& context) {
  const std::vector<Entropies> all = target_entropies(source, correction, context);
  std::vector<double> scores(all.size());
  std::transform(all.begin(), all.end(), scores.begin(), measure);
  return scores;
}

Terms corrected_terms(const Entropies& x, const Entropies& s, const PairEntropies& pair) {
  const double added = pair.xs + s.xy - pair.xsy - s.x - pair.chance.conditional_relevance;
  return {
      .redundancy = pair.x + pair.s - pair.xs - pair.chance.redundancy,
      .conditional_redundancy = x.xy + s.xy - pair.xsy - x.y - pair.chance.conditional_redundancy,
      .joint_relevance = information(s) + added,
      .conditional_relevance = added,
      .symmetrical_relevance = pair.xsy > 0 ? (information(s) + added) / pair.xsy : 0,
  };
}

Terms combined_terms(std::span<const Terms> of_targets, Combine combine) {
  Terms all = of_targets.front();
  if (of_targets.size() == 1) return all;
  std::vector<double> here(of_targets.size());
  for (const auto term : {&Terms::conditional_redundancy, &Terms::joint_relevance,
                          &Terms::conditional_relevance, &Terms::symmetrical_relevance}) {
    std::transform(of_targets.begin(), of_targets.end(), here.begin(),
                   [&](const Terms& one) { return one.*term; });
    all.*term = combined(here, combine);
  }
  return all;
}

TargetPairs::TargetPairs(const Source& source, const PairRequest& request, const Context& context) {
  const std::size_t targets = target_count(source);
  for (std::size_t i = 0; i < targets; ++i) {
    if (targets > 1) sources_.push_back(std::make_unique<const OneTarget>(source, i));
    const Source& one = targets > 1 ? sources_.back()->source() : source;
    entropies_.push_back(target_entropies(one, request.correction, context));
    if (i == 0 || request.with_target) pairs_.push_back(one.pairs(request, context));
  }
  answers_.resize(pairs_.size());
}

void TargetPairs::count(std::span<const FeaturePair> queries, const Context& context) {
  queries_.assign(queries.begin(), queries.end());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    answers_[i].resize(queries.size());
    pairs_[i]->entropies(queries, answers_[i], context);
  }
}

Terms TargetPairs::combined_terms_of(std::size_t query, Combine combine) const {
  std::vector<Terms> of_targets;
  for (std::size_t i = 0; i < answers_.size(); ++i)
    of_targets.push_back(terms_of_target(query, i));
  return combined_terms(of_targets, combine);
}

}  // namespace families
}  // namespace pith
