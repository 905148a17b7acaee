// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/relief.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string_view>

#include "pith/base/elementary.h"
#include "pith/base/parallel.h"

namespace pith {
inline namespace families {
namespace {

/// The number of rows that are processed at a time, which bounds the number of pairs in memory and
/// the number of rows between two progress reports.
std::size_t rows_at_a_time(std::size_t pairs_per_row) {
  constexpr std::size_t pairs = std::size_t{1} << 21U;
  constexpr std::size_t min_rows = 16;
  constexpr std::size_t max_rows = 4096;
  return std::clamp(pairs / std::max(pairs_per_row, std::size_t{1}), min_rows, max_rows);
}

/// The memory for the pairs, for copies while they are gathered, and for lists of their ends.
Reservation reserve_pairs(std::size_t pairs, std::string_view remedy, const Context& context) {
  return context.reserve(std::uint64_t{4 * sizeof(RowPair)} * pairs,
                         "the comparison of pairs of rows", remedy);
}

double share_of(const ClassRows& rows, std::size_t c) {
  return static_cast<double>(rows.size(c)) / static_cast<double>(rows.rows());
}

/// The weights of `count` rows by their rank of distance; the sum is 1.
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

/// The places of the wanted rows, or of all if empty, in the order of the classes.
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

class Relief {
 public:
  Relief(const Table& table, const ReliefOptions& options, const Context& context)
      : options_(options),
        rows_(table),
        differences_(table, rows_.order, context),
        search_(differences_, rows_, context),
        queries_(places_of(rows_, options.rows)) {}

  std::vector<double> scores(std::size_t features, Work& work, const Context& context) const {
    std::vector<double> sums(features);
    std::size_t pairs_per_row = 0;
    for (std::size_t c = 0; c < rows_.classes(); ++c)
      pairs_per_row += std::min(options_.neighbours, rows_.size(c));
    const std::span<const std::uint32_t> all = queries_;
    const std::size_t step = std::min(rows_at_a_time(pairs_per_row), all.size());
    const Reservation held =
        reserve_pairs(step * (pairs_per_row + rows_.classes()), "use fewer neighbours", context);
    for (std::size_t begin = 0; begin < all.size(); begin += step) {
      const std::span<const std::uint32_t> some =
          all.subspan(begin, std::min(step, all.size() - begin));
      const ClassNeighbours near =
          search_.find(some, options_.neighbours, options_.ties, work, context);
      differences_.add_sums(weighted(some, near), sums, context);
    }
    return sums;
  }

 private:
  double weight_of(std::uint32_t place) const {
    return options_.weights.empty() ? 1 : options_.weights[rows_.order[place]];
  }

  std::vector<RowPair> weighted(std::span<const std::uint32_t> queries,
                                const ClassNeighbours& near) const {
    double total = 0;
    for (const std::uint32_t place : queries_)
      total += weight_of(place);
    std::vector<RowPair> pairs;
    pairs.reserve(near.all.size());
    for (std::size_t x = 0; x < queries.size(); ++x) {
      const std::size_t own = rows_.class_of(queries[x]);
      for (std::size_t c = 0; c < rows_.classes(); ++c) {
        const double factor = (c == own ? -1 : share_of(rows_, c) / (1 - share_of(rows_, own))) *
                              weight_of(queries[x]) / total;
        const std::span<const Neighbour> rows = near.of(x, c);
        const std::vector<double> by_rank = weights_by_rank(rows.size(), options_.sigma);
        for (std::size_t rank = 0; rank < rows.size(); ++rank)
          pairs.push_back({.a = queries[x], .b = rows[rank].row, .value = factor * by_rank[rank]});
      }
    }
    return pairs;
  }

  const ReliefOptions& options_;
  ClassRows rows_;
  Differences differences_;
  ClassNeighbourSearch search_;
  std::vector<std::uint32_t> queries_;
};

/// Finds the near rows of the row at a place from its distances to all rows, and appends the pairs
/// with their weights. `unit` bounds the rounding error of a distance.
void weigh_near_rows(std::size_t own_place, std::span<const double> distances,
                     const ClassRows& rows, double unit, std::vector<RowPair>& weighted) {
  const auto others = static_cast<double>(rows.rows() - 1);
  const double itself = distances[own_place];  // not 0 if it has missing values
  const double mean = (std::accumulate(distances.begin(), distances.end(), 0.0) - itself) / others;
  double squares = -(itself - mean) * (itself - mean);
  for (const double distance : distances)
    squares += (distance - mean) * (distance - mean);
  const double limit = mean - std::sqrt(std::max(squares, 0.0) / others) / 2 - unit;
  const std::size_t own = rows.class_of(own_place);
  const std::size_t first = weighted.size();
  std::vector<double> factors(rows.classes());
  double misses = 0;
  for (std::size_t c = 0; c < rows.classes(); ++c) {
    const std::size_t before = weighted.size();
    for (std::size_t b = rows.begins[c]; b < rows.begins[c + 1]; ++b) {
      if (distances[b] >= limit || b == own_place) continue;
      weighted.push_back(
          {.a = static_cast<std::uint32_t>(own_place), .b = static_cast<std::uint32_t>(b)});
    }
    const std::size_t count = weighted.size() - before;
    if (count == 0) continue;
    if (c != own) misses += share_of(rows, c);
    factors[c] = (c == own ? -1 : share_of(rows, c)) / static_cast<double>(count * rows.rows());
  }
  for (RowPair& pair : std::span(weighted).subspan(first)) {
    const std::size_t c = rows.class_of(pair.b);
    pair.value = c == own ? factors[c] : factors[c] / misses;
  }
}

/// The pairs of the rows [begin, end) with their near rows, and their weights.
std::vector<RowPair> near_pairs(const StripDistances<double>& distances, const ClassRows& rows,
                                std::size_t begin, std::size_t end, double unit,
                                const Context& context) {
  std::vector<std::uint32_t> places(end - begin);
  std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(begin));
  const std::size_t size = distances.room(places.size()) * distances.stride();
  const auto found = std::make_unique_for_overwrite<double[]>(size);
  distances.measure(places, {found.get(), size}, context);
  std::vector<RowPair> weighted;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::span<const double> to(&found[i * distances.stride()], rows.rows());
    weigh_near_rows(places[i], to, rows, unit, weighted);
  }
  return weighted;
}

}  // namespace

std::vector<double> relief(const Table& table, const ReliefOptions& options, Work& work,
                           const Context& context) {
  return Relief(table, options, context).scores(table.features(), work, context);
}

std::vector<double> multisurf(const Table& table, const Context& context) {
  Work work(context, "select", table.rows());
  const ClassRows rows(table);
  const Differences differences(table, rows.order, context);
  const StripDistances<double> distances(differences, context);
  const std::size_t count = rows.rows();
  const std::size_t step = std::min(rows_at_a_time(count), count);
  const Reservation held = reserve_pairs(step * count, "use fewer rows", context);
  const double unit = distances.error() + distance_unit(differences.size());
  std::vector<double> sums(table.features());
  for (std::size_t begin = 0; begin < count; begin += step) {
    const std::size_t size = std::min(step, count - begin);
    constexpr std::size_t rows_per_block = 32;
    std::vector<std::vector<RowPair>> blocks((size + rows_per_block - 1) / rows_per_block);
    parallel_blocks(context, size, rows_per_block, [&](std::size_t from, std::size_t to) {
      blocks[from / rows_per_block] =
          near_pairs(distances, rows, begin + from, begin + to, unit, context);
      work.add(to - from);
    });
    std::vector<RowPair> weighted;
    for (const std::vector<RowPair>& block : blocks)
      weighted.insert(weighted.end(), block.begin(), block.end());
    differences.add_sums(weighted, sums, context);
  }
  return sums;
}

}  // namespace families
}  // namespace pith
