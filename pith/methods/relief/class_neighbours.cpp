// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/class_neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <tuple>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"

namespace pith {
inline namespace families {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_nearer(const Neighbour& a, const Neighbour& b) {
  return std::tie(a.distance, a.row) < std::tie(b.distance, b.row);
}

/// Sorts by distance, with ties in the order in which WEKA leaves them: quicksort with the median
/// of the first, the middle and the last as pivot, which swaps ties too.
void sort_by_exchange(std::span<Neighbour> rows) {
  const auto order = [&](std::size_t a, std::size_t b) {
    if (rows[a].distance > rows[b].distance) std::swap(rows[a], rows[b]);
  };
  if (rows.size() < 2) return;
  const std::size_t last = rows.size() - 1;
  const std::size_t middle = last / 2;
  if (last == 1) return order(0, 1);
  order(0, middle);
  order(0, last);
  order(middle, last);
  if (last == 2) return;
  const double pivot = rows[middle].distance;
  std::swap(rows[middle], rows[last - 1]);
  std::size_t left = 0;
  std::size_t right = last - 1;
  while (true) {
    while (rows[++left].distance < pivot) {
    }
    while (rows[--right].distance > pivot) {
    }
    if (left >= right) break;
    std::swap(rows[left], rows[right]);
  }
  std::swap(rows[left], rows[last - 1]);
  sort_by_exchange(rows.first(left));
  sort_by_exchange(rows.subspan(left + 1));
}

/// The number of query rows whose distances take a few megabytes.
std::size_t queries_per_block(std::size_t rows) {
  constexpr std::size_t numbers = std::size_t{1} << 21U;
  constexpr std::size_t max_strips = 8;
  return strip_rows * std::clamp(numbers / (rows * strip_rows), std::size_t{1}, max_strips);
}

}  // namespace

/// Finds the places of values that may be among the `count` smallest if each value has an error of
/// at most `error`: all values up to the count-th smallest plus twice the error.
class ClassNeighbourSearch::Smallest {
 public:
  Smallest(std::size_t count, double error) : count_(count), error_(error) {}

  const std::vector<std::uint32_t>& find(std::span<const double> values) {
    constexpr std::size_t max_block = 512;
    double bound = infinity;
    std::vector<std::uint32_t>& places = places_;
    places.clear();
    std::size_t size = max_block / 8;  // the first block has no bound yet
    std::size_t full = 2 * count_ + max_block / 16;
    for (std::size_t begin = 0; begin < values.size(); begin += size, size = max_block) {
      std::uint32_t found[max_block];
      const std::size_t more =
          places_within(&values[begin], std::min(size, values.size() - begin), bound, found);
      for (std::size_t i = 0; i < more; ++i) {
        if (values[begin + found[i]] < infinity)
          places.push_back(static_cast<std::uint32_t>(begin) + found[i]);
      }
      if (places.size() < full) continue;
      bound = drop_largest(values, places);
      full = std::max(full, 2 * places.size());  // in case of many ties
    }
    drop_largest(values, places);
    return places;
  }

 private:
  double drop_largest(std::span<const double> values, std::vector<std::uint32_t>& places) {
    if (places.size() <= count_) return infinity;
    ranked_.clear();
    for (const std::uint32_t place : places)
      ranked_.push_back(values[place]);
    const auto last = ranked_.begin() + static_cast<std::ptrdiff_t>(count_ - 1);
    std::nth_element(ranked_.begin(), last, ranked_.end());
    const double bound = *last + 2 * error_;
    std::erase_if(places, [&](std::uint32_t place) { return values[place] > bound; });
    return bound;
  }

  std::size_t count_;
  double error_;
  std::vector<double> ranked_;
  std::vector<std::uint32_t> places_;
};

ClassRows::ClassRows(const Table& table) : begins(std::max<std::size_t>(table.classes(), 1) + 1) {
  if (table.has_numeric_target()) {
    begins[1] = table.rows();
    order.resize(table.rows());
    std::iota(order.begin(), order.end(), 0U);
    return;
  }
  const Column& target = table.target();
  for (std::size_t row = 0; row < table.rows(); ++row)
    ++begins[target.code(row) + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  order.resize(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row)
    order[next[target.code(row)]++] = static_cast<std::uint32_t>(row);
}

std::size_t ClassRows::class_of(std::size_t place) const {
  return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), place) -
                                  begins.begin()) -
         1;
}

void ClassNeighbourSearch::choose(std::uint32_t query, const double* distances, Smallest& smallest,
                                  std::vector<RowPair>& pairs) const {
  for (std::size_t c = 0; c < rows_.classes(); ++c) {
    for (const std::uint32_t place : smallest.find({distances + rows_.begins[c], rows_.size(c)})) {
      pairs.push_back({.a = query, .b = static_cast<std::uint32_t>(rows_.begins[c]) + place});
    }
  }
}

std::vector<std::vector<RowPair>> ClassNeighbourSearch::candidates(
    std::span<const std::uint32_t> queries, std::size_t count, Work& work,
    const Context& context) const {
  const std::size_t step = queries_per_block(rows_.rows());
  const std::size_t stride = distances_.stride();
  std::vector<std::vector<RowPair>> all((queries.size() + step - 1) / step);
  const ThreadMemory memory = reserve_for_threads(
      {.tasks = all.size(),
       .bytes = sizeof(double) * (distances_.room(step) * stride + 2 * rows_.rows()) +
                sizeof(double) * strip_rows * differences_.size()},
      context, "the distances between rows");
  parallel_blocks(memory.context, queries.size(), step, [&](std::size_t begin, std::size_t end) {
    const std::span<const std::uint32_t> some = queries.subspan(begin, end - begin);
    const std::size_t size = distances_.room(some.size()) * stride;
    const auto found = std::make_unique_for_overwrite<double[]>(size);
    distances_.measure(some, {found.get(), size}, context);
    Smallest smallest(count, distances_.error() + distance_unit(differences_.size()));
    for (std::size_t x = 0; x < some.size(); ++x) {
      double* const distances = &found[x * stride];
      distances[some[x]] = infinity;
      choose(some[x], distances, smallest, all[begin / step]);
    }
    reduce(some, count, all[begin / step], context.serial());
    work.add(some.size());
  });
  return all;
}

/// If many rows are equally distant, there are many more candidates than needed: these are measured
/// at once, and only the nearest are kept.
void ClassNeighbourSearch::reduce(std::span<const std::uint32_t> queries, std::size_t count,
                                  std::vector<RowPair>& pairs, const Context& context) const {
  std::size_t wanted = 0;
  for (std::size_t c = 0; c < rows_.classes(); ++c)
    wanted += queries.size() * std::min(count, rows_.size(c));
  constexpr std::size_t slack = std::size_t{1} << 16U;
  if (pairs.size() < 4 * wanted + slack) return;
  const ClassNeighbours near = nearest_of(queries, count, pairs, context);
  std::vector<RowPair> kept;
  for (std::size_t x = 0; x < queries.size(); ++x) {
    for (std::size_t c = 0; c < rows_.classes(); ++c) {
      for (const Neighbour& row : near.of(x, c))
        kept.push_back({.a = queries[x], .b = row.row});
    }
  }
  pairs = std::move(kept);
}

ClassNeighbours ClassNeighbourSearch::nearest_of(std::span<const std::uint32_t> queries,
                                                 std::size_t count, std::vector<RowPair>& pairs,
                                                 const Context& context) const {
  differences_.add_distances(pairs, context);
  const double unit = distance_unit(differences_.size());
  ClassNeighbours found{.classes = rows_.classes()};
  std::vector<Neighbour> near;
  auto next = pairs.begin();
  for (const std::uint32_t place : queries) {
    for (std::size_t c = 0; c < rows_.classes(); ++c) {
      found.begins.push_back(found.all.size());
      near.clear();
      for (; next != pairs.end() && next->a == place && next->b < rows_.begins[c + 1]; ++next)
        near.push_back({.row = next->b, .distance = unit * std::round(next->value / unit)});
      const std::size_t size = std::min(near.size(), count);
      std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(size), near.end(),
                        is_nearer);
      near.resize(size);
      found.all.insert(found.all.end(), near.begin(), near.end());
    }
  }
  found.begins.push_back(found.all.size());
  return found;
}

ClassNeighbours ClassNeighbourSearch::find(std::span<const std::uint32_t> queries,
                                           std::size_t count, NearTies ties, Work& work,
                                           const Context& context) const {
  if (ties == NearTies::replaced) return find_plainly(queries, count, work, context);
  std::vector<RowPair> pairs;
  for (const std::vector<RowPair>& some : candidates(queries, count, work, context))
    pairs.insert(pairs.end(), some.begin(), some.end());
  return nearest_of(queries, count, pairs, context);
}

ClassNeighbours ClassNeighbourSearch::find_plainly(std::span<const std::uint32_t> queries,
                                                   std::size_t count, Work& work,
                                                   const Context& context) const {
  std::vector<std::vector<Neighbour>> lists(queries.size() * rows_.classes());
  const ThreadMemory memory =
      reserve_for_threads({.tasks = queries.size(), .bytes = 3 * sizeof(double) * rows_.rows()},
                          context, "the distances between rows");
  parallel_blocks(memory.context, queries.size(), 1, [&](std::size_t x, std::size_t) {
    std::vector<double> distances(rows_.rows());
    differences_.plain_distances(queries[x], distances);
    for (std::size_t c = 0; c < rows_.classes(); ++c) {
      std::vector<Neighbour>& near = lists[x * rows_.classes() + c];
      for (std::size_t y = rows_.begins[c]; y < rows_.begins[c + 1]; ++y) {
        if (y == queries[x]) continue;
        const Neighbour row{.row = static_cast<std::uint32_t>(y), .distance = distances[y]};
        if (near.size() < count) {
          near.push_back(row);
          continue;
        }
        const auto farthest = std::max_element(
            near.begin(), near.end(),
            [](const Neighbour& a, const Neighbour& b) { return a.distance < b.distance; });
        if (row.distance < farthest->distance) *farthest = row;
      }
      sort_by_exchange(near);
    }
    work.add(1);
  });
  ClassNeighbours found{.classes = rows_.classes()};
  for (const std::vector<Neighbour>& near : lists) {
    found.begins.push_back(found.all.size());
    found.all.insert(found.all.end(), near.begin(), near.end());
  }
  found.begins.push_back(found.all.size());
  return found;
}

}  // namespace families
}  // namespace pith
