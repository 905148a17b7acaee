// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pith/geometry/plane_neighbours.h"
#include "pith/geometry/sorted_line.h"
#include "pith/measure/digamma.h"

namespace pith {
inline namespace measure {

/// Numbers divided by their standard deviation (with divisor n).
struct UnitDeviation {
  std::vector<double> numbers;  ///< empty if all are equal
  double tolerance = 0;         ///< differences that differ by less differ by rounding

  /// Finite numbers, at least one.
  void assign(std::span<const double> from);
};

/// Memory that the estimators below reuse; one for each thread.
struct NeighbourRoom {
  UnitDeviation x = {};
  SortedLine line = {};
  PlaneNeighbours::Room plane = {};
  std::vector<NearRadius> radii = {};
  std::vector<std::uint64_t> cells = {};
  std::vector<double> some = {};
  std::vector<double> by_class = {};
  std::vector<std::size_t> next = {};

  static std::uint64_t bytes(std::size_t rows) {
    return SortedLine::bytes(rows) + PlaneNeighbours::Room::bytes(rows) + 48 * std::uint64_t{rows};
  }
};

/// Estimates of mutual information in nats from the distances to the k-th nearest neighbours, which
/// are exact. Nothing is drawn at random, and no noise is added. Negative estimates are 0.
///
/// For each row, r is the distance to its k-th nearest neighbour, and counts are of the rows that
/// are nearer than r, the row itself included. If k rows or fewer are there, k is one less than
/// their number. Without ties, the count by the distance that r is measured with is k; where
/// several neighbours are at r it is less, as are the other counts. Where r is 0, the rows at
/// distance 0 are counted. Distances that differ by rounding only are tied.

/// With numbers, by the larger one of the differences in x and in y (Kraskov, Stogbauer and
/// Grassberger 2004, the first estimator):
///   I = psi(n) + mean( psi(count by both) - psi(count by x) - psi(count by y) ).
class KraskovInformation {
 public:
  /// At least two numbers.
  KraskovInformation(std::span<const double> y, std::size_t neighbours);

  /// Of x, one number for each row.
  double operator()(std::span<const double> x, NeighbourRoom& room) const;

  static std::uint64_t bytes(std::size_t rows) { return 64 * std::uint64_t{rows}; }

 private:
  std::size_t count_duplicates(std::size_t place, NeighbourRoom& room) const;

  std::size_t neighbours_;
  Digammas psi_;
  UnitDeviation numbers_;
  std::optional<PlaneNeighbours> plane_;  // none if all y are equal
};

/// With classes, r by the rows of the same class (Ross 2014):
///   I = psi(n) + mean( psi(count in the class) - psi(size of the class) - psi(count) ).
/// Rows that are alone in their class are left out.
class RossInformation {
 public:
  /// Classes are below `count`.
  RossInformation(std::span<const std::uint32_t> classes, std::size_t count,
                  std::size_t neighbours);

  /// Of x, one number for each row.
  double operator()(std::span<const double> x, NeighbourRoom& room) const;

  static std::uint64_t bytes(std::size_t rows) { return 16 * std::uint64_t{rows}; }

 private:
  double class_sum(std::span<const double> values, const NeighbourRoom& room) const;

  std::size_t neighbours_;
  Digammas psi_;
  std::vector<std::uint32_t> rows_;     // not alone in their class
  std::vector<std::uint32_t> classes_;  // of these rows, numbered again
  std::vector<std::size_t> begins_;     // of these classes if rows are sorted by them, and the end
};

}  // namespace measure
}  // namespace pith
