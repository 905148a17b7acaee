// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/pairwise.h"

#include <algorithm>
#include <optional>

#include "pith/base/parallel.h"
#include "pith/stats/chance.h"

namespace pith {
inline namespace families {

std::vector<Entropies> target_entropies(const Source& source, Correction correction,
                                        const Context& context) {
  const std::vector<Counts> counts = source.target_counts(context);
  std::optional<ChanceTable> chance;
  if (correction == Correction::chance && !counts.empty())
    chance.emplace(counts.front().y_totals(), counts.front().y_levels());
  constexpr std::size_t features_per_block = 64;
  std::vector<Entropies> values(counts.size());
  parallel_blocks(context, values.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    for (std::size_t i = begin; i < end; ++i) {
                      const Counts& table = counts[i];
                      values[i] = entropies(table.has_missing() ? table.spread() : table,
                                            correction, chance ? &*chance : nullptr);
                    }
                  });
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
