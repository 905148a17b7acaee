// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/slice_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/passes/slice_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, slice_lanes>;
using Integers = hn::RebindToSigned<Doubles>;
using Vector = hn::Vec<Doubles>;

bool has_low(const std::int64_t* integers, std::size_t count) {
  const Integers tag;
  const std::size_t lanes = hn::Lanes(tag);
  constexpr std::int64_t mask = (std::int64_t{1} << 20U) - 1;
  auto seen = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    seen = hn::Or(seen, hn::LoadU(tag, integers + i));
  std::int64_t last[slice_lanes] = {};
  hn::StoreU(seen, tag, last);
  for (; i < count; ++i)
    last[0] |= integers[i];
  std::int64_t all = 0;
  for (const std::int64_t lane : last)
    all |= lane;
  return (all & mask) != 0;
}

/// Integers below 2^51 as doubles, without an instruction that converts them: added to the bits of
/// 1.5 * 2^52 they are its last digits. Adding that number also rounds.
HWY_INLINE void split(const Doubles tag, hn::Vec<Integers> integers, double* out) {
  const Vector magic = hn::Set(tag, 0x1.8p52);
  const Vector q =
      hn::Sub(hn::BitCast(tag, hn::Add(integers, hn::BitCast(Integers(), magic))), magic);
  const Vector high = hn::Sub(hn::Add(hn::Mul(q, hn::Set(tag, 0x1p-20)), magic), magic);
  const Vector low = hn::Sub(q, hn::Mul(high, hn::Set(tag, 0x1p20)));
  hn::StoreU(high, tag, out);
  hn::StoreU(low, tag, out + slice_stride);
  hn::StoreU(hn::Add(high, low), tag, out + 2 * slice_stride);
}

void split_all(const std::int64_t* integers, std::size_t count, double* out) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    split(tag, hn::LoadU(Integers(), integers + i), out + i);
  if (i == count) return;
  std::int64_t last[slice_lanes] = {};
  std::copy(integers + i, integers + count, last);
  split(tag, hn::LoadU(Integers(), last), out + i);
}

/// Multiplies the slices `Left` of the feature with `Right` of the pivots, one pair after the
/// other, and adds the products to the sums `Left...` of each pivot in turn.
template <std::size_t Count>
HWY_INLINE void add_products(const double* const (&feature)[Count],
                             const std::size_t (&right)[Count], const double* pivots,
                             std::size_t rows, double* sums) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vector totals[slice_group][Count];
  for (auto& pivot : totals) {
    for (Vector& total : pivot)
      total = hn::Zero(tag);
  }
  for (std::size_t row = 0; row < rows; row += lanes) {
    Vector x[Count];
    for (std::size_t s = 0; s < Count; ++s)
      x[s] = hn::LoadU(tag, feature[s] + row);
    for (std::size_t p = 0; p < slice_group; ++p) {
      const double* const pivot = pivots + p * slices * slice_stride + row;
      for (std::size_t s = 0; s < Count; ++s) {
        totals[p][s] =
            hn::MulAdd(x[s], hn::LoadU(tag, pivot + right[s] * slice_stride), totals[p][s]);
      }
    }
  }
  for (std::size_t p = 0; p < slice_group; ++p) {
    for (std::size_t s = 0; s < Count; ++s) {
      double* const to = sums + (p * slices + s) * slice_lanes;
      hn::StoreU(hn::Add(hn::LoadU(tag, to), totals[p][s]), tag, to);
    }
  }
}

void add_slice_products(const double* feature, const double* pivots, std::size_t rows,
                        LowSlices low, double* sums) {
  const double* const high = feature;
  const double* const rest = feature + slice_stride;
  if (low.of_feature && low.of_pivots) {
    add_products<3>({high, rest, feature + 2 * slice_stride}, {0, 1, 2}, pivots, rows, sums);
  } else if (low.of_feature) {
    add_products<2>({high, rest}, {0, 0}, pivots, rows, sums);
  } else if (low.of_pivots) {
    add_products<2>({high, high}, {0, 1}, pivots, rows, sums);
  } else {
    add_products<1>({high}, {0}, pivots, rows, sums);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(has_low);
HWY_EXPORT(split_all);
HWY_EXPORT(add_slice_products);

bool has_low_slice(std::span<const std::int64_t> integers) {
  return HWY_DYNAMIC_DISPATCH(has_low)(integers.data(), integers.size());
}
void split_integers(std::span<const std::int64_t> integers, double* out) {
  HWY_DYNAMIC_DISPATCH(split_all)(integers.data(), integers.size(), out);
}
void add_slice_products(const double* feature, const double* pivots, std::size_t rows,
                        LowSlices low, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_slice_products)(feature, pivots, rows, low, sums);
}

SliceTotal take_slice_total(double* sums, LowSlices low) {
  std::int64_t totals[slices] = {};
  for (std::int64_t& total : totals) {
    for (std::size_t lane = 0; lane < slice_lanes; ++lane)
      total += static_cast<std::int64_t>(sums[lane]);
    std::fill_n(sums, slice_lanes, 0.0);
    sums += slice_lanes;
  }
  const auto [first, second, third] = totals;
  constexpr SliceTotal step = SliceTotal{1} << 20U;
  if (low.of_feature && low.of_pivots)
    return (first * step + (third - first - second)) * step + second;
  return (first * step + second) * step;
}

}  // namespace stats
}  // namespace pith
#endif
