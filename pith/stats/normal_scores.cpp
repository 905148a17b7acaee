// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/normal_scores.h"

#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "pith/base/parallel.h"
#include "pith/stats/ranks.h"
#include "pith/stats/tails.h"

namespace pith {
inline namespace stats {

Table with_normal_scores(const Table& table, const Context& context) {
  const std::span<const double> weights = table.weights();
  const double total = weights.empty() ? static_cast<double>(table.rows())
                                       : std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::optional<Column>> columns(table.features());
  constexpr std::size_t block = 16;
  parallel_blocks(context, columns.size(), block, [&](std::size_t begin, std::size_t end) {
    Ranker ranker;
    for (std::size_t j = begin; j < end; ++j) {
      const Numbers numbers = table.feature(static_cast<Feature>(j)).numbers();
      std::vector<double> scores(table.rows());
      ranker.rank(numbers, weights, scores);
      for (double& score : scores)
        score = normal_quantile((score - 0.5) / total);
      columns[j] = Column::from_numbers(std::move(scores));
    }
  });
  std::vector<Column> scored;
  scored.reserve(columns.size());
  for (std::optional<Column>& column : columns)
    scored.push_back(std::move(*column));
  return table.with_features(std::move(scored));
}

}  // namespace stats
}  // namespace pith
