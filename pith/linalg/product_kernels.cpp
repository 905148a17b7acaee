// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/product_kernels.h"

#include <algorithm>

#include "pith/base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/linalg/product_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace linalg {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

/// A tile is 4 pivots by 3 vectors: 12 sums and 4 operands fill 16 registers.
constexpr std::size_t tile_vectors = 3;

HWY_INLINE Vector load(Doubles tag, const double* from) {
  return hn::LoadU(tag, from);
}
HWY_INLINE Vector load(Doubles tag, const float* from) {
  return hn::PromoteTo(tag, hn::LoadU(hn::Rebind<float, Doubles>(), from));
}

/// Adds `rows` rows of tile_vectors vectors of a strip times one group of pivots to out.
template <class Number>
HWY_INLINE void add_tile(const Number* strip, const double* pivots, std::size_t rows, double* out,
                         std::size_t stride) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vector sums[pivot_group][tile_vectors];
  for (auto& row : sums) {
    for (Vector& sum : row)
      sum = hn::Zero(tag);
  }
  for (std::size_t r = 0; r < rows; ++r) {
    const Vector x0 = load(tag, strip);
    const Vector x1 = load(tag, strip + lanes);
    const Vector x2 = load(tag, strip + 2 * lanes);
    for (std::size_t b = 0; b < pivot_group; ++b) {
      const Vector pivot = hn::Set(tag, pivots[b]);
      sums[b][0] = hn::MulAdd(pivot, x0, sums[b][0]);
      sums[b][1] = hn::MulAdd(pivot, x1, sums[b][1]);
      sums[b][2] = hn::MulAdd(pivot, x2, sums[b][2]);
    }
    strip += strip_width;
    pivots += pivot_group;
  }
  for (std::size_t b = 0; b < pivot_group; ++b) {
    for (std::size_t v = 0; v < tile_vectors; ++v) {
      double* const to = out + b * stride + v * lanes;
      hn::StoreU(hn::Add(hn::LoadU(tag, to), sums[b][v]), tag, to);
    }
  }
}

template <class Number>
HWY_INLINE void add_all(const Number* strip, const PivotGroups& pivots, std::size_t rows,
                        double* out, std::size_t stride) {
  // This many rows of a strip stay in the L1 cache while all pivots are multiplied with them.
  constexpr std::size_t block = 64;
  const std::size_t tile = tile_vectors * hn::Lanes(Doubles());
  for (std::size_t begin = 0; begin < rows; begin += block) {
    const std::size_t count = std::min(block, rows - begin);
    for (std::size_t group = 0; group < pivots.count; ++group) {
      const double* const pivot = pivots.data + group * pivots.stride + begin * pivot_group;
      for (std::size_t f = 0; f < strip_width; f += tile) {
        add_tile(strip + begin * strip_width + f, pivot, count,
                 out + group * pivot_group * stride + f, stride);
      }
    }
  }
}

void add_double_products(const double* strip, const PivotGroups& pivots, std::size_t rows,
                         double* out, std::size_t stride) {
  add_all(strip, pivots, rows, out, stride);
}
void add_float_products(const float* strip, const PivotGroups& pivots, std::size_t rows,
                        double* out, std::size_t stride) {
  add_all(strip, pivots, rows, out, stride);
}

/// One tile of subtract_products: tile_vectors vectors from j on.
template <std::size_t Count>
HWY_INLINE void subtract_tile(std::span<const double* const> rows, const double* factors,
                              double* const* outs, std::size_t j) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vector sums[Count][tile_vectors];
  for (std::size_t b = 0; b < Count; ++b) {
    for (std::size_t v = 0; v < tile_vectors; ++v)
      sums[b][v] = hn::LoadU(tag, outs[b] + j + v * lanes);
  }
  for (const double* const row : rows) {
    const Vector x0 = hn::LoadU(tag, row + j);
    const Vector x1 = hn::LoadU(tag, row + j + lanes);
    const Vector x2 = hn::LoadU(tag, row + j + 2 * lanes);
    for (std::size_t b = 0; b < Count; ++b) {
      const Vector factor = hn::Set(tag, factors[b]);
      sums[b][0] = hn::NegMulAdd(factor, x0, sums[b][0]);
      sums[b][1] = hn::NegMulAdd(factor, x1, sums[b][1]);
      sums[b][2] = hn::NegMulAdd(factor, x2, sums[b][2]);
    }
    factors += Count;
  }
  for (std::size_t b = 0; b < Count; ++b) {
    for (std::size_t v = 0; v < tile_vectors; ++v)
      hn::StoreU(sums[b][v], tag, outs[b] + j + v * lanes);
  }
}

template <std::size_t Count>
HWY_INLINE void subtract_block(std::span<const double* const> rows, const double* factors,
                               double* const* outs, std::size_t begin, std::size_t end) {
  const hn::CappedTag<double, 1> one;
  const std::size_t tile = tile_vectors * hn::Lanes(Doubles());
  std::size_t j = begin;
  for (; j + tile <= end; j += tile)
    subtract_tile<Count>(rows, factors, outs, j);
  for (; j < end; ++j) {
    for (std::size_t b = 0; b < Count; ++b) {
      auto sum = hn::LoadU(one, outs[b] + j);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        sum = hn::NegMulAdd(hn::Set(one, factors[r * Count + b]), hn::LoadU(one, rows[r] + j), sum);
      }
      hn::StoreU(sum, one, outs[b] + j);
    }
  }
}

template <std::size_t Count>
void subtract(std::span<const double* const> rows, const double* factors, double* const* outs,
              std::size_t begin, std::size_t end) {
  // Rows that are read at once; more would be too many memory streams.
  constexpr std::size_t block = 8;
  for (; rows.size() > block; rows = rows.subspan(block), factors += block * Count)
    subtract_block<Count>(rows.first(block), factors, outs, begin, end);
  subtract_block<Count>(rows, factors, outs, begin, end);
}

void subtract_products(std::span<const double* const> rows, const double* factors,
                       double* const* outs, std::size_t count, std::size_t begin, std::size_t end) {
  switch (count) {
    case 1:
      return subtract<1>(rows, factors, outs, begin, end);
    case 2:
      return subtract<2>(rows, factors, outs, begin, end);
    case 3:
      return subtract<3>(rows, factors, outs, begin, end);
    default:
      return subtract<4>(rows, factors, outs, begin, end);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace linalg
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace linalg {
HWY_EXPORT(add_double_products);
HWY_EXPORT(add_float_products);
HWY_EXPORT(subtract_products);

void add_products(const double* strip, const PivotGroups& pivots, std::size_t rows, double* out,
                  std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_double_products)(strip, pivots, rows, out, stride);
}
void add_products(const float* strip, const PivotGroups& pivots, std::size_t rows, double* out,
                  std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_float_products)(strip, pivots, rows, out, stride);
}
void subtract_products(std::span<const double* const> rows, const double* factors,
                       std::span<double* const> outs, std::size_t begin, std::size_t end) {
  PITH_ASSERT(!outs.empty() && outs.size() <= pivot_group);
  HWY_DYNAMIC_DISPATCH(subtract_products)
  (rows, factors, outs.data(), outs.size(), begin, end);
}
}  // namespace linalg
}  // namespace pith
#endif
