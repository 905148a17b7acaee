// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/regression_relief.h"

#include <algorithm>
#include <cmath>

#include "pith/base/assert.h"
#include "pith/methods/relief/row_pairs.h"

namespace pith {
inline namespace families {
namespace {

/// From 0 to 1.
std::vector<double> unit_range(const Column& target) {
  const Numbers numbers = target.numbers();
  const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
  const double range = *highest / 2 - *lowest / 2;  // of halves, which cannot overflow
  std::vector<double> scaled(numbers.size());
  for (std::size_t row = 0; row < scaled.size(); ++row)
    scaled[row] = (numbers[row] / 2 - *lowest / 2) / range;
  return scaled;
}

/// Pairs of near rows and their weights, times the difference of the target in `with_target`.
struct WeightedPairs {
  std::vector<RowPair> plain;
  std::vector<RowPair> with_target;
  double target_difference = 0;  ///< the weighted sum
};

WeightedPairs weighted(std::span<const std::uint32_t> queries, const ClassNeighbours& near,
                       std::span<const double> target, double sigma) {
  WeightedPairs pairs;
  for (std::size_t x = 0; x < queries.size(); ++x) {
    const std::span<const Neighbour> rows = near.of(x, 0);
    const std::vector<double> weights = weights_by_rank(rows.size(), sigma);
    for (std::size_t rank = 0; rank < rows.size(); ++rank) {
      const double difference = std::abs(target[queries[x]] - target[rows[rank].row]);
      const RowPair pair{.a = queries[x], .b = rows[rank].row, .value = weights[rank]};
      pairs.plain.push_back(pair);
      pairs.with_target.push_back(pair);
      pairs.with_target.back().value *= difference;
      pairs.target_difference += weights[rank] * difference;
    }
  }
  return pairs;
}

}  // namespace

std::vector<double> regression_relief(const Table& table, const ReliefOptions& options, Work& work,
                                      const Context& context) {
  PITH_ASSERT(options.weights.empty());
  const ClassRows rows(table);  // one class, in the order of the table
  const Differences differences(table, rows.order, context);
  const ClassNeighbourSearch search(differences, rows, context);
  const std::vector<std::uint32_t> queries = places_of(rows, options.rows);
  const std::vector<double> target = unit_range(table.target());
  const std::size_t pairs_per_row = std::min(options.neighbours, rows.rows());
  const std::size_t step = std::min(rows_at_a_time(pairs_per_row), queries.size());
  const Reservation held =
      reserve_pairs(2 * step * (pairs_per_row + 1), "use fewer neighbours", context);
  std::vector<double> plain(table.features());
  std::vector<double> with_target(table.features());
  double target_difference = 0;
  for (std::size_t begin = 0; begin < queries.size(); begin += step) {
    const auto some = std::span(queries).subspan(begin, std::min(step, queries.size() - begin));
    const ClassNeighbours near = search.find(some, options.neighbours, options.ties, work, context);
    const WeightedPairs pairs = weighted(some, near, target, options.sigma);
    differences.add_sums(pairs.plain, plain, context);
    differences.add_sums(pairs.with_target, with_target, context);
    target_difference += pairs.target_difference;
  }
  const double same = static_cast<double>(queries.size()) - target_difference;
  std::vector<double> scores(table.features());
  for (std::size_t f = 0; f < scores.size(); ++f) {
    const double unlike = target_difference > 0 ? with_target[f] / target_difference : 0;
    const double alike = same > 0 ? (plain[f] - with_target[f]) / same : 0;
    scores[f] = unlike - alike;
  }
  return scores;
}

}  // namespace families
}  // namespace pith
