// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/parallel.h"
#include "pith/base/thread_memory.h"
#include "pith/base/work.h"
#include "pith/linalg/matrix_kernels.h"
#include "pith/stats/similarity.h"

namespace pith {
inline namespace stats {

/// A similarity that is computed in square tiles on and above the diagonal. Elements are of type T,
/// while products are summed in double. The tiles, the order in which they are summed and therefore
/// the bits depend only on the size, not on the threads or on whether the tiles are kept.
template <class T>
class TiledSimilarity : public SymmetricMatrix {
 public:
  std::size_t size() const final { return size_; }

  void multiply(const MatrixView<const double>& vectors, const MatrixView<double>& products,
                const Context& context) const final {
    PITH_ASSERT(vectors.extent(1) == size_ && vectors.stride(0) == size_);
    prepare(context);
    const std::size_t numbers = vectors.extent(0) * size_;
    const std::size_t groups = std::min(max_groups, tiles_);
    const Reservation held = context.reserve(std::uint64_t{sizeof(double)} * groups * numbers,
                                             "the products of the similarities");
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = groups, .bytes = kept_ ? 0 : thread_bytes() + sizeof(T) * edge_ * edge_}, context,
        "the tables of pairs");
    std::vector<std::vector<double>> sums(groups);
    // Without kept tiles, a product takes as long as the tiles.
    std::optional<Work> work;
    if (!kept_) work.emplace(context, "similarities", tiles_ * (tiles_ + 1) / 2);
    parallel_blocks(memory.context, groups, 1, [&](std::size_t group, std::size_t) {
      sums[group].assign(numbers, 0.0);
      std::vector<T> room(kept_ ? 0 : edge_ * edge_);
      for (std::size_t row = 0; row < tiles_; ++row) {
        if (group_of(row, groups) != group) continue;
        add_tile_row(row, vectors, sums[group].data(), room, context);
        if (work) work->add(tiles_ - row);
      }
    });
    double* out = products.data_handle();
    std::copy(sums[0].begin(), sums[0].end(), out);
    for (std::size_t group = 1; group < groups; ++group)
      std::transform(out, out + numbers, sums[group].begin(), out, std::plus<>());
  }

 protected:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t count() const { return end - begin; }
  };

  explicit TiledSimilarity(std::size_t size)
      : size_(size), edge_(edge_for(size)), tiles_((size + edge_ - 1) / edge_) {}

  /// Called on the caller's thread before products are computed.
  virtual void prepare(const Context&) const {}
  /// Computes the elements of some rows and columns, row-major with `stride`. Must be thread-safe.
  virtual void fill(Range rows, Range columns, T* out, std::size_t stride) const = 0;

  /// The memory for all tiles on and above the diagonal.
  std::uint64_t kept_bytes() const { return tile_offset(tiles_, tiles_) * sizeof(T); }
  /// What fill() needs on each thread.
  virtual std::uint64_t thread_bytes() const { return 0; }
  /// Computes all tiles and keeps them, if that fits in the memory that is left.
  void keep_if_it_fits(const Context& context) {
    const std::uint64_t threads = std::max(1U, context.thread_count());
    if (kept_bytes() + threads * thread_bytes() <= context.memory_available()) keep(context);
  }

 private:
  void keep(const Context& context) {
    kept_held_ = context.reserve(kept_bytes(), "the similarities of all pairs");
    const ThreadMemory memory = reserve_for_threads(
        {.tasks = tiles_ * tiles_, .bytes = thread_bytes()}, context, "the tables of pairs");
    kept_ = std::make_unique_for_overwrite<T[]>(tile_offset(tiles_, tiles_));  // NOLINT(*-c-arrays)
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t row = 0; row < tiles_; ++row) {
      for (std::size_t column = row; column < tiles_; ++column)
        all.emplace_back(row, column);
    }
    Work work(context, "similarities", all.size());
    parallel_blocks(memory.context, all.size(), 1, [&](std::size_t i, std::size_t) {
      const auto [row, column] = all[i];
      fill(range(row), range(column), kept_.get() + tile_offset(row, column), edge_);
      work.add(1);
    });
  }

  static constexpr std::size_t max_groups = 32;  // each has its own copy of the products

  /// A tile of doubles fits in the L2 cache; tiles are smaller if there would be few of them.
  static std::size_t edge_for(std::size_t size) {
    constexpr std::size_t step = 48;  // full panels of the product kernel
    return std::clamp((size / 16 + step - 1) / step * step, step, 4 * step);
  }
  /// Rows of tiles get shorter downwards; assigning them to the groups back and forth balances the
  /// load.
  static std::size_t group_of(std::size_t row, std::size_t groups) {
    const std::size_t place = row % (2 * groups);
    return place < groups ? place : 2 * groups - 1 - place;
  }
  Range range(std::size_t tile) const {
    return {tile * edge_, std::min(size_, (tile + 1) * edge_)};
  }
  /// The offset of a tile among those on and above the diagonal.
  std::size_t tile_offset(std::size_t row, std::size_t column) const {
    const std::size_t before = row * tiles_ - row * (row - 1) / 2;  // row 0: 0 * (-1) wraps to 0
    return (before + (column - row)) * edge_ * edge_;
  }

  void add_tile_row(std::size_t row, const MatrixView<const double>& vectors, double* sums,
                    std::vector<T>& room, const Context& context) const {
    const Range rows = range(row);
    for (std::size_t column = row; column < tiles_; ++column) {
      context.check_cancelled();
      const Range columns = range(column);
      const T* tile = room.data();
      if (kept_) {
        tile = kept_.get() + tile_offset(row, column);
      } else {
        fill(rows, columns, room.data(), edge_);
      }
      add_tile(MatrixView<const T>(tile, rows.count(), columns.count(), edge_, 1),
               {.count = vectors.extent(0),
                .stride = size_,
                .columns = vectors.data_handle() + columns.begin,
                .rows = vectors.data_handle() + rows.begin,
                .down = sums + rows.begin,
                .beside = column == row ? nullptr : sums + columns.begin});
    }
  }

  Reservation kept_held_;
  std::size_t size_;
  std::size_t edge_;
  std::size_t tiles_;
  std::unique_ptr<T[]> kept_;  // NOLINT(*-avoid-c-arrays)
};

}  // namespace stats
}  // namespace pith
