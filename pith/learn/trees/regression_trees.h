// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/table.h"
#include "pith/learn/trees/sorted_features.h"

namespace pith {

/// The rows that trees are grown from.
struct TreeRows {
  std::vector<std::uint32_t> rows;  ///< of the table, ascending
  std::vector<double> weights;      ///< of these rows; empty: all are 1
};

struct RegressionTreeOptions {
  std::size_t depth = 3;  ///< splits between the root and a leaf, at most
  double price = 0;       ///< what a split costs along a feature that was not used before
};

/// A node of a regression tree.
struct RegressionNode {
  std::size_t depth = 0;
  std::size_t rows = 0;
  double mean = 0;  ///< of the residuals
  bool is_split = false;
  Feature feature = 0;   ///< of the split; the following are as well
  double threshold = 0;  ///< values up to it go left
  double gain = 0;       ///< fall of the sum of squared residuals, minus the price
};

/// Regression trees with exact splits: of all thresholds midway between neighbouring distinct
/// values the one that most reduces the sum of squared residuals,
///   sum_l^2 / n_l + sum_r^2 / n_r - sum^2 / n - price * [the feature was not used before].
/// Nodes are split level by level, and a feature counts as used from its first split on. Within a
/// feature the smallest threshold of the largest gain wins; a later feature wins if its gain is
/// larger by more than 1e-12 max(1, gain); a split is made if its gain exceeds 2e-12. Weights of
/// rows count as repetitions. O(n d depth) per tree, after the rows were sorted once.
class RegressionTrees {
 public:
  /// The table must outlive this object. Throws Error(resources) as SortedFeatures does.
  RegressionTrees(const Table& table, TreeRows rows, const RegressionTreeOptions& options,
                  const Context& context);

  std::size_t rows() const { return rows_.rows.size(); }
  std::span<const double> weights() const { return rows_.weights; }

  /// Grows a tree for one residual per row, and marks the features that it uses. Returns its nodes
  /// level by level.
  std::vector<RegressionNode> grow(std::span<const double> residuals, std::vector<char>& is_used,
                                   const Context& context);
  /// The mean of the residuals in the leaf of each row, in the tree grown last.
  std::span<const double> leaf_means() const { return leaf_means_; }

 private:
  /// A node that may be split: rows [begin, end) of `members_`.
  struct Open {
    std::size_t node = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
    double sum = 0;
    double size = 0;
  };
  /// The best cut of a feature at a node: the last row on the left, the first on the right.
  struct Cut {
    double gain = -1;  ///< without the parts that are the same for all cuts
    std::uint32_t left = 0;
    std::uint32_t right = 0;
  };
  /// Room to sort the residuals of all open nodes by one feature.
  struct Room {
    std::vector<double> sums;
    std::vector<double> sizes;
    std::vector<std::uint32_t> numbers;
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> fill;
  };

  static std::uint64_t bytes_of(std::size_t rows, std::size_t features, const Context& context);
  double weight(std::uint32_t row) const { return rows_.weights.empty() ? 1 : rows_.weights[row]; }
  Open open_node(std::size_t begin, std::size_t end, std::size_t depth);
  void find_cuts(const Context& context);
  void find_cuts_of(Feature feature, Room& room);
  void collect(Feature feature, Room& room) const;
  void split_level(std::vector<char>& is_used, std::vector<Open>& next);
  bool choose(const Open& open, std::size_t place, std::vector<char>& is_used);
  std::size_t partition(const Open& open, const Cut& cut, RegressionNode& node);

  const Table& table_;
  TreeRows rows_;
  RegressionTreeOptions options_;
  SortedFeatures sorted_;
  Reservation held_;          // of what follows
  Reservation splits_;        // of one level
  std::vector<double> ramp_;  // 1, 2, ...: sizes where rows have no weights

  std::span<const double> residuals_;
  std::vector<RegressionNode> nodes_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> members_;  // rows by node, ascending within a node
  std::vector<std::uint32_t> moved_;
  std::vector<std::uint32_t> places_;  // of each row: which open node it is in, or their number
  std::vector<Cut> cuts_;              // features x open nodes
  std::vector<double> leaf_means_;
};

}  // namespace pith
