// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/relief.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/methods/relief/regression_relief.h"
#include "pith/methods/relief/row_pairs.h"

namespace pith {
inline namespace families {
namespace {

double share_of(const ClassRows& rows, std::size_t c) {
  return static_cast<double>(rows.size(c)) / static_cast<double>(rows.rows());
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

/// The places of the near rows of the row at a place, from its distances to all rows. `unit` bounds
/// the rounding error of a distance.
std::vector<std::uint32_t> near_rows(std::size_t own_place, std::span<const double> distances,
                                     double unit) {
  const auto others = static_cast<double>(distances.size() - 1);
  const double itself = distances[own_place];  // not 0 if it has missing values
  const double mean = (std::accumulate(distances.begin(), distances.end(), 0.0) - itself) / others;
  double squares = -(itself - mean) * (itself - mean);
  for (const double distance : distances)
    squares += (distance - mean) * (distance - mean);
  const double limit = mean - std::sqrt(std::max(squares, 0.0) / others) / 2 - unit;
  std::vector<std::uint32_t> near;
  for (std::size_t place = 0; place < distances.size(); ++place) {
    if (distances[place] < limit && place != own_place)
      near.push_back(static_cast<std::uint32_t>(place));
  }
  return near;
}

/// The weight of each near row of the row at a place: less than 0 for a hit, else of a miss.
using WeighNear = std::function<std::vector<double>(std::uint32_t own_place,
                                                    std::span<const std::uint32_t> near)>;

/// By classes, whose misses are weighted by the shares of the classes that have near rows.
std::vector<double> weigh_by_class(const ClassRows& rows, std::uint32_t own_place,
                                   std::span<const std::uint32_t> near) {
  const std::size_t own = rows.class_of(own_place);
  std::vector<std::size_t> counts(rows.classes());
  for (const std::uint32_t place : near)
    ++counts[rows.class_of(place)];
  double misses = 0;
  for (std::size_t c = 0; c < rows.classes(); ++c)
    misses += c != own && counts[c] > 0 ? share_of(rows, c) : 0;
  std::vector<double> weights;
  for (const std::uint32_t place : near) {
    const std::size_t c = rows.class_of(place);
    const double factor =
        (c == own ? -1 : share_of(rows, c)) / static_cast<double>(counts[c] * rows.rows());
    weights.push_back(c == own ? factor : factor / misses);
  }
  return weights;
}

/// By numbers: near rows whose numbers differ by less than `bound` are hits.
std::vector<double> weigh_by_number(std::span<const double> numbers, double bound,
                                    std::uint32_t own_place, std::span<const std::uint32_t> near) {
  const auto is_hit = [&](std::uint32_t place) {
    return std::abs(numbers[place] - numbers[own_place]) < bound;
  };
  const auto hits = static_cast<std::size_t>(std::count_if(near.begin(), near.end(), is_hit));
  const std::size_t misses = near.size() - hits;
  std::vector<double> weights;
  for (const std::uint32_t place : near) {
    weights.push_back(is_hit(place) ? -1 / static_cast<double>(hits * numbers.size())
                                    : 1 / static_cast<double>(misses * numbers.size()));
  }
  return weights;
}

/// The pairs of the rows [begin, end) with their near rows, and their weights.
std::vector<RowPair> near_pairs(const StripDistances<double>& distances, const WeighNear& weigh,
                                std::size_t begin, std::size_t end, double unit,
                                const Context& context) {
  std::vector<std::uint32_t> places(end - begin);
  std::iota(places.begin(), places.end(), static_cast<std::uint32_t>(begin));
  const std::size_t size = distances.room(places.size()) * distances.stride();
  const auto found = std::make_unique_for_overwrite<double[]>(size);
  distances.measure(places, {found.get(), size}, context);
  std::vector<RowPair> weighted;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::span<const double> to(&found[i * distances.stride()], distances.rows());
    const std::vector<std::uint32_t> near = near_rows(places[i], to, unit);
    const std::vector<double> weights = weigh(places[i], near);
    for (std::size_t j = 0; j < near.size(); ++j)
      weighted.push_back({.a = places[i], .b = near[j], .value = weights[j]});
  }
  return weighted;
}

/// Standard deviation with divisor n - 1, without overflow.
double deviation_of(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers)
    largest = std::max(largest, std::abs(number - numbers[0]));
  double mean = 0;
  for (const double number : numbers)
    mean += (number - numbers[0]) / largest / static_cast<double>(numbers.size());
  double squares = 0;
  for (const double number : numbers) {
    const double distance = (number - numbers[0]) / largest - mean;
    squares += distance * distance;
  }
  return largest * std::sqrt(squares / static_cast<double>(numbers.size() - 1));
}

WeighNear weigh_by(const Table& table, const ClassRows& rows) {
  if (!table.has_numeric_target()) {
    return [&rows](std::uint32_t own, std::span<const std::uint32_t> near) {
      return weigh_by_class(rows, own, near);
    };
  }
  const Numbers target = table.target().numbers();
  std::vector<double> numbers(target.begin(), target.end());
  const double bound = deviation_of(numbers);
  return [numbers = std::move(numbers), bound](std::uint32_t own,
                                               std::span<const std::uint32_t> near) {
    return weigh_by_number(numbers, bound, own, near);
  };
}

}  // namespace

std::vector<double> relief(const Table& table, const ReliefOptions& options, Work& work,
                           const Context& context) {
  if (table.has_numeric_target()) return regression_relief(table, options, work, context);
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
  const WeighNear weigh = weigh_by(table, rows);
  std::vector<double> sums(table.features());
  for (std::size_t begin = 0; begin < count; begin += step) {
    const std::size_t size = std::min(step, count - begin);
    constexpr std::size_t rows_per_block = 32;
    std::vector<std::vector<RowPair>> blocks((size + rows_per_block - 1) / rows_per_block);
    parallel_blocks(context, size, rows_per_block, [&](std::size_t from, std::size_t to) {
      blocks[from / rows_per_block] =
          near_pairs(distances, weigh, begin + from, begin + to, unit, context);
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
