// SPDX-License-Identifier: Apache-2.0
#include "pith/methods/variational/kernel_sums.h"

#include <numeric>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/methods/variational/kernel_sums.cpp"  // Highway compiles this once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace families {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// bounded_exp() of pith/base/exponential.h, operation by operation.
template <class D, class V>
HWY_INLINE V exponential(D d, V x) {
  const hn::RebindToUnsigned<D> bits;
  const auto rounder = hn::Set(d, 0x1.8p52);
  x = hn::Min(hn::Max(x, hn::Set(d, -708.0)), hn::Set(d, 708.0));
  const auto shifted = hn::Add(hn::Mul(x, hn::Set(d, 0x1.71547652b82fep0)), rounder);
  const auto k = hn::Sub(shifted, rounder);
  const auto r = hn::Sub(hn::Sub(x, hn::Mul(k, hn::Set(d, 0x1.62e42fee00000p-1))),
                         hn::Mul(k, hn::Set(d, 0x1.a39ef35793c76p-33)));
  const auto step = [&](V p, double coefficient)
                        HWY_ATTR { return hn::Add(hn::Mul(p, r), hn::Set(d, coefficient)); };
  V p = hn::Set(d, 1.0 / 6227020800.0);
  p = step(p, 1.0 / 479001600.0);
  p = step(p, 1.0 / 39916800.0);
  p = step(p, 1.0 / 3628800.0);
  p = step(p, 1.0 / 362880.0);
  p = step(p, 1.0 / 40320.0);
  p = step(p, 1.0 / 5040.0);
  p = step(p, 1.0 / 720.0);
  p = step(p, 1.0 / 120.0);
  p = step(p, 1.0 / 24.0);
  p = step(p, 1.0 / 6.0);
  p = step(p, 0.5);
  p = hn::Add(hn::Mul(hn::Mul(p, r), r), r);
  p = hn::Add(p, hn::Set(d, 1.0));
  return hn::BitCast(d,
                     hn::Add(hn::BitCast(bits, p), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
}

template <bool has_v>
HWY_INLINE double sum_of(const Kernels& kernels, double u, double v) {
  const hn::CappedTag<double, 2 * kernel_lanes> d;
  constexpr std::size_t width = hn::MaxLanes(d);
  const std::size_t size = kernels.weights.size();
  const auto at_u = hn::Set(d, u);
  const auto at_v = hn::Set(d, v);
  const auto terms = [&](auto load) HWY_ATTR {
    const auto du = hn::Sub(at_u, load(kernels.u.data()));
    auto square = hn::Mul(du, du);
    if constexpr (has_v) {
      const auto dv = hn::Sub(at_v, load(kernels.v.data()));
      square = hn::Add(square, hn::Mul(dv, dv));
    }
    return hn::Mul(load(kernels.weights.data()), exponential(d, hn::Mul(hn::Set(d, -0.5), square)));
  };
  double sums[kernel_lanes];
  std::size_t i = 0;
#if HWY_MAX_BYTES == 64  // two groups of lanes in a vector
  const hn::Half<decltype(d)> half;
  auto sum = hn::Zero(half);
  for (; i + width <= size; i += width) {
    const auto some = terms([&](const double* all) HWY_ATTR { return hn::LoadU(d, all + i); });
    sum = hn::Add(hn::Add(sum, hn::LowerHalf(half, some)), hn::UpperHalf(half, some));
  }
  if (i < size) {
    const auto some = terms([&](const double* all) HWY_ATTR {
      return hn::ZeroExtendVector(d, hn::LoadU(half, all + i));
    });
    sum = hn::Add(sum, hn::LowerHalf(half, some));
  }
  hn::StoreU(sum, half, sums);
#else
  decltype(hn::Zero(d)) parts[kernel_lanes / width];
  for (auto& part : parts)
    part = hn::Zero(d);
  while (i < size) {
    for (auto& part : parts) {
      part =
          hn::Add(part, terms([&](const double* all) HWY_ATTR { return hn::LoadU(d, all + i); }));
      i += width;
    }
  }
  for (std::size_t k = 0; k < kernel_lanes; k += width)
    hn::StoreU(parts[k / width], d, sums + k);
#endif
  return std::accumulate(sums, sums + kernel_lanes, 0.0);
}

double kernel_sum(const Kernels& kernels, double u, double v) {
  return kernels.v.empty() ? sum_of<false>(kernels, u, v) : sum_of<true>(kernels, u, v);
}

}  // namespace HWY_NAMESPACE
}  // namespace families
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace families {
HWY_EXPORT(kernel_sum);

double kernel_sum(const Kernels& kernels, double u, double v) {
  return HWY_DYNAMIC_DISPATCH(kernel_sum)(kernels, u, v);
}
}  // namespace families
}  // namespace pith
#endif
