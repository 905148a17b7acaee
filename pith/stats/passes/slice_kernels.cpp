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

UsedSlices used_by(const std::int64_t* integers, std::size_t count) {
  const Integers tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto seen = hn::Zero(tag);
  auto sizes = hn::Zero(tag);  // without the sign: -2^20 and 2^20 - 1 have the same bits
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    __builtin_prefetch(integers + i + slice_rows, 0, 2);  // to the second cache
    const auto some = hn::LoadU(tag, integers + i);
    seen = hn::Or(seen, some);
    sizes = hn::Or(sizes, hn::Xor(some, hn::BroadcastSignBit(some)));
  }
  std::int64_t last_seen[slice_lanes] = {};
  std::int64_t last_sizes[slice_lanes] = {};
  hn::StoreU(seen, tag, last_seen);
  hn::StoreU(sizes, tag, last_sizes);
  std::int64_t all_seen = 0;
  std::int64_t all_sizes = 0;
  for (std::size_t lane = 0; lane < slice_lanes; ++lane) {
    all_seen |= last_seen[lane];
    all_sizes |= last_sizes[lane];
  }
  for (; i < count; ++i) {
    all_seen |= integers[i];
    all_sizes |= integers[i] < 0 ? ~integers[i] : integers[i];
  }
  constexpr std::int64_t step = std::int64_t{1} << 20U;
  return {.high = all_sizes >= step, .low = (all_seen & (step - 1)) != 0};
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

/// The unit of a single slice, inverted.
HWY_INLINE Vector scale_of(UsedSlices used) {
  return hn::Set(Doubles(), used.high ? 0x1p-20 : 1.0);
}

HWY_INLINE void store_slices(hn::Vec<Integers> integers, UsedSlices used, double* out) {
  const Doubles tag;
  const Vector number = number_of(integers);
  if (!used.both()) {
    hn::StoreU(hn::Mul(number, scale_of(used)), tag, out);
    return;
  }
  const Vector high = high_of(number);
  const Vector low = low_of(number, high);
  hn::StoreU(high, tag, out);
  hn::StoreU(low, tag, out + slice_stride);
  hn::StoreU(hn::Add(high, low), tag, out + 2 * slice_stride);
}

void split_all(const std::int64_t* integers, std::size_t count, UsedSlices used, double* out) {
  const std::size_t lanes = hn::Lanes(Doubles());
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes)
    store_slices(hn::LoadU(Integers(), integers + i), used, out + i);
  if (i == count) return;
  std::int64_t last[slice_lanes] = {};
  std::copy(integers + i, integers + count, last);
  store_slices(hn::LoadU(Integers(), last), used, out + i);
}

/// Which side has both slices.
enum class Products { both, features, pivots, none };

template <Products P>
constexpr std::size_t product_count = P == Products::both   ? 3
                                      : P == Products::none ? 1
                                                            : 2;

/// The slices of a feature, in the order of the sums; `scale` is that of a single one.
template <Products P>
HWY_INLINE void slices_of(hn::Vec<Integers> integers, Vector scale, Vector* out) {
  const Vector number = number_of(integers);
  if constexpr (P == Products::pivots || P == Products::none) {
    out[0] = hn::Mul(number, scale);
    if constexpr (P == Products::pivots) out[1] = out[0];
  } else {
    out[0] = high_of(number);
    out[1] = low_of(number, out[0]);
    if constexpr (P == Products::both) out[2] = hn::Add(out[0], out[1]);
  }
}

/// The slice of a pivot that belongs to a sum.
template <Products P>
constexpr std::size_t pivot_slice(std::size_t sum) {
  return P == Products::features ? 0 : sum;
}

/// What is multiplied.
struct Factors {
  const double* pivots = nullptr;
  std::size_t rows = 0;
  UsedSlices of_features = {};

  Factors from(std::size_t row, std::size_t count) const {
    return {pivots + row, count, of_features};
  }
};

template <Products P, std::size_t Features>
HWY_INLINE void add_products(const std::int64_t* const* features, const Factors& factors,
                             double* sums) {
  constexpr std::size_t count = product_count<P>;
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const Vector scale = scale_of(factors.of_features);
  Vector totals[Features][slice_group][count];
  for (auto& feature : totals) {
    for (auto& pivot : feature) {
      for (Vector& total : pivot)
        total = hn::Zero(tag);
    }
  }
  for (std::size_t row = 0; row + lanes <= factors.rows; row += lanes) {
    Vector x[Features][count];
    for (std::size_t f = 0; f < Features; ++f)
      slices_of<P>(hn::LoadU(Integers(), features[f] + row), scale, x[f]);
    for (std::size_t p = 0; p < slice_group; ++p) {
      const double* const pivot = factors.pivots + p * slices * slice_stride + row;
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
HWY_INLINE void add_rows(const std::int64_t* const* features, const Factors& factors,
                         double* sums) {
  const std::size_t lanes = hn::Lanes(Doubles());
  const std::size_t whole = factors.rows / lanes * lanes;
  add_products<P, Features>(features, factors.from(0, whole), sums);
  if (whole == factors.rows) return;
  std::int64_t last[Features][slice_lanes] = {};
  const std::int64_t* places[Features];
  for (std::size_t f = 0; f < Features; ++f) {
    std::copy(features[f] + whole, features[f] + factors.rows, last[f]);
    places[f] = last[f];
  }
  add_products<P, Features>(places, factors.from(whole, lanes), sums);
}

template <Products P>
HWY_INLINE void add_features(std::span<const std::int64_t* const> features, const Factors& factors,
                             double* sums) {
  // The sums of two features take 24 registers if there are three products, and 8 for one.
  constexpr bool has_registers = HWY_TARGET <= HWY_AVX3 || HWY_ARCH_ARM_A64 || P == Products::none;
  if (has_registers && features.size() == slice_features)
    return add_rows<P, slice_features>(features.data(), factors, sums);
  for (std::size_t f = 0; f < features.size(); ++f)
    add_rows<P, 1>(features.data() + f, factors, sums + f * slice_sums);
}

void add_slice_products(std::span<const std::int64_t* const> features, const double* pivots,
                        std::size_t rows, PairSlices used, double* sums) {
  const Factors factors{pivots, rows, used.features};
  if (used.features.both() && used.pivots.both()) {
    add_features<Products::both>(features, factors, sums);
  } else if (used.features.both()) {
    add_features<Products::features>(features, factors, sums);
  } else if (used.pivots.both()) {
    add_features<Products::pivots>(features, factors, sums);
  } else {
    add_features<Products::none>(features, factors, sums);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(used_by);
HWY_EXPORT(split_all);
HWY_EXPORT(add_slice_products);

UsedSlices used_slices(std::span<const std::int64_t> integers) {
  return HWY_DYNAMIC_DISPATCH(used_by)(integers.data(), integers.size());
}
void split_integers(std::span<const std::int64_t> integers, UsedSlices used, double* out) {
  HWY_DYNAMIC_DISPATCH(split_all)(integers.data(), integers.size(), used, out);
}
void add_slice_products(std::span<const std::int64_t* const> features, const double* pivots,
                        std::size_t rows, PairSlices used, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_slice_products)(features, pivots, rows, used, sums);
}

SliceTotal take_slice_total(double* sums, PairSlices used) {
  std::int64_t totals[slices] = {};
  for (std::int64_t& total : totals) {
    for (std::size_t lane = 0; lane < slice_lanes; ++lane)
      total += static_cast<std::int64_t>(sums[lane]);
    std::fill_n(sums, slice_lanes, 0.0);
    sums += slice_lanes;
  }
  const auto [first, second, third] = totals;
  constexpr SliceTotal step = SliceTotal{1} << 20U;
  const auto unit_of = [](UsedSlices single) { return single.high ? step : SliceTotal{1}; };
  if (used.features.both() && used.pivots.both())
    return (first * step + (third - first - second)) * step + second;
  if (used.features.both()) return (first * step + second) * unit_of(used.pivots);
  if (used.pivots.both()) return (first * step + second) * unit_of(used.features);
  return first * unit_of(used.features) * unit_of(used.pivots);
}

}  // namespace stats
}  // namespace pith
#endif
