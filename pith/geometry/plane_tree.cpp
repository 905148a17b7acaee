// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/plane_tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "pith/base/assert.h"
#include "pith/geometry/radix_sort.h"

namespace pith {
inline namespace geometry {
namespace {

/// Up to this many places, the edges are in the order in which Prim's algorithm finds them; beyond,
/// they ascend if the order may matter. It decides how sums over the edges are rounded.
constexpr std::size_t max_unsorted_places = 150;
/// Beyond this many places, triangulating them is faster than comparing all pairs.
constexpr std::size_t max_small_places = 512;

/// The position of the leading bit of a positive number, followed by its next `digits` bits; does
/// not decrease as the number grows.
std::uint64_t logarithm(std::uint64_t number, unsigned digits) {
  PITH_ASSERT(number > 0);
  const auto width = static_cast<unsigned>(std::bit_width(number));
  const std::uint64_t digits_mask = (std::uint64_t{1} << digits) - 1;
  const std::uint64_t leading = (number << (64 - width)) >> (63 - digits);
  return std::uint64_t{width} << digits | (leading & digits_mask);
}

/// Sorts a run, which mostly has one or two entries.
template <class Iterator>
void sort_run(Iterator begin, Iterator end) {
  constexpr auto few = 12;
  if (end - begin > few) {
    std::sort(begin, end);
    return;
  }
  for (Iterator place = begin + 1; place < end; ++place) {
    const auto entry = *place;
    Iterator slot = place;
    for (; slot != begin && entry < *(slot - 1); --slot)
      *slot = *(slot - 1);
    *slot = entry;
  }
}

}  // namespace

void PlaneTree::sort_points(std::span<const PlanePoint> points) {
  PlanePoint low = points[0];
  PlanePoint high = points[0];
  for (const PlanePoint& point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  PITH_ASSERT(low.x >= -max_coordinate && low.y >= -max_coordinate && high.x <= max_coordinate &&
              high.y <= max_coordinate);
  // Differences of coordinates are below 2^31.
  extent_ = std::max(high.x - low.x, high.y - low.y);
  const auto width_x = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(high.x - low.x)));
  const auto width_y = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(high.y - low.y)));
  keyed_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto x = static_cast<std::uint64_t>(points[i].x - low.x);
    const auto y = static_cast<std::uint64_t>(points[i].y - low.y);
    keyed_[i] = {x << width_y | y, static_cast<std::uint32_t>(i)};
  }
  radix_sort(keyed_, keyed_room_, width_x + width_y, [](const Keyed& entry) { return entry.key; });
}

void PlaneTree::find_places(std::span<const PlanePoint> points, Numbering numbering) {
  places_.of.resize(points.size());
  locations_.clear();
  has_dyadic_shares_ = true;
  std::size_t begin = 0;  // of the points at the last location
  const auto end_run = [&](std::size_t end) {
    const std::size_t count = end - begin;
    has_dyadic_shares_ = has_dyadic_shares_ && (count & (count - 1)) == 0;  // 0 wraps to 0
    begin = end;
  };
  for (std::size_t i = 0; i < keyed_.size(); ++i) {
    if (i == 0 || keyed_[i].key != keyed_[i - 1].key) {
      end_run(i);
      locations_.push_back(points[keyed_[i].point]);
    }
    places_.of[keyed_[i].point] = static_cast<std::uint32_t>(locations_.size() - 1);
  }
  end_run(keyed_.size());
  places_.count = locations_.size();
  numbers_.clear();
  if (numbering == Numbering::by_coordinates) return;
  constexpr std::uint32_t none = ~std::uint32_t{0};
  numbers_.assign(places_.count, none);
  std::uint32_t numbered = 0;
  for (std::uint32_t& place : places_.of) {
    if (numbers_[place] == none) numbers_[place] = numbered++;
    place = numbers_[place];
  }
}

std::uint32_t PlaneTree::number_of(std::size_t location) const {
  return numbers_.empty() ? static_cast<std::uint32_t>(location) : numbers_[location];
}

bool PlaneTree::is_small() const {
  static_assert(max_small_places <= PlanePrim::max_places);
  return places_.count <= max_small_places && extent_ < PlanePrim::max_extent;
}

void PlaneTree::join_small() {
  const std::span<const std::uint64_t> found = prim_.span(locations_, numbers_);
  keys_.assign(found.begin(), found.end());
  if (places_.count > max_unsorted_places && !has_dyadic_shares_)
    std::sort(keys_.begin(), keys_.end());
  for (const std::uint64_t key : keys_)
    tree_.push_back(PlanePrim::edge(key));
}

void PlaneTree::find_candidates() {
  candidates_.clear();
  for (const PointPair& pair : delaunay_.triangulate(locations_)) {
    const std::uint32_t a = number_of(pair.a);
    const std::uint32_t b = number_of(pair.b);
    candidates_.push_back({squared_distance(locations_[pair.a], locations_[pair.b]),
                           {std::min(a, b), std::max(a, b)}});
  }
}

void PlaneTree::sort_candidates() {
  // After two passes by the logarithm of the length, few lengths share a run unless they are equal.
  const unsigned digit_bits = digit_bits_for(candidates_.size());
  const unsigned digits =
      2 * digit_bits - 6;  // a length has up to 63 bits, and their number has six
  const auto key_of = [digits](const Candidate& candidate) {
    return logarithm(candidate.square, digits);
  };
  radix_sort(candidates_, candidates_room_, 2 * digit_bits, key_of);
  for (auto begin = candidates_.begin(); begin != candidates_.end();) {
    const std::uint64_t key = key_of(*begin);
    auto end = begin + 1;
    while (end != candidates_.end() && key_of(*end) == key)
      ++end;
    sort_run(begin, end);
    begin = end;
  }
}

void PlaneTree::join() {
  parents_.resize(places_.count);
  std::iota(parents_.begin(), parents_.end(), std::uint32_t{0});
  const auto root_of = [&](std::uint32_t place) {
    while (parents_[place] != place)
      place = parents_[place] = parents_[parents_[place]];
    return place;
  };
  for (const Candidate& candidate : candidates_) {
    const std::uint32_t a = root_of(candidate.edge.a);
    const std::uint32_t b = root_of(candidate.edge.b);
    if (a == b) continue;
    parents_[b] = a;
    tree_.push_back(candidate.edge);
    if (tree_.size() + 1 == places_.count) return;
  }
}

void PlaneTree::span(std::span<const PlanePoint> points, Numbering numbering) {
  PITH_ASSERT(!points.empty() && points.size() < UINT32_MAX / 8);
  sort_points(points);
  find_places(points, numbering);
  tree_.clear();
  if (is_small()) {
    join_small();
    return;
  }
  find_candidates();
  sort_candidates();
  join();
}

}  // namespace geometry
}  // namespace pith
