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
  for (; i + lanes <= count; i += lanes) {
    __builtin_prefetch(integers + i + slice_rows, 0, 2);  // to the second cache
    seen = hn::Or(seen, hn::LoadU(tag, integers + i));
  }
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
HWY_INLINE Vector number_of(hn::Vec<Integers> integers) {
  const Vector magic = hn::Set(Doubles(), 0x1.8p52);
  const auto bits = hn::Add(integers, hn::BitCast(Integers(), magic));
  return hn::Sub(hn::BitCast(Doubles(), bits), magic);
}
HWY_INLINE Vector high_of(Vector number) {
  const Vector magic = hn::Set(Doubles(), 0x1.8p52);
  return hn::Sub(hn::MulAdd(number, hn::Set(Doubles(), 0x1p-20), magic), magic);
}
HWY_INLINE Vector low_of(Vector number, Vector high) {
  return hn::NegMulAdd(high, hn::Set(Doubles(), 0x1p20), number);
}

HWY_INLINE void store_slices(hn::Vec<Integers> integers, double* out) {
  const Doubles tag;
  const Vector number = number_of(integers);
  const Vector high = high_of(number);
  const Vector low = low_of(number, high);
  hn::StoreU(high, tag, out);
  hn::StoreU(low, tag, out + slice_stride);
  hn::StoreU(hn::Add(high, low), tag, out + 2 * slice_stride);
}

void split_all(const std::int64_t* integers, std::size_t count, double* out) {
  const std::size_t lanes = hn::Lanes(Doubles());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    store_slices(hn::LoadU(Integers(), integers + i), out + i);
  if (i == count) return;
  std::int64_t last[slice_lanes] = {};
  std::copy(integers + i, integers + count, last);
  store_slices(hn::LoadU(Integers(), last), out + i);
}

/// Which slices of a feature are multiplied with which of a pivot.
enum class Products { all, low_of_feature, low_of_pivots, high };

template <Products P>
constexpr std::size_t product_count = P == Products::all    ? 3
                                      : P == Products::high ? 1
                                                            : 2;

/// The slices of a feature, in the order of the sums.
template <Products P>
HWY_INLINE void slices_of(hn::Vec<Integers> integers, Vector* out) {
  const Vector number = number_of(integers);
  if constexpr (P == Products::low_of_pivots || P == Products::high) {
    out[0] = hn::Mul(number, hn::Set(Doubles(), 0x1p-20));
    if constexpr (P == Products::low_of_pivots) out[1] = out[0];
  } else {
    out[0] = high_of(number);
    out[1] = low_of(number, out[0]);
    if constexpr (P == Products::all) out[2] = hn::Add(out[0], out[1]);
  }
}

/// The slice of a pivot that belongs to a sum.
template <Products P>
constexpr std::size_t pivot_slice(std::size_t sum) {
  return P == Products::low_of_feature ? 0 : sum;
}

template <Products P, std::size_t Features>
HWY_INLINE void add_products(const std::int64_t* const* features, const double* pivots,
                             std::size_t rows, double* sums) {
  constexpr std::size_t count = product_count<P>;
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vector totals[Features][slice_group][count];
  for (auto& feature : totals) {
    for (auto& pivot : feature) {
      for (Vector& total : pivot)
        total = hn::Zero(tag);
    }
  }
  for (std::size_t row = 0; row + lanes <= rows; row += lanes) {
    Vector x[Features][count];
    for (std::size_t f = 0; f < Features; ++f)
      slices_of<P>(hn::LoadU(Integers(), features[f] + row), x[f]);
    for (std::size_t p = 0; p < slice_group; ++p) {
      const double* const pivot = pivots + p * slices * slice_stride + row;
      for (std::size_t s = 0; s < count; ++s) {
        const Vector slice = hn::LoadU(tag, pivot + pivot_slice<P>(s) * slice_stride);
        for (std::size_t f = 0; f < Features; ++f)
          totals[f][p][s] = hn::MulAdd(x[f][s], slice, totals[f][p][s]);
      }
    }
  }
  for (std::size_t f = 0; f < Features; ++f) {
    for (std::size_t p = 0; p < slice_group; ++p) {
      for (std::size_t s = 0; s < count; ++s) {
        double* const to = sums + f * slice_sums + (p * slices + s) * slice_lanes;
        hn::StoreU(hn::Add(hn::LoadU(tag, to), totals[f][p][s]), tag, to);
      }
    }
  }
}

/// Whole vectors, and then the rest, which is copied: what follows the rows may not be there.
template <Products P, std::size_t Features>
HWY_INLINE void add_rows(const std::int64_t* const* features, const double* pivots,
                         std::size_t rows, double* sums) {
  const std::size_t lanes = hn::Lanes(Doubles());
  const std::size_t whole = rows / lanes * lanes;
  add_products<P, Features>(features, pivots, whole, sums);
  if (whole == rows) return;
  std::int64_t last[Features][slice_lanes] = {};
  const std::int64_t* places[Features];
  for (std::size_t f = 0; f < Features; ++f) {
    std::copy(features[f] + whole, features[f] + rows, last[f]);
    places[f] = last[f];
  }
  add_products<P, Features>(places, pivots + whole, lanes, sums);
}

template <Products P>
HWY_INLINE void add_features(const std::int64_t* const* features, std::size_t count,
                             const double* pivots, std::size_t rows, double* sums) {
  // The sums of two features take 24 registers, which not every processor has.
  constexpr bool has_registers = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64;
  if (has_registers && count == slice_features)
    return add_rows<P, slice_features>(features, pivots, rows, sums);
  for (std::size_t f = 0; f < count; ++f)
    add_rows<P, 1>(features + f, pivots, rows, sums + f * slice_sums);
}

void add_slice_products(const std::int64_t* const* features, std::size_t count,
                        const double* pivots, std::size_t rows, LowSlices low, double* sums) {
  if (low.of_features && low.of_pivots) {
    add_features<Products::all>(features, count, pivots, rows, sums);
  } else if (low.of_features) {
    add_features<Products::low_of_feature>(features, count, pivots, rows, sums);
  } else if (low.of_pivots) {
    add_features<Products::low_of_pivots>(features, count, pivots, rows, sums);
  } else {
    add_features<Products::high>(features, count, pivots, rows, sums);
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
void add_slice_products(std::span<const std::int64_t* const> features, const double* pivots,
                        std::size_t rows, LowSlices low, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_slice_products)
  (features.data(), features.size(), pivots, rows, low, sums);
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
  if (low.of_features && low.of_pivots)
    return (first * step + (third - first - second)) * step + second;
  return (first * step + second) * step;
}

}  // namespace stats
}  // namespace pith
#endif
