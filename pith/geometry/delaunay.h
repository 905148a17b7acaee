// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pith {
inline namespace geometry {

/// A point of the plane with integer coordinates, ordered by x, then y.
struct PlanePoint {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
  friend bool operator<(const PlanePoint& p, const PlanePoint& q) {
    return p.x != q.x ? p.x < q.x : p.y < q.y;
  }
};

/// Coordinates lie between -max_coordinate and max_coordinate, so that squared distances and
/// orientations fit in 64 bits, and in-circle determinants in 128.
inline constexpr std::int32_t max_coordinate = (std::int32_t{1} << 30U) - 1;

inline std::uint64_t squared_distance(PlanePoint p, PlanePoint q) {
  const std::int64_t x = std::int64_t{p.x} - q.x;
  const std::int64_t y = std::int64_t{p.y} - q.y;
  return static_cast<std::uint64_t>(x * x) + static_cast<std::uint64_t>(y * y);
}

/// Positions of two points that are neighbours in a triangulation, a < b.
struct PointPair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;

  friend bool operator==(const PointPair&, const PointPair&) = default;
  friend bool operator<(const PointPair& p, const PointPair& q) {
    return p.a != q.a ? p.a < q.a : p.b < q.b;
  }
};

/// Delaunay triangulation by divide and conquer (Guibas and Stolfi, "Primitives for the
/// manipulation of general subdivisions and the computation of Voronoi diagrams", 1985), in exact
/// integers throughout. Points are divided into strips by x and the strips by y, so that most
/// merge seams are short. Reuses its buffers between calls; use one object per thread.
class Delaunay {
 public:
  /// The edges of a Delaunay triangulation: those between points that are neighbours in every such
  /// triangulation, and some diagonals where more than three points lie on an empty circle.
  /// Collinear points give the path along their line. `points` must be distinct, ascending, and
  /// within max_coordinate. The edges are valid until the next call. O(n log n).
  std::span<const PointPair> triangulate(std::span<const PlanePoint> points);

 private:
  /// A half-edge that leaves `origin`; the index of its other half differs in the last bit.
  struct Half {
    std::uint32_t next = 0;  ///< leaves the same point, counter-clockwise
    std::uint32_t prev = 0;  ///< leaves the same point, clockwise
    std::uint32_t origin = 0;
  };
  /// The part of the hull that a merge needs: the counter-clockwise hull edge out of the first
  /// point, and the clockwise one out of the last.
  struct Ends {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };

  /// An entry of order_ while it is sorted.
  struct Keyed {
    std::uint64_t key = 0;
    std::uint32_t point = 0;
  };

  void sort_strips(std::size_t strips);
  Ends build_strips(std::size_t begin, std::size_t end, std::size_t strips);
  Ends build(std::size_t begin, std::size_t end);
  Ends build_few(std::size_t begin, std::size_t end);
  Ends turned(Ends ends) const;
  Ends merge(Ends left, Ends right);
  std::uint32_t left_candidate(std::uint32_t base);
  std::uint32_t right_candidate(std::uint32_t base);

  std::uint32_t make_edge(std::uint32_t from, std::uint32_t to);
  std::uint32_t connect(std::uint32_t a, std::uint32_t b);
  void insert_after(std::uint32_t half, std::uint32_t place);
  void erase(std::uint32_t half);

  PlanePoint origin(std::uint32_t half) const { return points_[halves_[half].origin]; }
  PlanePoint target(std::uint32_t half) const { return points_[halves_[half ^ 1U].origin]; }
  bool is_above(std::uint32_t half, std::uint32_t base) const;

  std::span<const PlanePoint> points_;
  std::vector<Keyed> order_;
  std::vector<Keyed> order_room_;
  std::vector<Half> halves_;
  std::uint32_t free_ = 0;  // head of the list of erased edges, linked by `next`
  std::vector<PointPair> edges_;
};

}  // namespace geometry
}  // namespace pith
