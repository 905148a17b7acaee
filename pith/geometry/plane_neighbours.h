// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "pith/geometry/sorted_line.h"

namespace pith {
inline namespace geometry {

/// The distance of a point to its k-th nearest neighbour.
struct NearRadius {
  double distance = 0;
  std::uint32_t nearer = 0;  ///< how many other points are nearer than that
};

/// Distances below this are less than `distance`, and not only by rounding. A distance of 0 is less
/// than any other.
inline double clearly_below(double distance, double tolerance) {
  return distance > 0 ? std::max(distance - tolerance, std::numeric_limits<double>::denorm_min())
                      : 0;
}

/// Exact nearest neighbours in the plane by the larger one of the differences in x and in y. The
/// points are visited by ascending y; strips of neighbouring x hold their points in the same order,
/// so that the place of a visited point in every strip is known without a search. About O(n k) for
/// points of one kind, O(n^1.5) if they are distributed very unevenly.
class PlaneNeighbours {
 public:
  /// Sorts the points by y once, for many x.
  explicit PlaneNeighbours(std::span<const double> y);

  const SortedLine& y() const { return y_; }

  /// Memory that searches reuse; one for each thread.
  struct Room {
    std::vector<double> x;                // of the points, by ascending y
    std::vector<std::uint32_t> strip_of;  // the same
    std::vector<double> strip_x;          // of the points, by strip, then by ascending y
    std::vector<double> strip_y;
    std::vector<std::uint32_t> begins;  // of the strips, followed by the end
    std::vector<std::uint32_t> places;  // of the next point of each strip
    std::vector<double> lowest;         // x of each strip
    std::vector<double> highest;
    std::vector<double> nearest;

    static std::uint64_t bytes(std::size_t points) { return 40 * std::uint64_t{points}; }
  };

  /// found[i] belongs to the point with the i-th smallest y, whose x is room.x[i] afterwards.
  /// `count` is at least 1 and less than the number of points. Distances that differ by less than
  /// `tolerance` are equal.
  void find(const SortedLine& x, std::size_t count, double tolerance, Room& room,
            std::span<NearRadius> found) const;

 private:
  void make_strips(const SortedLine& x, std::size_t count, Room& room) const;

  SortedLine y_;
  std::vector<std::uint32_t> rank_;  // of each point among the y
};

}  // namespace geometry
}  // namespace pith
