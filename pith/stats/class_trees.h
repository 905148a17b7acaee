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
inline namespace stats {

/// Which rows share a spanning tree.
enum class TreeOf {
  all_classes,      ///< one tree
  pairs_of_classes  ///< one tree for each pair, over the rows of both classes
};

/// How coincident rows and edges of equal length are treated.
enum class TieRule {
  exchangeable,  ///< expected_crossings(); places in lexicographic order of their coordinates
  index          ///< first_point_crossings(); points in the order of the rows
};

/// Edges between rows of different classes in one tree (Friedman and Rafsky's R).
struct Crossings {
  std::uint32_t first = 0;   ///< the classes of a pair; both are 0 for a tree of all classes
  std::uint32_t second = 0;  ///< higher than the first
  std::size_t rows = 0;      ///< in the tree
  double expected = 0;       ///< under random labels: n - sum[c] n_c^2 / n
  double count = 0;
};

/// Minimum spanning trees of labelled rows, as axes are added to the space.
class ClassTrees {
 public:
  /// The target must be categorical without missing values, and every level must occur.
  ClassTrees(const Column& target, TreeOf of, TieRule ties);

  /// Adds an axis with the properties of Axes (see space_tree.h). Places are numbered by the axes
  /// in the order in which they were added.
  void add(std::span<const double> axis);

  /// The crossings with the axes added so far; one entry per tree, by first and second class.
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

}  // namespace stats
}  // namespace pith
