// SPDX-License-Identifier: Apache-2.0
#include "pith/search/pairwise.h"

#include <algorithm>

namespace pith {

std::vector<double> relevances(const Source& source, const Context& context) {
  const std::vector<Counts> counts = source.target_counts(context);
  std::vector<double> values(counts.size());
  std::transform(counts.begin(), counts.end(), values.begin(),
                 [](const Counts& table) { return information(entropies(table.spread())); });
  return values;
}

}  // namespace pith
