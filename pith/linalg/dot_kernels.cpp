// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/dot_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/linalg/dot_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace linalg {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

double inner_product(const double* a, const double* b, std::size_t size) {
  constexpr std::size_t parts = 16;
  const hn::CappedTag<double, 8> tag;
  const hn::CappedTag<double, 1> one;
  constexpr std::size_t lanes = hn::MaxLanes(tag);
  hn::Vec<decltype(tag)> sums[parts / lanes];
  for (auto& sum : sums)
    sum = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + parts <= size; i += parts) {
    for (std::size_t k = 0; k < parts / lanes; ++k) {
      const std::size_t at = i + k * lanes;
      sums[k] = hn::MulAdd(hn::LoadU(tag, a + at), hn::LoadU(tag, b + at), sums[k]);
    }
  }
  double total[parts];
  for (std::size_t k = 0; k < parts / lanes; ++k)
    hn::StoreU(sums[k], tag, total + k * lanes);
  for (std::size_t k = 0; i < size; ++i, ++k) {
    const auto sum =
        hn::MulAdd(hn::LoadU(one, a + i), hn::LoadU(one, b + i), hn::LoadU(one, total + k));
    hn::StoreU(sum, one, total + k);
  }
  for (std::size_t width = parts / 2; width > 0; width /= 2) {
    for (std::size_t k = 0; k < width; ++k)
      total[k] += total[k + width];
  }
  return total[0];
}

}  // namespace HWY_NAMESPACE
}  // namespace linalg
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace linalg {
HWY_EXPORT(inner_product);

double inner_product_of(const double* a, const double* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(inner_product)(a, b, size);
}
}  // namespace linalg
}  // namespace pith
#endif
