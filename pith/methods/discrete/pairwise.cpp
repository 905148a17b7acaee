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
      .joint_entropy = pair.xsy,
  };
}

}  // namespace families
}  // namespace pith
