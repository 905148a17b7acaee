// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/random.h"
#include "pith/geometry/plane_tree.h"

namespace pith {
inline namespace measure {

/// 2 * midrank of each value, #{< x} + #{<= x} + 1: integers that are invariant under strictly
/// increasing maps of the values. There must be fewer than 2^29 values, all finite.
std::vector<std::int32_t> doubled_ranks(std::span<const double> values);

/// Two columns of numbers, all finite, on one integer grid: shifted, times the same power of two,
/// and rounded, so that the wider one spans at least 2^28 and at most 2^29 steps.
struct GridPair {
  std::vector<std::int32_t> x = {};
  std::vector<std::int32_t> y = {};

  void place(std::span<const double> x_numbers, std::span<const double> y_numbers);
};

/// The classes of the rows, numbered below `count`.
struct ClassSpan {
  std::span<const std::uint32_t> of;
  std::size_t count = 0;
};

/// Rows in two halves. In the second half, x and y are re-paired: its k-th point has the x of row
/// second[k] and the y of row second[partner[k]]. `partner` permutes the rows within each class, so
/// that the re-paired points follow f(x|c) f(y|c).
struct RowSplit {
  std::vector<std::uint32_t> first = {};
  std::vector<std::uint32_t> second = {};
  std::vector<std::uint32_t> partner = {};
};

/// How rows are drawn into halves.
enum class Halves {
  of_classes,  ///< each class has the same number of rows in both
  of_rows,     ///< regardless of the classes, which only restrict the partners
};

/// Draws splits in which each class has floor(rows / 2) rows in each half; if the number is odd, a
/// random row is left out. With Halves::of_rows this holds for all rows together. Halves and
/// partners are drawn uniformly.
class RowSplitter {
 public:
  explicit RowSplitter(const ClassSpan& classes, Halves halves = Halves::of_classes);
  /// Treats all rows as one class.
  explicit RowSplitter(std::size_t rows);

  /// The number of rows in each half.
  std::size_t half() const;
  /// The number of rows of the smallest class in each half; with Halves::of_rows, on average.
  std::size_t smallest_half() const;
  /// Draws split `repetition` (below 2^32) of the stream; a pure function of the two.
  void draw(const Random& random, std::uint64_t repetition, RowSplit& split) const;

 private:
  void draw_halves(const Random& random, std::uint64_t& index, RowSplit& split) const;

  std::vector<std::vector<std::uint32_t>> rows_;  // of each class, ascending
  std::vector<std::uint32_t> class_of_;           // of each row; empty: Halves::of_classes
};

/// Two features of the same rows, within max_coordinate.
struct IntegerColumns {
  std::span<const std::int32_t> x;
  std::span<const std::int32_t> y;
};

/// The edges of a spanning tree between the first half and the re-paired points, by class.
struct ClassCrossings {
  std::size_t classes = 0;
  std::vector<double> edges = {};       ///< R[j][i], j of the first half, i of the re-paired points
  std::vector<std::size_t> first = {};  ///< n'_j: points of class j in the first half
  std::vector<std::size_t> second = {};  ///< n_i: re-paired points of class i

  double total() const;
  /// (n' + n) / (4 n'_j n_i) R[j][i], which is n / (2 n'_j n_i) R[j][i] for equal halves; 0 if
  /// a class is empty.
  double delta(std::size_t j, std::size_t i) const;
  /// 1 - 2 sum[j,i] p_j p_i delta[j][i]. With the shares of the halves themselves for p it is
  /// 1 - R (n' + n) / (2 n' n) by algebra, whatever the classes.
  double bound(std::span<const double> priors) const;
};

/// The permutation test of Friedman and Rafsky ("Multivariate generalizations of the Wald-Wolfowitz
/// and Smirnov two-sample tests", 1979), given the tree.
struct FriedmanRafsky {
  double crossings = 0;
  std::size_t shared = 0;  ///< C: pairs of edges that share a point
  double variance = 0;     ///< of the crossings under permuted labels
  double z = 0;            ///< (expected - crossings) / deviation: large if the halves differ
};

/// The dependence of two features, from the number of edges of a spanning tree in the plane that
/// join a point of the first half to a re-paired one: the Henze-Penrose divergence between the
/// joint density and the product of the margins, within classes if the split preserves them. Under
/// independence its mean is 0, and values are negative as often as positive; at most 1. Reuses its
/// buffers between calls; use one object per thread.
///
/// With places numbered by coordinates, coincident points count by the expectation over random
/// trees that ignore the halves; with places numbered by first point, the tree is the one under the
/// order (length, lower point, higher point) of the points, first half before re-paired points.
class GeometricInformation {
 public:
  explicit GeometricInformation(Numbering numbering = Numbering::by_coordinates)
      : numbering_(numbering) {}

  /// 1 - R (n' + n) / (2 n' n) over all points; 0 if a half is empty.
  double global(const IntegerColumns& columns, const RowSplit& split);
  /// sum[c] w_c (1 - R_c (n'_c + n_c) / (2 n'_c n_c)) with one tree for each class, and w_c the
  /// share of all points; classes that are absent from a half count 0.
  double class_wise(const IntegerColumns& columns, const RowSplit& split, const ClassSpan& classes);
  /// The edges of the global tree by classes.
  ClassCrossings crossings(const IntegerColumns& columns, const RowSplit& split,
                           const ClassSpan& classes);
  /// The test for the global tree under the order of the points, whatever the numbering. There must
  /// be at least 4 points.
  FriedmanRafsky test(const IntegerColumns& columns, const RowSplit& split);

  /// The crossing edges of each class in the last class_wise(); 0 if a class is absent from a half.
  std::span<const double> class_crossings() const { return class_crossings_; }
  /// The tree of the last call; after class_wise(), that of the last class.
  const PlaneTree& tree() const { return tree_; }

 private:
  void place(const IntegerColumns& columns, const RowSplit& split);
  double crossings_of(std::span<const PlanePoint> points, std::size_t first);

  Numbering numbering_;
  PlaneTree tree_;
  std::vector<PlanePoint> points_;
  std::vector<PlanePoint> class_points_;
  std::vector<std::uint32_t> halves_;
  std::vector<double> class_crossings_;
};

/// The same divergence between the classes along one feature, all classes against all:
/// 1 - R N / (2 sum[i<j] N_i N_j) with R the expected number of edges between classes in the tree
/// along the line. 1 - R N / (2 N_0 N_1) for two classes; 0 for a constant. O(n log n).
double line_divergence(std::span<const std::int32_t> values, const ClassSpan& classes);

}  // namespace measure
}  // namespace pith
