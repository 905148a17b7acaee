// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/differences.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/data/widened.h"

namespace pith {
inline namespace geometry {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Chosen so that the values of these features for all rows stay in the cache.
std::size_t features_per_tile(std::size_t rows) {
  constexpr std::size_t numbers = std::size_t{1} << 18U;
  return std::clamp(numbers / rows, std::size_t{16}, std::size_t{256});
}

}  // namespace

bool varies(const Column& column) {
  const Mask& is_missing = column.missing();
  std::size_t first = 0;
  while (first < column.rows() && is_missing.test(first))
    ++first;
  for (std::size_t row = first; row < column.rows(); ++row) {
    if (is_missing.test(row)) continue;
    if (column.is_numbers() ? column.number(row) != column.number(first)
                            : column.code(row) != column.code(first)) {
      return true;
    }
  }
  return false;
}

Differences::Differences(const Table& table, std::vector<std::uint32_t> order,
                         const Context& context)
    : table_(table), order_(std::move(order)) {
  const std::span<const pith::Column> features = table.parts().features;
  held_ = context.reserve(
      std::uint64_t{2 * sizeof(std::optional<Column>) + 8} * features.size() + 8 * table.rows(),
      "the ranges of the features");
  std::vector<std::optional<Column>> described(features.size());
  for_each_widened(
      features, 0, context, [&](std::size_t first, const std::vector<pith::Column>& columns) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
          if (varies(columns[i]))
            described[first + i] = describe(static_cast<Feature>(first + i), columns[i]);
        }
      });
  for (const std::optional<Column>& column : described) {
    if (column) columns_.push_back(*column);
  }
  std::sort(columns_.begin(), columns_.end(), [](const Column& x, const Column& y) {
    return std::tie(x.has_missing, x.kind, x.feature) < std::tie(y.has_missing, y.kind, y.feature);
  });
  table_order_.resize(size());
  std::iota(table_order_.begin(), table_order_.end(), std::size_t{0});
  std::sort(table_order_.begin(), table_order_.end(), [&](std::size_t x, std::size_t y) {
    return columns_[x].feature < columns_[y].feature;
  });
}

Differences::Column Differences::describe(Feature feature, const pith::Column& values) {
  Column column{.feature = feature, .has_missing = values.has_missing()};
  if (values.is_codes()) {
    column.kind = Kind::categories;
    column.missing_difference = 1 - 1 / static_cast<double>(values.levels());
    return column;
  }
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -lowest;
  for (const double value : values.numbers()) {  // NaN fails both comparisons
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  column.lowest = lowest;
  column.range = highest - lowest;
  return column;
}

std::vector<Differences::Slice> Differences::slices(std::size_t max_size) const {
  std::vector<Slice> all;
  for (std::size_t f = 0; f < size(); ++f) {
    const Column& column = columns_[f];
    if (all.empty() || all.back().size() == max_size || all.back().kind != column.kind ||
        all.back().has_missing != column.has_missing) {
      all.push_back({.kind = column.kind, .has_missing = column.has_missing, .begin = f, .end = f});
    }
    ++all.back().end;
  }
  return all;
}

void Differences::values(std::size_t f, std::span<double> out) const {
  const Column& column = columns_[f];
  const pith::Column& values = table_.feature(column.feature);
  PITH_ASSERT(out.size() == rows());
  if (column.kind == Kind::numbers) {
    const Numbers numbers = values.numbers();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double number = numbers[order_[i]];
      out[i] = (number - column.lowest) / column.range;
    }
    return;
  }
  std::visit(
      [&](const auto& codes) {
        for (std::size_t i = 0; i < out.size(); ++i)
          out[i] = static_cast<double>(codes[order_[i]]);
      },
      values.codes());
  if (!column.has_missing) return;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (values.missing().test(order_[i])) out[i] = missing;
  }
}

double Differences::difference(std::size_t f, double a, double b) const {
  const Column& column = columns_[f];
  if (column.kind == Kind::categories)
    return std::isnan(a) || std::isnan(b) ? column.missing_difference : a == b ? 0 : 1;
  if (std::isnan(a) && std::isnan(b)) return 1;
  if (std::isnan(a)) return std::max(b, 1 - b);
  if (std::isnan(b)) return std::max(a, 1 - a);
  return std::abs(a - b);
}

std::vector<double> Differences::tile(const Slice& slice, const Context& context) const {
  std::vector<double> tile(rows() * slice.size());
  fill_tile(slice, slice.size(), tile.data(), context);
  return tile;
}

void Differences::fill_tile(const Slice& slice, std::size_t width, double* tile,
                            const Context& context) const {
  constexpr std::size_t features_per_block = 16;
  const ThreadMemory memory = reserve_for_more_threads(
      {.tasks = slice.size() / features_per_block + 1, .bytes = 2 * sizeof(double) * rows()},
      context);
  parallel_blocks(memory.context, slice.size(), features_per_block,
                  [&](std::size_t begin, std::size_t end) {
                    std::vector<double> column(rows());
                    for (std::size_t f = begin; f < end; ++f) {
                      values(slice.begin + f, column);
                      for (std::size_t i = 0; i < rows(); ++i)
                        tile[i * width + f] = column[i];
                    }
                  });
}

void Differences::add_distances(std::span<RowPair> pairs, const Context& context) const {
  constexpr std::size_t pairs_per_block = 4096;
  const std::size_t width = std::min(features_per_tile(rows()), size());
  const Reservation held = context.reserve(std::uint64_t{sizeof(double)} * rows() * (width + 2),
                                           "the features of a tile, row by row,");
  for (const Slice& slice : slices(features_per_tile(rows()))) {
    const std::vector<double> values = tile(slice, context);
    const RowTile whole{.values = values.data(), .features = slice.size()};
    parallel_blocks(context, pairs.size(), pairs_per_block,
                    [&](std::size_t begin, std::size_t end) {
                      const std::span<RowPair> some = pairs.subspan(begin, end - begin);
                      if (!slice.has_missing && slice.kind == Kind::numbers)
                        return add_pair_distances(whole, some);
                      for (RowPair& pair : some)
                        pair.value += plain_distance(slice, whole, pair);
                    });
  }
}

double Differences::plain_distance(const Slice& slice, const RowTile& tile,
                                   const RowPair& pair) const {
  const double* const a = tile.values + pair.a * tile.features;
  const double* const b = tile.values + pair.b * tile.features;
  double sum = 0;
  for (std::size_t f = 0; f < slice.size(); ++f)
    sum += difference(slice.begin + f, a[f], b[f]);
  return sum;
}

void Differences::add_sums(std::span<const RowPair> pairs, std::span<double> sums,
                           const Context& context) const {
  std::size_t max_size = 64;  // so that a few features still occupy several threads
  const auto bytes = [&] {
    return std::uint64_t{sizeof(double)} * rows() * (std::min(max_size, size()) + 2);
  };
  while (max_size > 4 && bytes() > context.memory_available() / 2)
    max_size /= 2;
  const std::vector<Slice> all = slices(max_size);
  const ThreadMemory memory = reserve_for_threads({.tasks = all.size(), .bytes = bytes()}, context,
                                                  "the features of a tile, row by row,");
  parallel_blocks(memory.context, all.size(), 1, [&](std::size_t begin, std::size_t) {
    const Slice& slice = all[begin];
    const std::vector<double> values = tile(slice, context.serial());
    const RowTile whole{.values = values.data(), .features = slice.size()};
    std::vector<double> found(slice.size());
    if (slice.has_missing) {
      for (const RowPair& pair : pairs) {
        const double* const a = whole.values + pair.a * whole.features;
        const double* const b = whole.values + pair.b * whole.features;
        for (std::size_t f = 0; f < slice.size(); ++f)
          found[f] += pair.value * difference(slice.begin + f, a[f], b[f]);
      }
    } else if (slice.kind == Kind::numbers) {
      add_pair_differences(whole, pairs, found.data());
    } else {
      add_pair_inequalities(whole, pairs, found.data());
    }
    for (std::size_t f = 0; f < slice.size(); ++f)
      sums[columns_[slice.begin + f].feature] += found[f];
  });
}

void Differences::add_slice_runs(const Slice& slice, const PaddedTile& tile,
                                 std::span<const RowRun> runs, std::span<double> sums) const {
  if (!slice.has_missing && slice.kind == Kind::numbers)
    return add_run_differences(tile, runs, sums.data());
  if (!slice.has_missing) return add_run_inequalities(tile, runs, sums.data());
  std::vector<double> of_run(slice.size());
  for (const RowRun& run : runs) {
    std::fill(of_run.begin(), of_run.end(), 0.0);
    const double* const a = tile.values + run.row * tile.width;
    for (const std::uint32_t other : run.others) {
      const double* const b = tile.values + other * tile.width;
      for (std::size_t f = 0; f < slice.size(); ++f)
        of_run[f] += difference(slice.begin + f, a[f], b[f]);
    }
    for (std::size_t f = 0; f < slice.size(); ++f)
      sums[f] += run.weight * of_run[f];
  }
}

void Differences::add_run_sums(std::span<const RowRun> runs, std::span<double> sums,
                               const Context& context) const {
  constexpr std::size_t runs_per_block = 32;
  const std::size_t blocks = (runs.size() + runs_per_block - 1) / runs_per_block;
  const std::size_t width = padded_features(std::min(run_features, size()));
  const Reservation held =
      context.reserve(sizeof(double) * (std::uint64_t{rows()} * (width + 2) + blocks * width),
                      "the features of a tile, row by row,");
  for (const Slice& slice : slices(run_features)) {
    const std::size_t padded = padded_features(slice.size());
    std::vector<RunGroup> groups(rows() * padded / run_group);
    fill_tile(slice, padded, groups.data()->values, context);
    const PaddedTile whole{.values = groups.data()->values, .rows = rows(), .width = padded};
    std::vector<double> found(blocks * padded);
    parallel_blocks(context, runs.size(), runs_per_block, [&](std::size_t begin, std::size_t end) {
      add_slice_runs(slice, whole, runs.subspan(begin, end - begin),
                     std::span(found).subspan(begin / runs_per_block * padded, padded));
    });
    for (std::size_t block = 0; block < blocks; ++block) {
      for (std::size_t f = 0; f < slice.size(); ++f)
        sums[columns_[slice.begin + f].feature] += found[block * padded + f];
    }
  }
}

void Differences::plain_distances(std::size_t a, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  std::vector<double> column(rows());
  for (const std::size_t f : table_order_) {
    values(f, column);
    for (std::size_t i = 0; i < rows(); ++i)
      out[i] += difference(f, column[a], column[i]);
  }
}

}  // namespace geometry
}  // namespace pith
