// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/squared_distances.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/geometry/squared_distances.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace geometry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Distances of R queries to as many rows of a strip as two vectors hold. There are no fused
/// operations, which would round differently from machines that lack them.
template <std::size_t R>
HWY_INLINE void measure_tile(const double* queries, std::size_t queries_stride, const double* strip,
                             std::size_t strip_width, std::size_t columns, double* out,
                             std::size_t out_stride) {
  const hn::ScalableTag<double> tag;
  const std::size_t lanes = hn::Lanes(tag);
  decltype(hn::Zero(tag)) sums[R][2];
  for (auto& pair : sums)
    pair[0] = pair[1] = hn::Zero(tag);
  for (std::size_t column = 0; column < columns; ++column, strip += strip_width) {
    const auto first = hn::LoadU(tag, strip);
    const auto second = hn::LoadU(tag, strip + lanes);
    for (std::size_t r = 0; r < R; ++r) {
      const auto value = hn::Set(tag, queries[r * queries_stride + column]);
      const auto a = hn::Sub(value, first);
      const auto b = hn::Sub(value, second);
      sums[r][0] = hn::Add(sums[r][0], hn::Mul(a, a));
      sums[r][1] = hn::Add(sums[r][1], hn::Mul(b, b));
    }
  }
  for (std::size_t r = 0; r < R; ++r) {
    hn::StoreU(sums[r][0], tag, out + r * out_stride);
    hn::StoreU(sums[r][1], tag, out + r * out_stride + lanes);
  }
}

void measure_strip(const MatrixView<const double>& queries, const double* strip,
                   std::size_t strip_width, double* out, std::size_t out_stride) {
  const std::size_t width = 2 * hn::Lanes(hn::ScalableTag<double>());
  const std::size_t stride = queries.stride(0);
  const std::size_t columns = queries.extent(1);
  for (std::size_t part = 0; part < strip_width; part += width) {
    std::size_t row = 0;
    for (; row + 4 <= queries.extent(0); row += 4) {
      measure_tile<4>(queries.data_handle() + row * stride, stride, strip + part, strip_width,
                      columns, out + row * out_stride + part, out_stride);
    }
    for (; row < queries.extent(0); ++row) {
      measure_tile<1>(queries.data_handle() + row * stride, stride, strip + part, strip_width,
                      columns, out + row * out_stride + part, out_stride);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace geometry
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace geometry {
HWY_EXPORT(measure_strip);

SquaredDistances::SquaredDistances(const MatrixView<const double>& rows)
    : rows_(rows.extent(0)),
      columns_(rows.extent(1)),
      strips_((rows_ + strip_rows - 1) / strip_rows),
      packed_(strips_ * strip_rows * columns_) {
  for (std::size_t row = 0; row < rows_; ++row) {
    double* to = packed_.data() + row / strip_rows * strip_rows * columns_ + row % strip_rows;
    for (std::size_t column = 0; column < columns_; ++column)
      to[column * strip_rows] = rows(row, column);
  }
}

void SquaredDistances::measure(const MatrixView<const double>& queries, double* out) const {
  PITH_ASSERT(queries.extent(1) == columns_ && queries.stride(1) == 1);
  for (std::size_t strip = 0; strip < strips_; ++strip) {
    HWY_DYNAMIC_DISPATCH(measure_strip)
    (queries, packed_.data() + strip * strip_rows * columns_, strip_rows, out + strip * strip_rows,
     stride());
  }
}

}  // namespace geometry
}  // namespace pith
#endif
