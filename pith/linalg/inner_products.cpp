// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/inner_products.h"

#include "pith/base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/linalg/inner_products.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace linalg {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

constexpr std::size_t partial_sums = 8;
constexpr std::size_t max_parts = 8;  // vectors that hold the partial sums, at one lane each

/// The products of Count rows, `stride` apart, with a vector. Multiplications and additions are
/// separate: not every instruction set can fuse them.
template <std::size_t Count>
HWY_INLINE void multiply_rows(const double* rows, std::size_t stride, std::span<const double> with,
                              double* out) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const std::size_t parts = partial_sums / lanes;
  Vector sums[Count][max_parts];
  for (std::size_t i = 0; i < Count; ++i) {
    for (std::size_t p = 0; p < parts; ++p)
      sums[i][p] = hn::Zero(tag);
  }
  const std::size_t whole = with.size() / partial_sums * partial_sums;
  for (std::size_t j = 0; j < whole; j += partial_sums) {
    for (std::size_t p = 0; p < parts; ++p) {
      const std::size_t at = j + p * lanes;
      const Vector factor = hn::LoadU(tag, with.data() + at);
      for (std::size_t i = 0; i < Count; ++i) {
        const Vector row = hn::LoadU(tag, rows + i * stride + at);
        sums[i][p] = hn::Add(sums[i][p], hn::Mul(row, factor));
      }
    }
  }
  for (std::size_t i = 0; i < Count; ++i) {
    double s[partial_sums];
    for (std::size_t p = 0; p < parts; ++p)
      hn::StoreU(sums[i][p], tag, s + p * lanes);
    for (std::size_t j = whole; j < with.size(); ++j)
      s[j - whole] += rows[i * stride + j] * with[j];
    out[i] = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  }
}

void multiply_all(const double* rows, std::size_t count, std::size_t stride,
                  std::span<const double> with, double* out) {
  constexpr std::size_t group = 4;
  std::size_t i = 0;
  for (; i + group <= count; i += group)
    multiply_rows<group>(rows + i * stride, stride, with, out + i);
  for (; i < count; ++i)
    multiply_rows<1>(rows + i * stride, stride, with, out + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace linalg
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace linalg {
HWY_EXPORT(multiply_all);

void inner_products(const MatrixView<const double>& rows, std::span<const double> vector,
                    std::span<double> out) {
  PITH_ASSERT(rows.extent(1) == vector.size() && rows.extent(0) == out.size());
  PITH_ASSERT(rows.stride(1) == 1);
  HWY_DYNAMIC_DISPATCH(multiply_all)
  (rows.data_handle(), rows.extent(0), rows.stride(0), vector, out.data());
}

double inner_product(std::span<const double> a, std::span<const double> b) {
  double product = 0;
  inner_products(MatrixView<const double>::row_major(a.data(), 1, a.size()), b, {&product, 1});
  return product;
}

}  // namespace linalg
}  // namespace pith
#endif
