// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/discrete/pairwise.h"

#include <algorithm>

#include "pith/search/scores.h"

namespace pith {
inline namespace families {

std::vector<double> relevances(const Source& source, const Context& context) {
  return count_scores(
      source, [](const Counts& counts) { return information(entropies(counts)); }, context);
}

std::vector<Entropies> target_entropies(const Source& source, const Context& context) {
  const std::vector<Counts> counts = source.target_counts(context);
  std::vector<Entropies> values(counts.size());
  std::transform(counts.begin(), counts.end(), values.begin(), [](const Counts& table) {
    return entropies(table.has_missing() ? table.spread() : table);
  });
  return values;
}

}  // namespace families
}  // namespace pith
