// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/difference_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/geometry/difference_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace geometry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

/// A tile is 4 rows of x by 2 vectors of y: 8 sums leave room for the operands in 16 registers.
constexpr std::size_t tile_rows = 4;
constexpr std::size_t tile_vectors = 2;

/// At most 32 bytes, so that two vectors are at most a strip of rows.
template <class Number>
using Narrow = hn::CappedTag<Number, 32 / sizeof(Number)>;

template <class Number>
struct Larger {
  using Tag = Narrow<Number>;
  template <class V, class S>
  static HWY_INLINE S add(V x, V y, S sum) {
    return hn::Add(sum, hn::Max(x, y));
  }
};

template <class Number>
struct Equal {
  using Tag = hn::RebindToSigned<Narrow<Number>>;
  /// True lanes are -1.
  template <class V, class S>
  static HWY_INLINE S add(V x, V y, S sum) {
    return hn::Sub(sum, hn::BitCast(Tag(), hn::VecFromMask(Narrow<Number>(), hn::Eq(x, y))));
  }
};

/// out += factor * sums + constant
template <class Term, class Number>
HWY_INLINE void add_strips(const Number* x, const Number* y, std::size_t features, double factor,
                           double constant, double* out, std::size_t stride) {
  const Narrow<Number> tag;
  const typename Term::Tag sum_tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t row = 0; row < strip_rows; row += tile_rows) {
    for (std::size_t column = 0; column < strip_rows; column += tile_vectors * lanes) {
      hn::Vec<typename Term::Tag> sums[tile_rows][tile_vectors];
      for (auto& pair : sums) {
        for (auto& sum : pair)
          sum = hn::Zero(sum_tag);
      }
      for (std::size_t f = 0; f < features; ++f) {
        const Number* const across = y + f * strip_rows + column;
        const auto y0 = hn::LoadU(tag, across);
        const auto y1 = hn::LoadU(tag, across + lanes);
        for (std::size_t r = 0; r < tile_rows; ++r) {
          const auto down = hn::Set(tag, x[f * strip_rows + row + r]);
          sums[r][0] = Term::add(down, y0, sums[r][0]);
          sums[r][1] = Term::add(down, y1, sums[r][1]);
        }
      }
      for (std::size_t r = 0; r < tile_rows; ++r) {
        hn::TFromD<typename Term::Tag> narrow[strip_rows];
        hn::StoreU(sums[r][0], sum_tag, narrow);
        hn::StoreU(sums[r][1], sum_tag, narrow + lanes);
        double* const to = out + (row + r) * stride + column;
        for (std::size_t i = 0; i < tile_vectors * lanes; ++i)
          to[i] += factor * static_cast<double>(narrow[i]) + constant;
      }
    }
  }
}

void add_twice_larger_floats(const float* x, const float* y, std::size_t features, double* out,
                             std::size_t stride) {
  add_strips<Larger<float>>(x, y, features, 2, 0, out, stride);
}
void add_twice_larger_doubles(const double* x, const double* y, std::size_t features, double* out,
                              std::size_t stride) {
  add_strips<Larger<double>>(x, y, features, 2, 0, out, stride);
}
void add_unequal_floats(const float* x, const float* y, std::size_t features, double* out,
                        std::size_t stride) {
  add_strips<Equal<float>>(x, y, features, -1, static_cast<double>(features), out, stride);
}
void add_unequal_doubles(const double* x, const double* y, std::size_t features, double* out,
                         std::size_t stride) {
  add_strips<Equal<double>>(x, y, features, -1, static_cast<double>(features), out, stride);
}

HWY_INLINE Vector distance(Vector a, Vector b) {
  return hn::Abs(hn::Sub(a, b));
}

/// Runs in sixteen lanes, whatever the width of the vectors, and merges them in a fixed order.
HWY_INLINE double sum_of_differences(const double* a, const double* b, std::size_t size) {
  constexpr std::size_t sum_lanes = 16;
  constexpr std::size_t lanes = HWY_MIN(8, HWY_MAX_BYTES / sizeof(double));
  constexpr std::size_t parts = sum_lanes / lanes;
  const Doubles tag;
  Vector sums[parts];
  for (Vector& sum : sums)
    sum = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + sum_lanes <= size; i += sum_lanes) {
    for (std::size_t p = 0; p < parts; ++p) {
      const std::size_t at = i + p * lanes;
      sums[p] = hn::Add(sums[p], distance(hn::LoadU(tag, a + at), hn::LoadU(tag, b + at)));
    }
  }
  double s[sum_lanes];
  for (std::size_t p = 0; p < parts; ++p)
    hn::StoreU(sums[p], tag, s + p * lanes);
  for (std::size_t half = sum_lanes / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane)
      s[lane] += s[lane + half];
  }
  double sum = s[0];
  for (; i < size; ++i)
    sum += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
  return sum;
}

void add_distances_of_pairs(const RowTile& tile, std::span<RowPair> pairs) {
  for (RowPair& pair : pairs) {
    pair.value += sum_of_differences(tile.values + pair.a * tile.features,
                                     tile.values + pair.b * tile.features, tile.features);
  }
}

struct Difference {
  /// Not fused, as not every instruction set can.
  static HWY_INLINE Vector add(Vector weight, Vector a, Vector b, Vector sum) {
    return hn::Add(sum, hn::Mul(weight, distance(a, b)));
  }
  static HWY_INLINE double add(double weight, double a, double b, double sum) {
    return sum + weight * (a < b ? b - a : a - b);
  }
};

struct Inequality {
  static HWY_INLINE Vector add(Vector weight, Vector a, Vector b, Vector sum) {
    return hn::Add(sum, hn::IfThenZeroElse(hn::Eq(a, b), weight));
  }
  static HWY_INLINE double add(double weight, double a, double b, double sum) {
    return a == b ? sum : sum + weight;
  }
};

template <class Term>
HWY_INLINE void add_pairs(const RowTile& tile, std::span<const RowPair> pairs, double* sums) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (const RowPair& pair : pairs) {
    const double* const a = tile.values + pair.a * tile.features;
    const double* const b = tile.values + pair.b * tile.features;
    const auto weight = hn::Set(tag, pair.value);
    std::size_t i = 0;
    for (; i + lanes <= tile.features; i += lanes) {
      const auto more =
          Term::add(weight, hn::LoadU(tag, a + i), hn::LoadU(tag, b + i), hn::LoadU(tag, sums + i));
      hn::StoreU(more, tag, sums + i);
    }
    for (; i < tile.features; ++i)
      sums[i] = Term::add(pair.value, a[i], b[i], sums[i]);
  }
}

void add_differences_of_pairs(const RowTile& tile, std::span<const RowPair> pairs, double* sums) {
  add_pairs<Difference>(tile, pairs, sums);
}
void add_inequalities_of_pairs(const RowTile& tile, std::span<const RowPair> pairs, double* sums) {
  add_pairs<Inequality>(tile, pairs, sums);
}

std::size_t find_places_within(const double* values, std::size_t size, double bound,
                               std::uint32_t* places) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto limit = hn::Set(tag, bound);
  std::size_t found = 0;
  // Few values are within the bound, so four vectors are tested at once.
  const std::size_t step = 4 * lanes;
  for (std::size_t begin = 0; begin < size; begin += step) {
    if (begin + step <= size) {
      const double* const from = values + begin;
      const auto least =
          hn::Min(hn::Min(hn::LoadU(tag, from), hn::LoadU(tag, from + lanes)),
                  hn::Min(hn::LoadU(tag, from + 2 * lanes), hn::LoadU(tag, from + 3 * lanes)));
      if (hn::AllFalse(tag, hn::Le(least, limit))) continue;
    }
    for (std::size_t i = begin; i < std::min(size, begin + step); ++i) {
      places[found] = static_cast<std::uint32_t>(i);
      found += values[i] <= bound ? 1 : 0;
    }
  }
  return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace geometry
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace geometry {

HWY_EXPORT(add_twice_larger_floats);
HWY_EXPORT(add_twice_larger_doubles);
HWY_EXPORT(add_unequal_floats);
HWY_EXPORT(add_unequal_doubles);
HWY_EXPORT(add_distances_of_pairs);
HWY_EXPORT(add_differences_of_pairs);
HWY_EXPORT(add_inequalities_of_pairs);
HWY_EXPORT(find_places_within);

void add_twice_larger(const float* x, const float* y, std::size_t features, double* out,
                      std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_twice_larger_floats)(x, y, features, out, stride);
}
void add_twice_larger(const double* x, const double* y, std::size_t features, double* out,
                      std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_twice_larger_doubles)(x, y, features, out, stride);
}

void add_unequal(const float* x, const float* y, std::size_t features, double* out,
                 std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_unequal_floats)(x, y, features, out, stride);
}
void add_unequal(const double* x, const double* y, std::size_t features, double* out,
                 std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_unequal_doubles)(x, y, features, out, stride);
}

void add_pair_distances(const RowTile& tile, std::span<RowPair> pairs) {
  HWY_DYNAMIC_DISPATCH(add_distances_of_pairs)(tile, pairs);
}

void add_pair_differences(const RowTile& tile, std::span<const RowPair> pairs, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_differences_of_pairs)(tile, pairs, sums);
}

void add_pair_inequalities(const RowTile& tile, std::span<const RowPair> pairs, double* sums) {
  HWY_DYNAMIC_DISPATCH(add_inequalities_of_pairs)(tile, pairs, sums);
}

std::size_t places_within(const double* values, std::size_t size, double bound,
                          std::uint32_t* places) {
  return HWY_DYNAMIC_DISPATCH(find_places_within)(values, size, bound, places);
}

}  // namespace geometry
}  // namespace pith
#endif
