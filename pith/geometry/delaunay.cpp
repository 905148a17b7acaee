// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/delaunay.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "pith/base/assert.h"
#include "pith/geometry/radix_sort.h"

namespace pith {
inline namespace geometry {
namespace {

__extension__ using Wide = __int128;

/// A strip is as wide as a square that holds this many evenly spread points. The value was tuned by
/// measurement.
constexpr double points_per_square = 6;

constexpr std::uint32_t none = ~std::uint32_t{0};

/// Twice the signed area of the triangle p, q, r: positive when it runs counter-clockwise.
/// Coordinates differ by less than 2^31, so that products are below 2^62 and their difference is
/// below 2^63.
std::int64_t area(PlanePoint p, PlanePoint q, PlanePoint r) {
  return (std::int64_t{q.x} - p.x) * (std::int64_t{r.y} - p.y) -
         (std::int64_t{q.y} - p.y) * (std::int64_t{r.x} - p.x);
}

/// A vector and its squared length.
struct Arm {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t square = 0;  // below 2 * 2^62

  Arm(PlanePoint from, PlanePoint to)
      : x(std::int64_t{to.x} - from.x), y(std::int64_t{to.y} - from.y), square(x * x + y * y) {}
};

std::int64_t cross(const Arm& u, const Arm& v) {
  return u.x * v.y - u.y * v.x;
}

/// Whether d lies inside the circle through a, b, c, which run counter-clockwise. With S < 2^31
/// the side of a square around all points, a squared length is at most 2 S^2 and the cross product
/// of two arms, twice the area of a triangle in the square, at most S^2: each of three terms is
/// below 2^125 and their sum fits in 128 bits. A product of two 64-bit integers in 128 bits is one
/// instruction, so a floating-point filter would not be faster.
bool is_in_circle(PlanePoint a, PlanePoint b, PlanePoint c, PlanePoint d) {
  const Arm u(d, a);
  const Arm v(d, b);
  const Arm w(d, c);
  return Wide{u.square} * cross(v, w) + Wide{v.square} * cross(w, u) +
             Wide{w.square} * cross(u, v) >
         0;
}

}  // namespace

std::uint32_t Delaunay::make_edge(std::uint32_t from, std::uint32_t to) {
  std::uint32_t half = free_;
  if (half != none) {
    free_ = halves_[half].next;
  } else {
    half = static_cast<std::uint32_t>(halves_.size());
    halves_.resize(halves_.size() + 2);
  }
  halves_[half] = {half, half, from};
  halves_[half ^ 1U] = {half ^ 1U, half ^ 1U, to};
  return half;
}

/// Inserts `half` after `place` in counter-clockwise order about their common origin.
void Delaunay::insert_after(std::uint32_t half, std::uint32_t place) {
  const std::uint32_t next = halves_[place].next;
  halves_[half].next = next;
  halves_[half].prev = place;
  halves_[next].prev = half;
  halves_[place].next = half;
}

/// Creates an edge from the end of a to the origin of b, such that all three have the same face on
/// the left.
std::uint32_t Delaunay::connect(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t half = make_edge(halves_[a ^ 1U].origin, halves_[b].origin);
  insert_after(half, halves_[a ^ 1U].prev);
  insert_after(half ^ 1U, b);
  return half;
}

void Delaunay::erase(std::uint32_t half) {
  for (const std::uint32_t side : {half, half ^ 1U}) {
    const Half& erased = halves_[side];
    halves_[erased.prev].next = erased.next;
    halves_[erased.next].prev = erased.prev;
  }
  half &= ~1U;
  halves_[half].origin = none;
  halves_[half].next = free_;
  free_ = half;
}

Delaunay::Ends Delaunay::build_few(std::size_t begin, std::size_t end) {
  const std::uint32_t first = order_[begin].point;
  const std::uint32_t second = order_[begin + 1].point;
  const std::uint32_t a = make_edge(first, second);
  if (end - begin == 2) return {a, a ^ 1U};
  const std::uint32_t third = order_[begin + 2].point;
  const std::uint32_t b = make_edge(second, third);
  insert_after(b, a ^ 1U);
  const std::int64_t turn = area(points_[first], points_[second], points_[third]);
  if (turn == 0) return {a, b ^ 1U};
  const std::uint32_t c = connect(b, a);
  return turn > 0 ? Ends{a, b ^ 1U} : Ends{c ^ 1U, c};
}

Delaunay::Ends Delaunay::build(std::size_t begin, std::size_t end) {
  if (end - begin <= 3) return build_few(begin, end);
  const std::size_t middle = begin + (end - begin) / 2;
  const Ends left = build(begin, middle);
  const Ends right = build(middle, end);
  return merge(left, right);
}

/// Sorts points by strip, then by (y, -x). This is the order by (x, y) after a quarter turn, and
/// the triangulation of a strip does not depend on the orientation of the plane.
void Delaunay::sort_strips(std::size_t strips) {
  const auto [low, high] =
      std::minmax_element(points_.begin(), points_.end(),
                          [](const PlanePoint& p, const PlanePoint& q) { return p.y < q.y; });
  const auto bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(high->y - low->y)));
  const std::size_t count = points_.size();
  order_.clear();
  for (std::size_t strip = strips; strip-- > 0;) {
    for (std::size_t i = (strip + 1) * count / strips; i-- > strip * count / strips;) {
      const auto y = static_cast<std::uint64_t>(points_[i].y - low->y);
      order_.push_back({std::uint64_t{strip} << bits | y, static_cast<std::uint32_t>(i)});
    }
  }
  radix_sort(order_, order_room_, bits + static_cast<unsigned>(std::bit_width(strips - 1)),
             [](const Keyed& entry) { return entry.key; });
}

Delaunay::Ends Delaunay::build_strips(std::size_t begin, std::size_t end, std::size_t strips) {
  if (end - begin == 1) {
    const std::size_t count = points_.size();
    return turned(build(begin * count / strips, end * count / strips));
  }
  const std::size_t middle = begin + (end - begin) / 2;
  const Ends left = build_strips(begin, middle, strips);
  const Ends right = build_strips(middle, end, strips);
  return merge(left, right);
}

/// Converts the ends by (y, -x) into those by (x, y), which is the order of the points, by a walk
/// around the hull.
Delaunay::Ends Delaunay::turned(Ends ends) const {
  const std::uint32_t start = ends.first;
  std::uint32_t half = start;
  do {
    if (halves_[half].origin < halves_[ends.first].origin) ends.first = half;
    if (halves_[half ^ 1U].origin > halves_[ends.last].origin) ends.last = half ^ 1U;
    half = halves_[half ^ 1U].next;
  } while (half != start);
  return ends;
}

/// Whether `half` ends above the base, which runs from right to left.
bool Delaunay::is_above(std::uint32_t half, std::uint32_t base) const {
  return area(target(half), target(base), origin(base)) > 0;
}

/// The edge from the left end of the base up to the point with which the base forms a triangle
/// whose circumcircle contains no other point on the left; erases edges that lead into it. Returns
/// none if no point is above the base.
std::uint32_t Delaunay::left_candidate(std::uint32_t base) {
  std::uint32_t half = halves_[base ^ 1U].next;
  if (!is_above(half, base)) return none;
  for (std::uint32_t next = halves_[half].next;
       is_in_circle(target(base), origin(base), target(half), target(next));
       next = halves_[half].next) {
    erase(half);
    half = next;
  }
  return half;
}

std::uint32_t Delaunay::right_candidate(std::uint32_t base) {
  std::uint32_t half = halves_[base].prev;
  if (!is_above(half, base)) return none;
  for (std::uint32_t next = halves_[half].prev;
       is_in_circle(target(base), origin(base), target(half), target(next));
       next = halves_[half].prev) {
    erase(half);
    half = next;
  }
  return half;
}

Delaunay::Ends Delaunay::merge(Ends left, Ends right) {
  std::uint32_t l = left.last;
  std::uint32_t r = right.first;
  for (;;) {  // walk down to the common tangent
    if (area(origin(l), target(l), origin(r)) > 0) {
      l = halves_[l ^ 1U].prev;
    } else if (area(origin(r), target(r), origin(l)) < 0) {
      r = halves_[r ^ 1U].next;
    } else {
      break;
    }
  }
  std::uint32_t base = connect(r ^ 1U, l);
  Ends ends{left.first, right.last};
  if (halves_[l].origin == halves_[left.first].origin) ends.first = base ^ 1U;
  if (halves_[r].origin == halves_[right.last].origin) ends.last = base;
  for (;;) {  // zip the two sides together upwards
    const std::uint32_t a = left_candidate(base);
    const std::uint32_t b = right_candidate(base);
    if (a == none && b == none) return ends;
    const bool takes_right =
        a == none || (b != none && is_in_circle(target(a), origin(a), origin(b), target(b)));
    base = takes_right ? connect(b, base ^ 1U) : connect(base ^ 1U, a ^ 1U);
  }
}

std::span<const PointPair> Delaunay::triangulate(std::span<const PlanePoint> points) {
  PITH_ASSERT(std::adjacent_find(points.begin(), points.end(), [](PlanePoint p, PlanePoint q) {
                return !(p < q);
              }) == points.end());
  points_ = points;
  halves_.clear();
  halves_.reserve(6 * points.size());  // a planar graph has fewer than three edges per point
  free_ = none;
  edges_.clear();
  if (points.size() > 1) {
    const double strips = std::sqrt(static_cast<double>(points.size()) / points_per_square);
    const auto count = static_cast<std::size_t>(std::max(1.0, strips));
    sort_strips(count);
    build_strips(0, count, count);
  }
  for (std::size_t half = 0; half < halves_.size(); half += 2) {
    const std::uint32_t p = halves_[half].origin;
    const std::uint32_t q = halves_[half + 1].origin;
    if (p != none) edges_.push_back({std::min(p, q), std::max(p, q)});
  }
  points_ = {};
  return edges_;
}

}  // namespace geometry
}  // namespace pith
