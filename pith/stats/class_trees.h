// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/column.h"
#include "pith/geometry/tree.h"

namespace pith {

/// Which rows have a spanning tree together.
enum class TreeOf {
  all_classes,      ///< one tree
  pairs_of_classes  ///< one for each pair, of the rows of both
};

/// What becomes of rows that coincide, and of edges of the same length.
enum class TieRule {
  exchangeable,  ///< expected_crossings(); places in lexicographic order of their coordinates
  index          ///< first_point_crossings(); points in the order of the rows
};

/// Edges between rows of different classes in one tree (Friedman and Rafsky's R).
struct Crossings {
  std::uint32_t first = 0;   ///< of a pair: its classes; of one tree for all: 0 and 0
  std::uint32_t second = 0;  ///< higher than the first
  std::size_t rows = 0;      ///< in the tree
  double expected = 0;       ///< if the classes were drawn by lot: n - sum[c] n_c^2 / n
  double count = 0;
};

/// Minimum spanning trees of labelled rows while axes are added to their space.
class ClassTrees {
 public:
  /// The target has codes without gaps, each level in use.
  ClassTrees(const Column& target, TreeOf of, TieRule ties);

  /// One more axis, as Axes says (see space_tree.h). Places are numbered by the axes in the order
  /// in which they were added.
  void add(std::span<const double> axis);

  /// Of the axes that were added; one entry for each tree, by first and second class.
  std::vector<Crossings> crossings(const Context& context) const;
  /// The same with one more axis, which is not kept. Safe to call from several threads.
  std::vector<Crossings> crossings(std::span<const double> axis, const Context& context) const;

 private:
  struct Part {
    Crossings about = {};
    std::vector<std::uint32_t> rows = {};
    std::vector<std::uint32_t> groups = {};  // the class of each row, or its side of the pair
    std::size_t group_count = 0;
    Places places = {};
    std::vector<std::vector<double>> axes = {};
  };

  Crossings crossings(const Part& part, std::span<const std::span<const double>> axes,
                      const Places& places, const Context& context) const;

  TieRule ties_;
  std::vector<Part> parts_;
};

}  // namespace pith
