// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/difference_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/difference_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 8>;
using Ints = hn::RebindToSigned<Floats>;
using Doubles = hn::CappedTag<double, 8>;

/// A tile is 4 rows of x by 2 vectors of y: 8 sums leave room for the operands in 16 registers.
constexpr std::size_t tile_rows = 4;
constexpr std::size_t tile_vectors = 2;

struct Larger {
  using Tag = Floats;
  template <class V, class S>
  static HWY_INLINE S add(Floats, V x, V y, S sum) {
    return hn::Add(sum, hn::Max(x, y));
  }
};

struct Equal {
  using Tag = Ints;
  /// True lanes are -1.
  template <class V, class S>
  static HWY_INLINE S add(Floats tag, V x, V y, S sum) {
    return hn::Sub(sum, hn::BitCast(Ints(), hn::VecFromMask(tag, hn::Eq(x, y))));
  }
};

template <class Term>
HWY_INLINE void add_strips(const float* x, const float* y, std::size_t features, double factor,
                           double constant, double* out, std::size_t stride) {
  const Floats tag;
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
        const float* const across = y + f * strip_rows + column;
        const auto y0 = hn::LoadU(tag, across);
        const auto y1 = hn::LoadU(tag, across + lanes);
        for (std::size_t r = 0; r < tile_rows; ++r) {
          const auto down = hn::Set(tag, x[f * strip_rows + row + r]);
          sums[r][0] = Term::add(tag, down, y0, sums[r][0]);
          sums[r][1] = Term::add(tag, down, y1, sums[r][1]);
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

void AddTwiceLarger(const float* x, const float* y, std::size_t features, double* out,
                    std::size_t stride) {
  add_strips<Larger>(x, y, features, 2, 0, out, stride);
}

void AddUnequal(const float* x, const float* y, std::size_t features, double* out,
                std::size_t stride) {
  add_strips<Equal>(x, y, features, -1, static_cast<double>(features), out, stride);
}

template <class V>
HWY_INLINE V distance(V a, V b) {
  return hn::Abs(hn::Sub(a, b));
}

double SumOfDifferences(const double* a, const double* b, std::size_t size) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto first = hn::Zero(tag);
  auto second = hn::Zero(tag);
  std::size_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    first = hn::Add(first, distance(hn::LoadU(tag, a + i), hn::LoadU(tag, b + i)));
    second =
        hn::Add(second, distance(hn::LoadU(tag, a + i + lanes), hn::LoadU(tag, b + i + lanes)));
  }
  double sum = hn::GetLane(hn::SumOfLanes(tag, hn::Add(first, second)));
  for (; i < size; ++i)
    sum += a[i] < b[i] ? b[i] - a[i] : a[i] - b[i];
  return sum;
}

void AddDifferences(const double* a, const double* b, double weight, std::size_t size,
                    double* sums) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto factor = hn::Set(tag, weight);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto difference = distance(hn::LoadU(tag, a + i), hn::LoadU(tag, b + i));
    hn::StoreU(hn::MulAdd(factor, difference, hn::LoadU(tag, sums + i)), tag, sums + i);
  }
  for (; i < size; ++i)
    sums[i] += weight * (a[i] < b[i] ? b[i] - a[i] : a[i] - b[i]);
}

void AddInequalities(const double* a, const double* b, double weight, std::size_t size,
                     double* sums) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto factor = hn::Set(tag, weight);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto is_equal = hn::Eq(hn::LoadU(tag, a + i), hn::LoadU(tag, b + i));
    hn::StoreU(hn::Add(hn::LoadU(tag, sums + i), hn::IfThenZeroElse(is_equal, factor)), tag,
               sums + i);
  }
  for (; i < size; ++i)
    sums[i] += a[i] == b[i] ? 0 : weight;
}

std::size_t PlacesWithin(const double* values, std::size_t size, double bound,
                         std::uint32_t* places) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto limit = hn::Set(tag, bound);
  std::size_t found = 0;
  // Few values are within: four vectors are looked at together.
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

}  // namespace pith::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {

HWY_EXPORT(AddTwiceLarger);
HWY_EXPORT(AddUnequal);
HWY_EXPORT(SumOfDifferences);
HWY_EXPORT(AddDifferences);
HWY_EXPORT(AddInequalities);
HWY_EXPORT(PlacesWithin);

void add_twice_larger(const float* x, const float* y, std::size_t features, double* out,
                      std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(AddTwiceLarger)(x, y, features, out, stride);
}

void add_unequal(const float* x, const float* y, std::size_t features, double* out,
                 std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(AddUnequal)(x, y, features, out, stride);
}

double sum_of_differences(const double* a, const double* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(SumOfDifferences)(a, b, size);
}

void add_differences(const double* a, const double* b, double weight, std::size_t size,
                     double* sums) {
  HWY_DYNAMIC_DISPATCH(AddDifferences)(a, b, weight, size, sums);
}

void add_inequalities(const double* a, const double* b, double weight, std::size_t size,
                      double* sums) {
  HWY_DYNAMIC_DISPATCH(AddInequalities)(a, b, weight, size, sums);
}

std::size_t places_within(const double* values, std::size_t size, double bound,
                          std::uint32_t* places) {
  return HWY_DYNAMIC_DISPATCH(PlacesWithin)(values, size, bound, places);
}

}  // namespace pith
#endif
