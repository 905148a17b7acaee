// SPDX-License-Identifier: Apache-2.0
#include "pith/measure/gaussian_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/measure/gaussian_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace measure {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, pair_group>;
using Vector = hn::Vec<Doubles>;

/// a * b + c, rounded twice, so that the bits are the same with and without fused instructions.
HWY_INLINE Vector mul_add(Vector a, Vector b, Vector c) {
  return hn::Add(hn::Mul(a, b), c);
}

HWY_INLINE Vector square(Vector x) {
  return hn::Mul(x, x);
}

/// exp(-x) for x >= 0; as exp_inside of pith/base/exponential.h, with a polynomial that is
/// evaluated in halves (Estrin), because a single chain would wait for every product.
HWY_INLINE Vector negative_exp(Vector given) {
  const Doubles tag;
  const auto set = [tag](double number) { return hn::Set(tag, number); };
  const Vector x = hn::Neg(hn::Min(given, set(708.0)));
  const Vector rounder = set(0x1.8p52);
  const Vector shifted = mul_add(x, set(0x1.71547652b82fep0), rounder);
  const Vector k = hn::Sub(shifted, rounder);
  const Vector r = hn::Sub(hn::Sub(x, hn::Mul(k, set(0x1.62e42fee00000p-1))),
                           hn::Mul(k, set(0x1.a39ef35793c76p-33)));
  const Vector r2 = square(r);
  const Vector r4 = square(r2);
  // 1/2! + r/3! + ... in pairs, then in fours.
  const Vector p0 = mul_add(r, set(1.0 / 6), set(0.5));
  const Vector p1 = mul_add(r, set(1.0 / 120), set(1.0 / 24));
  const Vector p2 = mul_add(r, set(1.0 / 5040), set(1.0 / 720));
  const Vector p3 = mul_add(r, set(1.0 / 362880), set(1.0 / 40320));
  const Vector p4 = mul_add(r, set(1.0 / 39916800), set(1.0 / 3628800));
  const Vector p5 = mul_add(r, set(1.0 / 6227020800), set(1.0 / 479001600));
  const Vector q0 = mul_add(p1, r2, p0);
  const Vector q1 = mul_add(p3, r2, p2);
  const Vector q2 = mul_add(p5, r2, p4);
  const Vector series = mul_add(mul_add(q2, r4, q1), r4, q0);
  const Vector p = hn::Add(mul_add(series, r2, r), set(1.0));
  const hn::RebindToUnsigned<Doubles> bits;
  return hn::BitCast(tag,
                     hn::Add(hn::BitCast(bits, p), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

void add_without_each_column(const PairStrip& strip, double factor, double* rest, double* sums) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::fill_n(rest + (strip.size - 1) * strip.count, strip.count, 0.0);
  for (std::size_t c = strip.size - 1; c > 0; --c) {
    const Vector own = hn::Set(tag, strip.columns[c][strip.row]);
    const double* const others = strip.columns[c] + strip.begin;
    const double* const from = rest + c * strip.count;
    double* const to = rest + (c - 1) * strip.count;
    for (std::size_t i = 0; i < strip.count; i += lanes) {
      const Vector step = square(hn::Sub(own, hn::LoadU(tag, others + i)));
      hn::StoreU(hn::Add(hn::LoadU(tag, from + i), step), tag, to + i);
    }
  }
  // The last row of `rest` is 0, and takes the sum of what comes before.
  double* const before = rest + (strip.size - 1) * strip.count;
  const Vector scale = hn::Set(tag, factor);
  for (std::size_t c = 0; c < strip.size; ++c) {
    const bool is_last = c + 1 == strip.size;
    const Vector own = hn::Set(tag, strip.columns[c][strip.row]);
    const double* const others = strip.columns[c] + strip.begin;
    const double* const after = rest + c * strip.count;
    for (std::size_t lane = 0; lane < pair_group; lane += lanes) {
      Vector sum = hn::LoadU(tag, sums + c * pair_group + lane);
      for (std::size_t i = lane; i < strip.count; i += pair_group) {
        const Vector left = hn::LoadU(tag, before + i);
        const Vector right = is_last ? hn::Zero(tag) : hn::LoadU(tag, after + i);
        const Vector kernel = negative_exp(hn::Mul(scale, hn::Add(left, right)));
        sum = mul_add(hn::LoadU(tag, strip.weights + i), kernel, sum);
        const Vector step = square(hn::Sub(own, hn::LoadU(tag, others + i)));
        hn::StoreU(hn::Add(left, step), tag, before + i);
      }
      hn::StoreU(sum, tag, sums + c * pair_group + lane);
    }
  }
}

void add_nested_columns(const PairStrip& strip, double* total, double* sums) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::fill_n(total, strip.count, 0.0);
  for (std::size_t c = 0; c < strip.size; ++c) {
    const Vector own = hn::Set(tag, strip.columns[c][strip.row]);
    const Vector scale = hn::Set(tag, 0.5 / static_cast<double>(c + 1));
    const double* const others = strip.columns[c] + strip.begin;
    for (std::size_t lane = 0; lane < pair_group; lane += lanes) {
      Vector sum = hn::LoadU(tag, sums + c * pair_group + lane);
      for (std::size_t i = lane; i < strip.count; i += pair_group) {
        const Vector step = square(hn::Sub(own, hn::LoadU(tag, others + i)));
        const Vector distance = hn::Add(hn::LoadU(tag, total + i), step);
        hn::StoreU(distance, tag, total + i);
        sum =
            mul_add(hn::LoadU(tag, strip.weights + i), negative_exp(hn::Mul(scale, distance)), sum);
      }
      hn::StoreU(sum, tag, sums + c * pair_group + lane);
    }
  }
}

void negative_exponentials_of(double* values, std::size_t count) {
  const Doubles tag;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag))
    hn::StoreU(negative_exp(hn::LoadU(tag, values + i)), tag, values + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace measure
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace measure {

HWY_EXPORT(add_without_each_column);
HWY_EXPORT(add_nested_columns);
HWY_EXPORT(negative_exponentials_of);

void add_without_each(const PairStrip& strip, double factor, double* rest, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_without_each_column)(strip, factor, rest, sums);
}

void add_nested(const PairStrip& strip, double* total, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_nested_columns)(strip, total, sums);
}

void negative_exponentials(double* values, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(negative_exponentials_of)(values, count);
}

}  // namespace measure
}  // namespace pith
#endif
