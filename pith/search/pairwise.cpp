// SPDX-License-Identifier: Apache-2.0
#include "pith/search/pairwise.h"

#include "pith/search/scores.h"

namespace pith {

std::vector<double> relevances(const Source& source, const Context& context) {
  return count_scores(
      source, [](const Counts& counts) { return information(entropies(counts)); }, context);
}

}  // namespace pith
