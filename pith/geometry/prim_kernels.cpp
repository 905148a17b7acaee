// SPDX-License-Identifier: Apache-2.0
#include "pith/geometry/prim_kernels.h"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/geometry/prim_kernels.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace geometry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Doubles>;

/// The number of vectors that are processed together.
constexpr std::size_t tile = 4;
/// The number of dimensions between tests whether all of a tile is too far away already.
constexpr std::size_t dimensions_per_test = 8;

/// An edge (u,v) comes before (f,v) of the same length if and only if u is lower than f, whatever v
/// is, so ties go to the lower number.
HWY_INLINE Vector improve(Vector distance, Vector nearest, Vector number, double* to,
                          double* from) {
  const Doubles tag;
  const Vector known = hn::LoadU(tag, from);
  const Vector lower = hn::IfThenElse(hn::Eq(distance, nearest), hn::Min(known, number), known);
  hn::StoreU(hn::IfThenElse(hn::Lt(distance, nearest), number, lower), tag, from);
  nearest = hn::Min(distance, nearest);
  hn::StoreU(nearest, tag, to);
  return nearest;
}

/// Relaxes a tile with the vertex `at`. Returns the tile's smallest distances to the tree, by lane.
HWY_INLINE Vector relax_tile(const Frontier& frontier, const double* at, Vector number,
                             std::size_t i) {
  const Doubles tag;
  const std::size_t lanes = hn::Lanes(tag);
  Vector n0 = hn::LoadU(tag, frontier.nearest + i);
  Vector n1 = hn::LoadU(tag, frontier.nearest + i + lanes);
  Vector n2 = hn::LoadU(tag, frontier.nearest + i + 2 * lanes);
  Vector n3 = hn::LoadU(tag, frontier.nearest + i + 3 * lanes);
  Vector d0 = hn::Zero(tag);
  Vector d1 = d0;
  Vector d2 = d0;
  Vector d3 = d0;
  constexpr std::size_t bundle = SpacePoints::bundle;
  const double* x = frontier.coordinates + i / bundle * bundle * frontier.dimensions + i % bundle;
  bool is_near = true;
  for (std::size_t a = 0; a < frontier.dimensions && is_near;) {
    const std::size_t end = std::min(a + dimensions_per_test, frontier.dimensions);
    for (; a < end; ++a, x += bundle) {
      const Vector c = hn::Set(tag, at[a]);
      const Vector e0 = hn::Sub(hn::LoadU(tag, x), c);
      const Vector e1 = hn::Sub(hn::LoadU(tag, x + lanes), c);
      const Vector e2 = hn::Sub(hn::LoadU(tag, x + 2 * lanes), c);
      const Vector e3 = hn::Sub(hn::LoadU(tag, x + 3 * lanes), c);
      d0 = hn::MulAdd(e0, e0, d0);
      d1 = hn::MulAdd(e1, e1, d1);
      d2 = hn::MulAdd(e2, e2, d2);
      d3 = hn::MulAdd(e3, e3, d3);
    }
    is_near = !hn::AllFalse(tag, hn::Or(hn::Or(hn::Le(d0, n0), hn::Le(d1, n1)),
                                        hn::Or(hn::Le(d2, n2), hn::Le(d3, n3))));
  }
  if (is_near) {
    double* const to = frontier.nearest + i;
    double* const from = frontier.from + i;
    n0 = improve(d0, n0, number, to, from);
    n1 = improve(d1, n1, number, to + lanes, from + lanes);
    n2 = improve(d2, n2, number, to + 2 * lanes, from + 2 * lanes);
    n3 = improve(d3, n3, number, to + 3 * lanes, from + 3 * lanes);
  }
  return hn::Min(hn::Min(n0, n1), hn::Min(n2, n3));
}

void relax_all(const Frontier& frontier, const double* at, double number) {
  const Doubles tag;
  const std::size_t step = tile * hn::Lanes(tag);
  const Vector numbers = hn::Set(tag, number);
  for (std::size_t begin = 0; begin < frontier.count; begin += frontier_block) {
    Vector least = hn::Set(tag, std::numeric_limits<double>::infinity());
    const std::size_t end = std::min(begin + frontier_block, frontier.count);
    for (std::size_t i = begin; i < end; i += step)
      least = hn::Min(least, relax_tile(frontier, at, numbers, i));
    HWY_ALIGN double lanes[8];
    hn::Store(least, tag, lanes);
    frontier.block_min[begin / frontier_block] = *std::min_element(lanes, lanes + hn::Lanes(tag));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace geometry
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace geometry {
HWY_EXPORT(relax_all);

void relax(const Frontier& frontier, const double* at, double number) {
  HWY_DYNAMIC_DISPATCH(relax_all)(frontier, at, number);
}

}  // namespace geometry
}  // namespace pith
#endif
