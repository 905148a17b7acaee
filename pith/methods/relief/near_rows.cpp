// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/relief/near_rows.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"

namespace pith {
inline namespace families {
namespace {

constexpr std::size_t rows_per_block = 2 * strip_rows;

/// Writes the near rows of a row, from its distances to all rows, and returns their number. `unit`
/// bounds the rounding error of a distance.
std::size_t near_of(std::size_t own, std::span<const double> distances, double unit,
                    std::span<std::uint32_t> near) {
  const auto others = static_cast<double>(distances.size() - 1);
  const double itself = distances[own];  // not 0 if it has missing values
  const double mean = (std::accumulate(distances.begin(), distances.end(), 0.0) - itself) / others;
  double squares = -(itself - mean) * (itself - mean);
  for (const double distance : distances)
    squares += (distance - mean) * (distance - mean);
  const double limit = mean - std::sqrt(std::max(squares, 0.0) / others) / 2 - unit;
  std::size_t size = 0;
  for (std::size_t row = 0; row < distances.size(); ++row) {
    if (distances[row] < limit && row != own) near[size++] = static_cast<std::uint32_t>(row);
  }
  return size;
}

/// What find() takes on one thread, whichever distances it takes.
std::uint64_t search_bytes(const Differences& differences) {
  return sizeof(double) * std::uint64_t{rows_per_block + strip_rows} * differences.rows();
}

std::optional<GridDistances> grid_of(const Differences& differences, NearRows::Use use,
                                     const Context& context) {
  const std::uint64_t available = context.memory_available();
  const std::uint64_t bytes = GridDistances::bytes(differences);
  const bool is_used = use == NearRows::Use::grid && GridDistances::suits(differences) &&
                       bytes < available / 4 && bytes + search_bytes(differences) < available;
  if (!is_used) return std::nullopt;
  return std::optional<GridDistances>(std::in_place, differences, context);
}

}  // namespace

std::uint64_t NearRows::bytes(const Differences& differences) {
  const std::uint64_t copy =
      sizeof(double) * std::uint64_t{differences.size() + 1} * (differences.rows() + strip_rows);
  return copy + search_bytes(differences);
}

NearRows::NearRows(const Differences& differences, Use use, const Context& context)
    : distances_(differences, context),
      grid_(grid_of(differences, use, context)),
      unit_(distances_.error() + distance_unit(differences.size())) {}

/// If the distances on the grid decide which rows are near, writes these rows and returns their
/// number.
///
/// If each distance has an error of at most e, so has their mean, and so has their deviation; the
/// error of mean - deviation / 2 is at most 1.5 e, and a distance and the threshold together have
/// 2.5 e. A deviation that is almost 0 is left to double precision, where it consists of rounding.
std::optional<std::size_t> NearRows::decide(std::size_t row, std::span<std::uint32_t> distances,
                                            std::span<std::uint32_t> places) const {
  const auto others = static_cast<double>(distances.size() - 1);
  std::uint64_t sum = 0;
  for (const std::uint32_t distance : distances)
    sum += distance;
  const double mean = static_cast<double>(sum) / others;  // its own distance is 0
  distances[row] = static_cast<std::uint32_t>(mean);      // adds less than 1 to the squares
  const double deviation =
      std::sqrt(grid_squares(distances.data(), distances.size(), mean) / others);
  if (!(deviation > 1e-4 * mean)) return std::nullopt;
  const double limit = mean - deviation / 2 - unit_ / grid_->unit();
  const double rounding =
      mean * (std::ldexp(others, -48) + std::ldexp(1.0, -30)) + 4;  // in units of the grid
  const double error = 2.5 * (grid_->error(row) + unit_) / grid_->unit() + rounding;
  if (!(error < limit)) return std::nullopt;
  const GridBounds bounds{.lower = static_cast<std::uint32_t>(limit - error),
                          .upper = static_cast<std::uint32_t>(limit + error)};
  distances[row] = static_cast<std::uint32_t>(-1);
  bool is_between = false;
  const std::size_t size =
      grid_places(distances.data(), distances.size(), bounds, places.data(), is_between);
  return is_between ? std::nullopt : std::optional(size);
}

/// Returns the rows that are not decided.
std::vector<std::uint32_t> NearRows::find_on_grid(std::size_t begin, std::size_t end,
                                                  NearLists& lists, Work& work,
                                                  const Context& context) const {
  const std::size_t size = rows_per_block * grid_->stride();
  std::vector<char> is_open(end - begin);
  const ThreadMemory memory =
      reserve_for_threads({.tasks = (end - begin) / rows_per_block + 1,
                           .bytes = sizeof(std::uint32_t) * std::uint64_t{size}},
                          context, "the distances between rows");
  parallel_blocks(memory.context, end - begin, rows_per_block,
                  [&](std::size_t from, std::size_t to) {
                    const auto found = std::make_unique_for_overwrite<std::uint32_t[]>(size);
                    grid_->measure(begin + from, begin + to, {found.get(), size}, context);
                    std::size_t decided = 0;
                    for (std::size_t i = from; i < to; ++i) {
                      const std::span<std::uint32_t> distances(&found[(i - from) * grid_->stride()],
                                                               grid_->rows());
                      const auto near = decide(begin + i, distances, lists.room(i));
                      is_open[i] = near ? 0 : 1;
                      if (!near) continue;
                      lists.resize(i, *near);
                      ++decided;
                    }
                    work.add(decided);
                  });
  std::vector<std::uint32_t> open;
  for (std::size_t i = 0; i < is_open.size(); ++i) {
    if (is_open[i] != 0) open.push_back(static_cast<std::uint32_t>(begin + i));
  }
  return open;
}

void NearRows::find_in_doubles(std::span<const std::uint32_t> rows, std::size_t begin,
                               NearLists& lists, Work& work, const Context& context) const {
  const std::size_t size = distances_.room(rows_per_block) * distances_.stride();
  const ThreadMemory memory = reserve_for_threads(
      {.tasks = rows.size() / rows_per_block + 1, .bytes = sizeof(double) * size}, context,
      "the distances between rows");
  parallel_blocks(
      memory.context, rows.size(), rows_per_block, [&](std::size_t from, std::size_t to) {
        const auto found = std::make_unique_for_overwrite<double[]>(size);
        distances_.measure(rows.subspan(from, to - from), {found.get(), size}, context);
        for (std::size_t i = from; i < to; ++i) {
          const double* const first = &found[(i - from) * distances_.stride()];
          const std::size_t place = rows[i] - begin;
          lists.resize(place,
                       near_of(rows[i], {first, distances_.rows()}, unit_, lists.room(place)));
        }
        work.add(to - from);
      });
}

void NearRows::find(std::size_t begin, std::size_t end, NearLists& lists, Work& work,
                    const Context& context) const {
  std::vector<std::uint32_t> open(end - begin);
  std::iota(open.begin(), open.end(), static_cast<std::uint32_t>(begin));
  if (grid_) open = find_on_grid(begin, end, lists, work, context);
  find_in_doubles(open, begin, lists, work, context);
}

}  // namespace families
}  // namespace pith
