// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/grid_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/geometry/grid_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace geometry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// At most 32 bytes, so that two vectors are at most a strip of rows.
using Wholes = hn::CappedTag<std::uint32_t, 8>;

/// A tile is 4 rows of x by 2 vectors of y: 8 sums leave room for the operands in 16 registers.
void add_distances_on_grid(const GridStrip& x, const GridStrip& y, std::size_t features, int shift,
                           std::uint32_t* out, std::size_t stride) {
  constexpr std::size_t tile_rows = 4;
  constexpr std::size_t tile_vectors = 2;
  const Wholes tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t row = 0; row < strip_rows; row += tile_rows) {
    for (std::size_t column = 0; column < strip_rows; column += tile_vectors * lanes) {
      hn::Vec<Wholes> sums[tile_rows][tile_vectors];
      for (auto& pair : sums) {
        for (auto& sum : pair)
          sum = hn::Zero(tag);
      }
      for (std::size_t f = 0; f < features; ++f) {
        const std::uint32_t* const across = y.values + f * strip_rows + column;
        const auto y0 = hn::LoadU(tag, across);
        const auto y1 = hn::LoadU(tag, across + lanes);
        for (std::size_t r = 0; r < tile_rows; ++r) {
          const auto down = hn::Set(tag, x.values[f * strip_rows + row + r]);
          sums[r][0] = hn::Add(sums[r][0], hn::Max(down, y0));
          sums[r][1] = hn::Add(sums[r][1], hn::Max(down, y1));
        }
      }
      for (std::size_t r = 0; r < tile_rows; ++r) {
        const auto down = hn::Set(tag, x.sums[row + r]);
        for (std::size_t v = 0; v < tile_vectors; ++v) {
          const std::size_t at = column + v * lanes;
          std::uint32_t* const to = out + (row + r) * stride + at;
          const auto both = hn::Add(down, hn::LoadU(tag, y.sums + at));
          const auto distance = hn::Sub(hn::Add(sums[r][v], sums[r][v]), both);
          hn::StoreU(hn::Add(hn::LoadU(tag, to), hn::ShiftRightSame(distance, shift)), tag, to);
        }
      }
    }
  }
}

/// Values are below 2^32; those from 2^31 on are converted as signed numbers and corrected.
double squares_on_grid(const std::uint32_t* values, std::size_t size, double centre) {
  const hn::CappedTag<double, 4> tag;
  const hn::Rebind<std::int32_t, decltype(tag)> signed_tag;
  const std::size_t lanes = hn::Lanes(tag);
  constexpr double half = 2147483648.0;
  const auto flip = hn::Set(signed_tag, std::int32_t{-2147483647} - 1);
  const auto shift = hn::Set(tag, half);
  const auto middle = hn::Set(tag, centre);
  auto even = hn::Zero(tag);
  auto odd = hn::Zero(tag);
  const auto load = [&](std::size_t i) {
    const auto raw = hn::LoadU(signed_tag, reinterpret_cast<const std::int32_t*>(values) + i);
    return hn::Sub(hn::Add(hn::PromoteTo(tag, hn::Xor(raw, flip)), shift), middle);
  };
  std::size_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    const auto a = load(i);
    const auto b = load(i + lanes);
    even = hn::MulAdd(a, a, even);
    odd = hn::MulAdd(b, b, odd);
  }
  double sum = hn::GetLane(hn::SumOfLanes(tag, hn::Add(even, odd)));
  for (; i < size; ++i) {
    const double distance = static_cast<double>(values[i]) - centre;
    sum += distance * distance;
  }
  return sum;
}

std::size_t places_on_grid(const std::uint32_t* values, std::size_t size, const GridBounds& bounds,
                           std::uint32_t* places, bool& is_between) {
  const Wholes tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto lower = hn::Set(tag, bounds.lower);
  const auto upper = hn::Set(tag, bounds.upper);
  auto at = hn::Iota(tag, 0);
  const auto step = hn::Set(tag, static_cast<std::uint32_t>(lanes));
  auto between = hn::Zero(tag);
  std::size_t found = 0;
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    const auto some = hn::LoadU(tag, values + i);
    const auto is_within = hn::Eq(hn::Min(some, lower), some);
    const auto is_near = hn::Eq(hn::Min(some, upper), some);
    between =
        hn::Or(between, hn::Xor(hn::VecFromMask(tag, is_within), hn::VecFromMask(tag, is_near)));
    hn::StoreU(hn::Compress(at, is_within), tag, places + found);
    found += hn::CountTrue(tag, is_within);
    at = hn::Add(at, step);
  }
  is_between = !hn::AllTrue(tag, hn::Eq(between, hn::Zero(tag)));
  for (; i < size; ++i) {
    places[found] = static_cast<std::uint32_t>(i);
    found += values[i] <= bounds.lower ? 1 : 0;
    is_between = is_between || (values[i] > bounds.lower && values[i] <= bounds.upper);
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

HWY_EXPORT(add_distances_on_grid);
HWY_EXPORT(squares_on_grid);
HWY_EXPORT(places_on_grid);

void add_grid_distances(const GridStrip& x, const GridStrip& y, std::size_t features, int shift,
                        std::uint32_t* out, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_distances_on_grid)(x, y, features, shift, out, stride);
}

double grid_squares(const std::uint32_t* values, std::size_t size, double centre) {
  return HWY_DYNAMIC_DISPATCH(squares_on_grid)(values, size, centre);
}

std::size_t grid_places(const std::uint32_t* values, std::size_t size, const GridBounds& bounds,
                        std::uint32_t* places, bool& is_between) {
  return HWY_DYNAMIC_DISPATCH(places_on_grid)(values, size, bounds, places, is_between);
}

}  // namespace geometry
}  // namespace pith
#endif
