// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/random.h"
#include "pith/geometry/plane_tree.h"

namespace pith {

/// 2 * midrank of each value, #{< x} + #{<= x} + 1: integers that any growing map of the values
/// leaves as they are. `values` are finite, and fewer than 2^29.
std::vector<std::int32_t> doubled_ranks(std::span<const double> values);

/// Classes of the rows, below `count`.
struct ClassSpan {
  std::span<const std::uint32_t> of;
  std::size_t count = 0;
};

/// Rows in two halves. In the second, x and y are torn apart: its k-th point has the x of row
/// second[k] and the y of row second[partner[k]]. `partner` maps the rows of each class onto
/// themselves, so that the torn points follow f(x|c) f(y|c).
struct RowSplit {
  std::vector<std::uint32_t> first = {};
  std::vector<std::uint32_t> second = {};
  std::vector<std::uint32_t> partner = {};
};

/// Draws splits in which each class has floor(rows / 2) rows in each half; an odd row is left out,
/// a different one each time. Halves and partners are uniform.
class RowSplitter {
 public:
  explicit RowSplitter(const ClassSpan& classes);
  /// All rows are one class.
  explicit RowSplitter(std::size_t rows);

  /// Rows in each half.
  std::size_t half() const;
  /// Rows that the smallest class has in each half.
  std::size_t smallest_half() const;
  /// Split `repetition` (below 2^32) of the stream: a pure function of these.
  void draw(const Random& random, std::uint64_t repetition, RowSplit& split) const;

 private:
  std::vector<std::vector<std::uint32_t>> rows_;  // of each class, ascending
};

/// Two features of the same rows, within max_coordinate.
struct IntegerColumns {
  std::span<const std::int32_t> x;
  std::span<const std::int32_t> y;
};

/// Edges of one spanning tree between points of the first half and torn points, by their classes.
struct ClassCrossings {
  std::size_t classes = 0;
  std::vector<double> edges = {};        ///< R[j][i], j of the first half, i of the torn points
  std::vector<std::size_t> first = {};   ///< n'_j: points of class j in the first half
  std::vector<std::size_t> second = {};  ///< n_i: torn points of class i

  double total() const;
  /// (n' + n) / (4 n'_j n_i) R[j][i], which is n / (2 n'_j n_i) R[j][i] for equal halves; 0 where
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
  double variance = 0;     ///< of the crossings when the labels are permuted
  double z = 0;            ///< (expected - crossings) / deviation: large where the halves differ
};

/// Dependence of two features by the number of edges of a spanning tree in the plane that join a
/// point to a torn point: Henze and Penrose's divergence between the joint density and the product
/// of the margins, within classes where the split keeps them. 0 in the mean under independence,
/// where values are below 0 as often as above; at most 1. Keeps its room; one object per thread.
///
/// With places numbered by coordinates, points that coincide count by the expectation over trees
/// that are blind to the halves; by first point, it is the tree under the order (length, lower
/// point, higher point) of the points, first half before torn points.
class GeometricInformation {
 public:
  explicit GeometricInformation(Numbering numbering = Numbering::by_coordinates)
      : numbering_(numbering) {}

  /// 1 - R (n' + n) / (2 n' n) over all points; 0 where a half is empty.
  double global(const IntegerColumns& columns, const RowSplit& split);
  /// sum[c] w_c (1 - R_c (n'_c + n_c) / (2 n'_c n_c)) with one tree for each class, and w_c the
  /// share of all points; classes that are missing in a half count 0.
  double class_wise(const IntegerColumns& columns, const RowSplit& split, const ClassSpan& classes);
  /// The edges of the global tree by classes.
  ClassCrossings crossings(const IntegerColumns& columns, const RowSplit& split,
                           const ClassSpan& classes);
  /// Of the global tree under the order of the points, whatever the numbering. At least 4 points.
  FriedmanRafsky test(const IntegerColumns& columns, const RowSplit& split);

  /// The crossing edges of each class in the class_wise() before; 0 where a class is missing.
  std::span<const double> class_crossings() const { return class_crossings_; }
  /// The tree of the call before; of the last class after class_wise().
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

}  // namespace pith
