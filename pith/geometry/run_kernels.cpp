// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/run_kernels.h"

#include <vector>

#include "pith/base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/geometry/run_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace geometry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, run_group>;
using Vector = hn::Vec<Doubles>;

constexpr std::size_t vector_lanes = HWY_MIN(run_group, HWY_MAX_BYTES / sizeof(double));

struct Difference {
  /// The product with 1 is exact, so this is a sum, fused or not; fused operations run on units
  /// that the subtractions leave free.
  static HWY_INLINE Vector add(Vector a, Vector b, Vector sum) {
    return hn::MulAdd(hn::Abs(hn::Sub(a, b)), hn::Set(Doubles(), 1.0), sum);
  }
};

struct Inequality {
  static HWY_INLINE Vector add(Vector a, Vector b, Vector sum) {
    return hn::Add(sum, hn::IfThenZeroElse(hn::Eq(a, b), hn::Set(Doubles(), 1.0)));
  }
};

/// Adds the terms of the others from `next` on that are below `bound`, and returns the first that
/// is not.
template <class Term, std::size_t vectors>
HWY_INLINE const std::uint32_t* add_others(const double* values, const double* row,
                                           const std::uint32_t* next, const std::uint32_t* end,
                                           std::uint32_t bound, double* sums) {
  const Doubles tag;
  constexpr std::size_t width = vectors * vector_lanes;
  Vector own[vectors];
  Vector sum[vectors];
  for (std::size_t v = 0; v < vectors; ++v) {
    own[v] = hn::LoadU(tag, row + v * vector_lanes);
    sum[v] = hn::LoadU(tag, sums + v * vector_lanes);
  }
  for (; next != end && *next < bound; ++next) {
    const double* const other = values + *next * width;
    for (std::size_t v = 0; v < vectors; ++v)
      sum[v] = Term::add(own[v], hn::LoadU(tag, other + v * vector_lanes), sum[v]);
  }
  for (std::size_t v = 0; v < vectors; ++v)
    hn::StoreU(sum[v], tag, sums + v * vector_lanes);
  return next;
}

template <class Term, std::size_t groups>
HWY_INLINE void add_runs(const PaddedTile& tile, std::span<const RowRun> runs, double* sums) {
  constexpr std::size_t width = groups * run_group;
  constexpr std::size_t rows_per_block = 64;
  std::vector<double> of_runs(runs.size() * width);
  std::vector<const std::uint32_t*> next(runs.size());
  for (std::size_t r = 0; r < runs.size(); ++r)
    next[r] = runs[r].others.data();
  for (std::size_t begin = 0; begin < tile.rows; begin += rows_per_block) {
    const auto bound = static_cast<std::uint32_t>(begin + rows_per_block);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      const RowRun& run = runs[r];
      const std::uint32_t* const end = run.others.data() + run.others.size();
      next[r] = add_others<Term, groups * run_group / vector_lanes>(
          tile.values, tile.values + run.row * width, next[r], end, bound, &of_runs[r * width]);
    }
  }
  for (std::size_t r = 0; r < runs.size(); ++r) {
    for (std::size_t f = 0; f < width; ++f)
      sums[f] += runs[r].weight * of_runs[r * width + f];
  }
}

template <class Term>
HWY_INLINE void add_runs_of_any_width(const PaddedTile& tile, std::span<const RowRun> runs,
                                      double* sums) {
  static_assert(run_features == 4 * run_group);
  switch (tile.width / run_group) {
    case 1:
      return add_runs<Term, 1>(tile, runs, sums);
    case 2:
      return add_runs<Term, 2>(tile, runs, sums);
    case 3:
      return add_runs<Term, 3>(tile, runs, sums);
    default:
      return add_runs<Term, 4>(tile, runs, sums);
  }
}

void add_differences_of_runs(const PaddedTile& tile, std::span<const RowRun> runs, double* sums) {
  add_runs_of_any_width<Difference>(tile, runs, sums);
}
void add_inequalities_of_runs(const PaddedTile& tile, std::span<const RowRun> runs, double* sums) {
  add_runs_of_any_width<Inequality>(tile, runs, sums);
}

}  // namespace HWY_NAMESPACE
}  // namespace geometry
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace geometry {

HWY_EXPORT(add_differences_of_runs);
HWY_EXPORT(add_inequalities_of_runs);

void add_run_differences(const PaddedTile& tile, std::span<const RowRun> runs, double* sums) {
  PITH_ASSERT(tile.width % run_group == 0 && tile.width <= run_features);
  HWY_DYNAMIC_DISPATCH(add_differences_of_runs)(tile, runs, sums);
}

void add_run_inequalities(const PaddedTile& tile, std::span<const RowRun> runs, double* sums) {
  PITH_ASSERT(tile.width % run_group == 0 && tile.width <= run_features);
  HWY_DYNAMIC_DISPATCH(add_inequalities_of_runs)(tile, runs, sums);
}

}  // namespace geometry
}  // namespace pith
#endif
