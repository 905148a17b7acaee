// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/plane_prim.h"

#include <algorithm>
#include <limits>

#include "pith/base/assert.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/geometry/plane_prim.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef PITH_GEOMETRY_PLANE_PRIM
#define PITH_GEOMETRY_PLANE_PRIM
namespace pith {
inline namespace geometry {

constexpr int prim_place_bits = 10;
constexpr std::size_t prim_padding = 8;  // the most 64-bit numbers in a vector
constexpr std::int64_t prim_far = std::int64_t{1} << 21U;

/// The places outside the tree; see PlanePrim.
struct PrimSeats {
  std::int64_t* x = nullptr;
  std::int64_t* y = nullptr;
  std::int64_t* places = nullptr;
  std::int64_t* keys = nullptr;
  std::uint32_t* seats = nullptr;
};

}  // namespace geometry
}  // namespace pith
#endif

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace geometry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
std::int64_t absorb_place(const PrimSeats& outside, std::size_t count, std::int64_t x,
                          std::int64_t y, std::int64_t place) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t dx = outside.x[i] - x;
    const std::int64_t dy = outside.y[i] - y;
    const std::int64_t low = std::min(place, outside.places[i]);
    const std::int64_t high = std::max(place, outside.places[i]);
    const std::int64_t key =
        (((dx * dx + dy * dy) << prim_place_bits | low) << prim_place_bits) | high;
    outside.keys[i] = std::min(outside.keys[i], key);
    least = std::min(least, outside.keys[i]);
  }
  return least;
}
#else
/// Updates the shortest edges to the tree with those to its last place, and returns the shortest.
HWY_INLINE std::int64_t absorb_place(const PrimSeats& outside, std::size_t count, std::int64_t x,
                                     std::int64_t y, std::int64_t place) {
  const hn::CappedTag<std::int64_t, prim_padding> longs;
  const hn::Repartition<std::int32_t, decltype(longs)> ints;
  const std::size_t lanes = hn::Lanes(longs);
  const auto last_x = hn::Set(longs, x);
  const auto last_y = hn::Set(longs, y);
  const auto last = hn::BitCast(ints, hn::Set(longs, place));
  auto least = hn::Set(longs, std::numeric_limits<std::int64_t>::max());
  for (std::size_t i = 0; i < count; i += lanes) {
    // Coordinates and places are small, so that the low halves hold them with their sign.
    const auto dx = hn::BitCast(ints, hn::Sub(hn::Load(longs, outside.x + i), last_x));
    const auto dy = hn::BitCast(ints, hn::Sub(hn::Load(longs, outside.y + i), last_y));
    const auto square = hn::Add(hn::MulEven(dx, dx), hn::MulEven(dy, dy));
    const auto other = hn::BitCast(ints, hn::Load(longs, outside.places + i));
    const auto low = hn::BitCast(longs, hn::Min(last, other));
    const auto high = hn::BitCast(longs, hn::Max(last, other));
    const auto upper =
        hn::ShiftLeft<prim_place_bits>(hn::Or(hn::ShiftLeft<prim_place_bits>(square), low));
    const auto key = hn::Min(hn::Load(longs, outside.keys + i), hn::Or(upper, high));
    hn::Store(key, longs, outside.keys + i);
    least = hn::Min(least, key);
  }
  return hn::GetLane(hn::MinOfLanes(longs, least));
}
#endif

void grow(const PrimSeats& outside, std::size_t count, std::uint64_t* edges) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << prim_place_bits) - 1;
  constexpr std::uint32_t inside = ~std::uint32_t{0};
  std::size_t seat = 0;
  for (std::size_t left = count - 1; left > 0; --left) {
    const std::int64_t x = outside.x[seat];
    const std::int64_t y = outside.y[seat];
    const std::int64_t place = outside.places[seat];
    // The last place outside takes the seat, and padding takes its own.
    outside.x[seat] = outside.x[left];
    outside.y[seat] = outside.y[left];
    outside.places[seat] = outside.places[left];
    outside.keys[seat] = outside.keys[left];
    outside.seats[outside.places[left]] = static_cast<std::uint32_t>(seat);
    outside.seats[place] = inside;
    outside.x[left] = prim_far;
    outside.keys[left] = std::numeric_limits<std::int64_t>::max();
    const auto least = static_cast<std::uint64_t>(absorb_place(outside, left, x, y, place));
    *edges++ = least;
    const std::uint32_t low = outside.seats[least >> prim_place_bits & mask];
    seat = low == inside ? outside.seats[least & mask] : low;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace geometry
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace geometry {
HWY_EXPORT(grow);

std::span<const std::uint64_t> PlanePrim::span(std::span<const PlanePoint> locations,
                                               std::span<const std::uint32_t> numbers) {
  static_assert(place_bits == prim_place_bits && max_extent < prim_far / 2);
  const std::size_t count = locations.size();
  PITH_ASSERT(count > 0 && count <= max_places);
  PlanePoint lowest = locations[0];
  for (const PlanePoint& point : locations)
    lowest = {std::min(lowest.x, point.x), std::min(lowest.y, point.y)};
  seats_.resize(count);
  edges_.resize(count - 1);
  const auto numbers_in = [&](std::vector<Eight>& room) {
    room.resize(count / prim_padding + 1);
    return reinterpret_cast<std::int64_t*>(room.data());
  };
  const PrimSeats outside{numbers_in(x_), numbers_in(y_), numbers_in(places_), numbers_in(keys_),
                          seats_.data()};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t place = numbers.empty() ? static_cast<std::uint32_t>(i) : numbers[i];
    outside.x[i] = std::int64_t{locations[i].x} - lowest.x;
    outside.y[i] = std::int64_t{locations[i].y} - lowest.y;
    PITH_ASSERT(outside.x[i] < max_extent && outside.y[i] < max_extent);
    outside.places[i] = place;
    outside.seats[place] = static_cast<std::uint32_t>(i);
  }
  const std::size_t room = x_.size() * prim_padding;
  std::fill(outside.x + count, outside.x + room, prim_far);
  std::fill(outside.y + count, outside.y + room, std::int64_t{0});
  std::fill(outside.places + count, outside.places + room, std::int64_t{0});
  std::fill_n(outside.keys, room, std::numeric_limits<std::int64_t>::max());
  HWY_DYNAMIC_DISPATCH(grow)(outside, count, edges_.data());
  return edges_;
}

}  // namespace geometry
}  // namespace pith
#endif
