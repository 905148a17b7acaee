// SPDX-License-Identifier: Apache-2.0
#include "pith/linalg/matrix_kernels.h"

#include <algorithm>
#include <cmath>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/linalg/matrix_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace linalg {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
template <class T>
using Tag = hn::ScalableTag<T>;

// Four rows by three vectors: twelve sums, three vectors of b and one of a fill sixteen registers.
constexpr std::size_t tile_rows = 4;
constexpr std::size_t tile_vectors = 3;
constexpr std::size_t depth = 256;  // of a packed panel: 24 KiB with AVX2, in the first cache

/// Rows [begin, end) of b and as many columns from `column` on as a tile has.
struct Panel {
  std::size_t begin;
  std::size_t end;
  std::size_t column;
  std::size_t padded;
};

/// Copies a panel, padded with zeros. Reads memory sequentially.
template <class T>
void pack(const MatrixView<const T>& b, const Panel& panel, T* packed) {
  const std::size_t width = std::min(panel.padded, b.extent(1) - panel.column);
  if (b.stride(1) != 1) {
    if (width < panel.padded) std::fill_n(packed, (panel.end - panel.begin) * panel.padded, T{0});
    for (std::size_t column = 0; column < width; ++column) {
      const T* from =
          b.data_handle() + (panel.column + column) * b.stride(1) + panel.begin * b.stride(0);
      T* to = packed + column;
      for (std::size_t k = panel.begin; k < panel.end; ++k, from += b.stride(0), to += panel.padded)
        *to = *from;
    }
    return;
  }
  for (std::size_t k = panel.begin; k < panel.end; ++k, packed += panel.padded) {
    std::copy_n(b.data_handle() + k * b.stride(0) + panel.column, width, packed);
    std::fill(packed + width, packed + panel.padded, T{0});
  }
}

/// The operands and the output of one tile of the product.
template <class T>
struct Tile {
  const T* a;
  std::size_t a_stride;
  const T* packed;
  std::size_t inner;
  T* out;
  std::size_t out_stride;
};

/// Adds `inner` products to a tile of R rows; the sums continue from the contents of `out`.
template <std::size_t R, class T>
HWY_INLINE void add_products(const Tile<T>& tile) {
  const Tag<T> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const T* packed = tile.packed;
  decltype(hn::Zero(tag)) sums[R][tile_vectors];
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t v = 0; v < tile_vectors; ++v)
      sums[r][v] = hn::LoadU(tag, tile.out + r * tile.out_stride + v * lanes);
  }
  for (std::size_t k = 0; k < tile.inner; ++k, packed += tile_vectors * lanes) {
    const auto b0 = hn::LoadU(tag, packed);
    const auto b1 = hn::LoadU(tag, packed + lanes);
    const auto b2 = hn::LoadU(tag, packed + 2 * lanes);
    for (std::size_t r = 0; r < R; ++r) {
      const auto factor = hn::Set(tag, tile.a[r * tile.a_stride + k]);
      sums[r][0] = hn::MulAdd(factor, b0, sums[r][0]);
      sums[r][1] = hn::MulAdd(factor, b1, sums[r][1]);
      sums[r][2] = hn::MulAdd(factor, b2, sums[r][2]);
    }
  }
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t v = 0; v < tile_vectors; ++v)
      hn::StoreU(sums[r][v], tag, tile.out + r * tile.out_stride + v * lanes);
  }
}

template <class T>
void add_products(const Tile<T>& tile, std::size_t rows) {
  switch (rows) {
    case 4:
      return add_products<4>(tile);
    case 3:
      return add_products<3>(tile);
    case 2:
      return add_products<2>(tile);
    default:
      return add_products<1>(tile);
  }
}

/// Adds a tile that has fewer columns than a panel, using the full-width scratch tile `edge`.
template <class T>
void add_narrow(Tile<T> tile, std::size_t rows, std::size_t width, std::vector<T>& edge) {
  const std::size_t padded = edge.size() / tile_rows;
  T* target = tile.out;
  const std::size_t stride = tile.out_stride;
  for (std::size_t r = 0; r < rows; ++r)
    std::copy_n(target + r * stride, width, &edge[r * padded]);
  tile.out = edge.data();
  tile.out_stride = padded;
  add_products(tile, rows);
  for (std::size_t r = 0; r < rows; ++r)
    std::copy_n(&edge[r * padded], width, target + r * stride);
}

template <class T>
void multiply_any(const MatrixView<const T>& a, const MatrixView<const T>& b,
                  const MatrixView<T>& out) {
  const std::size_t rows = out.extent(0);
  const std::size_t columns = out.extent(1);
  const std::size_t padded = tile_vectors * hn::Lanes(Tag<T>());
  std::vector<T> packed(depth * padded);
  std::vector<T> edge(tile_rows * padded);
  for (std::size_t row = 0; row < rows; ++row)
    std::fill_n(out.data_handle() + row * out.stride(0), columns, T{0});
  for (std::size_t begin = 0; begin < b.extent(0); begin += depth) {
    const std::size_t end = std::min(begin + depth, b.extent(0));
    for (std::size_t column = 0; column < columns; column += padded) {
      const std::size_t width = std::min(padded, columns - column);
      pack(b, {begin, end, column, padded}, packed.data());
      for (std::size_t row = 0; row < rows; row += tile_rows) {
        const std::size_t height = std::min(tile_rows, rows - row);
        const Tile<T> tile{.a = a.data_handle() + row * a.stride(0) + begin,
                           .a_stride = a.stride(0),
                           .packed = packed.data(),
                           .inner = end - begin,
                           .out = out.data_handle() + row * out.stride(0) + column,
                           .out_stride = out.stride(0)};
        if (width == padded) {
          add_products(tile, height);
        } else {
          add_narrow(tile, height, width, edge);
        }
      }
    }
  }
}

void multiply_doubles(const MatrixView<const double>& a, const MatrixView<const double>& b,
                      const MatrixView<double>& out) {
  multiply_any(a, b, out);
}
void multiply_floats(const MatrixView<const float>& a, const MatrixView<const float>& b,
                     const MatrixView<float>& out) {
  multiply_any(a, b, out);
}

// Sums over lanes run in eight of them, whatever the width of the vectors, and are merged in a
// fixed order. Their products are not fused, as not every instruction set can.
using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;
constexpr std::size_t sum_lanes = 8;
/// The number of vectors of eight lanes.
constexpr std::size_t sum_parts = sum_lanes / HWY_MIN(8, HWY_MAX_BYTES / sizeof(double));
constexpr std::size_t part_lanes = sum_lanes / sum_parts;

struct LaneSums {
  Vector parts[sum_parts];
};

HWY_INLINE LaneSums no_sums() {
  LaneSums sums;
  for (Vector& part : sums.parts)
    part = hn::Zero(Doubles());
  return sums;
}

/// ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7)), as SumOfLanes does for eight lanes.
HWY_INLINE double merged(LaneSums sums) {
  for (std::size_t half = sum_parts / 2; half > 0; half /= 2) {
    for (std::size_t p = 0; p < half; ++p)
      sums.parts[p] = hn::Add(sums.parts[p], sums.parts[p + half]);
  }
  return hn::GetLane(hn::SumOfLanes(Doubles(), sums.parts[0]));
}

/// Loads as many numbers of a tile as a vector of doubles holds.
template <class T>
HWY_INLINE Vector load_as_doubles(const T* from) {
  const Doubles tag;
  if constexpr (sizeof(T) == sizeof(double)) {
    return hn::LoadU(tag, from);
  } else {
    return hn::PromoteTo(tag, hn::LoadU(hn::Rebind<float, Doubles>(), from));
  }
}

/// a * b + c. Tiles in single precision are products of matrices, which are fused already.
template <class T>
HWY_INLINE Vector add_product(Vector a, Vector b, Vector c) {
  if constexpr (sizeof(T) == sizeof(double)) {
    return hn::Add(c, hn::Mul(a, b));
  } else {
    return hn::MulAdd(a, b, c);
  }
}

/// Adds the products of R rows of a tile, from row `first` on, with every vector to `down`, and the
/// products of their transpose to `beside`. Every sum is accumulated separately, in the order of
/// the rows.
template <std::size_t R, class T>
HWY_INLINE void add_rows(const MatrixView<const T>& tile, const TileVectors& vectors,
                         std::size_t first) {
  const Doubles tag;
  const std::size_t columns = tile.extent(1);
  const T* const row = tile.data_handle() + first * tile.stride(0);
  for (std::size_t v = 0; v < vectors.count; ++v) {
    const double* x = vectors.columns + v * vectors.stride;
    double* y = vectors.beside == nullptr ? nullptr : vectors.beside + v * vectors.stride;
    LaneSums sums[R];
    Vector factors[R];
    double rests[R] = {};
    double factor[R] = {};
    for (std::size_t r = 0; r < R; ++r) {
      factor[r] = y == nullptr ? 0 : vectors.rows[v * vectors.stride + first + r];
      sums[r] = no_sums();
      factors[r] = hn::Set(tag, factor[r]);
    }
    std::size_t j = 0;
    for (; j + sum_lanes <= columns; j += sum_lanes) {
      for (std::size_t p = 0; p < sum_parts; ++p) {
        const std::size_t at = j + p * part_lanes;
        const Vector along = hn::LoadU(tag, x + at);
        Vector beside = y == nullptr ? hn::Zero(tag) : hn::LoadU(tag, y + at);
        for (std::size_t r = 0; r < R; ++r) {
          const Vector numbers = load_as_doubles(row + r * tile.stride(0) + at);
          sums[r].parts[p] = add_product<T>(numbers, along, sums[r].parts[p]);
          beside = add_product<T>(numbers, factors[r], beside);
        }
        if (y != nullptr) hn::StoreU(beside, tag, y + at);
      }
    }
    for (; j < columns; ++j) {
      for (std::size_t r = 0; r < R; ++r) {
        const auto number = static_cast<double>(row[r * tile.stride(0) + j]);
        rests[r] += number * x[j];
        if (y != nullptr) y[j] += factor[r] * number;
      }
    }
    for (std::size_t r = 0; r < R; ++r)
      vectors.down[v * vectors.stride + first + r] += merged(sums[r]) + rests[r];
  }
}

template <class T>
HWY_INLINE void add_any_tile(const MatrixView<const T>& tile, const TileVectors& vectors) {
  constexpr std::size_t rows_at_once = 4;
  std::size_t row = 0;
  for (; row + rows_at_once <= tile.extent(0); row += rows_at_once)
    add_rows<rows_at_once>(tile, vectors, row);
  for (; row < tile.extent(0); ++row)
    add_rows<1>(tile, vectors, row);
}

void add_double_tile(const MatrixView<const double>& tile, const TileVectors& vectors) {
  add_any_tile(tile, vectors);
}
void add_float_tile(const MatrixView<const float>& tile, const TileVectors& vectors) {
  add_any_tile(tile, vectors);
}

PoleSums pole_sums(std::span<const double> poles, std::span<const double> weights, double origin,
                   double offset) {
  const Doubles tag;
  const std::size_t count = poles.size();
  const Vector from = hn::Set(tag, origin);
  const Vector shift = hn::Set(tag, offset);
  const Vector one = hn::Set(tag, 1.0);
  LaneSums value = no_sums();
  LaneSums slope = no_sums();
  LaneSums magnitude = no_sums();
  std::size_t i = 0;
  for (; i + sum_lanes <= count; i += sum_lanes) {
    for (std::size_t p = 0; p < sum_parts; ++p) {
      const std::size_t at = i + p * part_lanes;
      const Vector distance = hn::Sub(hn::Sub(hn::LoadU(tag, poles.data() + at), from), shift);
      const Vector inverse = hn::Div(one, distance);
      const Vector term = hn::Mul(hn::LoadU(tag, weights.data() + at), inverse);
      value.parts[p] = hn::Add(value.parts[p], term);
      slope.parts[p] = hn::Add(slope.parts[p], hn::Mul(term, inverse));
      magnitude.parts[p] = hn::Add(magnitude.parts[p], hn::Abs(term));
    }
  }
  PoleSums sums{merged(value), merged(slope), merged(magnitude)};
  for (; i < count; ++i) {
    const double inverse = 1 / ((poles[i] - origin) - offset);
    const double term = weights[i] * inverse;
    sums.value += term;
    sums.slope += term * inverse;
    sums.magnitude += std::abs(term);
  }
  return sums;
}

}  // namespace HWY_NAMESPACE
}  // namespace linalg
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace linalg {
HWY_EXPORT(multiply_doubles);
HWY_EXPORT(multiply_floats);
HWY_EXPORT(add_double_tile);
HWY_EXPORT(add_float_tile);
HWY_EXPORT(pole_sums);

namespace {

template <class T>
[[maybe_unused]] bool fit(const MatrixView<const T>& a, const MatrixView<const T>& b,
                          const MatrixView<T>& out) {
  return a.extent(1) == b.extent(0) && a.extent(0) == out.extent(0) &&
         b.extent(1) == out.extent(1) && a.stride(1) == 1 && out.stride(1) == 1;
}

}  // namespace

void multiply(const MatrixView<const double>& a, const MatrixView<const double>& b,
              const MatrixView<double>& out) {
  PITH_ASSERT(fit(a, b, out));
  HWY_DYNAMIC_DISPATCH(multiply_doubles)(a, b, out);
}
void multiply(const MatrixView<const float>& a, const MatrixView<const float>& b,
              const MatrixView<float>& out) {
  PITH_ASSERT(fit(a, b, out));
  HWY_DYNAMIC_DISPATCH(multiply_floats)(a, b, out);
}
void add_tile(const MatrixView<const double>& tile, const TileVectors& vectors) {
  HWY_DYNAMIC_DISPATCH(add_double_tile)(tile, vectors);
}
void add_tile(const MatrixView<const float>& tile, const TileVectors& vectors) {
  HWY_DYNAMIC_DISPATCH(add_float_tile)(tile, vectors);
}
PoleSums pole_sums(std::span<const double> poles, std::span<const double> weights, double origin,
                   double offset) {
  PITH_ASSERT(poles.size() == weights.size());
  return HWY_DYNAMIC_DISPATCH(pole_sums)(poles, weights, origin, offset);
}
}  // namespace linalg
}  // namespace pith
#endif
