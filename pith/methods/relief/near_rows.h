// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/work.h"
#include "pith/geometry/differences.h"
#include "pith/geometry/grid_distances.h"
#include "pith/geometry/grid_kernels.h"
#include "pith/geometry/strip_distances.h"

namespace pith {
inline namespace families {

/// The near rows of some rows, ascending. Each has room for all rows of a table in one allocation;
/// what is not written takes no memory.
class NearLists {
 public:
  NearLists(std::size_t count, std::size_t rows)
      : stride_(rows + grid_padding),
        sizes_(count),
        room_(std::make_unique_for_overwrite<std::uint32_t[]>(count * stride_)) {}

  static std::uint64_t bytes(std::size_t count, std::size_t rows) {
    return std::uint64_t{count} *
           (sizeof(std::uint32_t) * (rows + grid_padding) + sizeof(std::size_t));
  }
  std::span<std::uint32_t> operator[](std::size_t i) { return room(i).first(sizes_[i]); }
  std::span<std::uint32_t> room(std::size_t i) { return {&room_[i * stride_], stride_}; }
  void resize(std::size_t i, std::size_t size) { sizes_[i] = size; }

 private:
  std::size_t stride_;
  std::vector<std::size_t> sizes_;
  std::unique_ptr<std::uint32_t[]> room_;
};

/// Finds the near rows of MultiSURF: those closer than the mean of a row's distances minus half
/// their standard deviation (with divisor n - 1), all in double precision.
///
/// If all features are numeric, and memory suffices, distances on a grid come first, for a fraction
/// of the time. They decide the rows whose distances are all farther from the threshold than the
/// bound on the error; the others are decided in double precision, so that the result is the same.
class NearRows {
 public:
  enum class Use { grid, doubles };

  /// What this object holds, and what find() takes on one thread; without the grid.
  static std::uint64_t bytes(const Differences& differences);

  /// `differences` is not owned and must outlive this object. Throws Error(resources) if the copies
  /// of the features exceed the memory limit.
  NearRows(const Differences& differences, Use use, const Context& context);

  /// lists[i] are the near rows of row begin + i, for the rows of [begin, end). `begin` is a
  /// multiple of strip_rows. Each row is a unit of work.
  void find(std::size_t begin, std::size_t end, NearLists& lists, Work& work,
            const Context& context) const;

 private:
  std::optional<std::size_t> decide(std::size_t row, std::span<std::uint32_t> distances,
                                    std::span<std::uint32_t> places) const;
  std::vector<std::uint32_t> find_on_grid(std::size_t begin, std::size_t end, NearLists& lists,
                                          Work& work, const Context& context) const;
  void find_in_doubles(std::span<const std::uint32_t> rows, std::size_t begin, NearLists& lists,
                       Work& work, const Context& context) const;

  StripDistances<double> distances_;
  std::optional<GridDistances> grid_;
  double unit_;  // bounds the rounding error of a distance
};

}  // namespace families
}  // namespace pith
