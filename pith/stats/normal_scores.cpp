// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/normal_scores.h"

#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/stats/ranks.h"
#include "pith/stats/tails.h"

namespace pith {
inline namespace stats {
namespace {

/// What a column takes beside its numbers.
constexpr std::uint64_t column_bytes = 320;

}  // namespace

Table with_normal_scores(const Table& table, const Context& context) {
  const std::span<const double> weights = table.weights();
  const double total = weights.empty() ? static_cast<double>(table.rows())
                                       : std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::optional<Column>> columns(table.features());
  const auto held = std::make_shared<const Reservation>(context.reserve(
      column_bytes * (columns.size() + 1) +
          std::uint64_t{sizeof(double)} * table.rows() * columns.size(),
      "the normal scores of the features", "select from fewer features (" + option("drop") + ")"));
  constexpr std::size_t block = 16;
  const ThreadMemory memory = reserve_for_threads(
      {.tasks = columns.size() / block + 1, .bytes = (ranker_bytes + 8) * table.rows()}, context,
      "the ranks of the features");
  parallel_blocks(memory.context, columns.size(), block, [&](std::size_t begin, std::size_t end) {
    Ranker ranker;
    for (std::size_t j = begin; j < end; ++j) {
      const Numbers numbers = table.feature(static_cast<Feature>(j)).numbers();
      std::vector<double> scores(table.rows());
      ranker.rank(numbers, weights, scores);
      for (double& score : scores)
        score = normal_quantile((score - 0.5) / total);
      columns[j] = Column::from_numbers(std::move(scores)).holding(held);
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
