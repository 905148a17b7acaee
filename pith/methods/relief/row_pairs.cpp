// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/row_pairs.h"

#include <algorithm>
#include <numeric>

#include "pith/base/elementary.h"

namespace pith {
inline namespace families {

std::size_t rows_at_a_time(std::size_t pairs_per_row) {
  constexpr std::size_t pairs = std::size_t{1} << 21U;
  constexpr std::size_t min_rows = 16;
  constexpr std::size_t max_rows = 4096;
  return std::clamp(pairs / std::max(pairs_per_row, std::size_t{1}), min_rows, max_rows);
}

Reservation reserve_pairs(std::size_t pairs, std::string_view remedy, const Context& context) {
  return context.reserve(std::uint64_t{4 * sizeof(RowPair)} * pairs,
                         "the comparison of pairs of rows", remedy);
}

std::vector<double> weights_by_rank(std::size_t count, double sigma) {
  std::vector<double> weights(count, 1.0);
  for (std::size_t rank = 0; rank < count && sigma > 0; ++rank) {
    const double ratio = static_cast<double>(rank) / sigma;
    weights[rank] = portable::exp(-ratio * ratio);
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights)
    weight /= sum;
  return weights;
}

std::vector<std::uint32_t> places_of(const ClassRows& rows,
                                     const std::vector<std::uint32_t>& wanted) {
  std::vector<std::uint32_t> place(rows.rows());
  for (std::size_t i = 0; i < rows.rows(); ++i)
    place[rows.order[i]] = static_cast<std::uint32_t>(i);
  if (wanted.empty()) {
    std::iota(place.begin(), place.end(), 0U);
    return place;
  }
  std::vector<std::uint32_t> places(wanted.size());
  std::transform(wanted.begin(), wanted.end(), places.begin(),
                 [&](std::uint32_t row) { return place[row]; });
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace families
}  // namespace pith
