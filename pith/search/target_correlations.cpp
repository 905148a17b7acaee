// SPDX-License-Identifier: Apache-2.0
#include "pith/search/target_correlations.h"

#include <cmath>

#include "pith/base/assert.h"
#include "pith/data/widened.h"
#include "pith/measure/correlation.h"
#include "pith/measure/pearson.h"
#include "pith/search/scores.h"

namespace pith {

std::vector<double> target_correlations(const Source& source, const Context& context) {
  if (source.classes() > 0) return moment_scores(source, class_correlation, context);
  PITH_ASSERT(source.table() != nullptr);
  const Table& table = *source.table();
  const PearsonTarget target(table.target().numbers(), table.weights());
  std::vector<double> scores(table.features());
  for_each_widened(table.parts().features, 0, context,
                   [&](std::size_t first, const std::vector<Column>& columns) {
                     for (std::size_t i = 0; i < columns.size(); ++i)
                       scores[first + i] = std::abs(target.correlation(columns[i].numbers()));
                   });
  return scores;
}

}  // namespace pith
