// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/random_forest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "pith/base/assert.h"
#include "pith/base/elementary.h"
#include "pith/base/parallel.h"
#include "pith/base/random.h"

namespace pith {
namespace {

/// A random stream under the seed of the caller, distinct from those of methods and splits.
constexpr std::uint64_t trees_stream = std::uint64_t{11} << 32U;

/// Rows up to the threshold go to the next node, others to `right`. A leaf has no node on the
/// right: `threshold` is its number, or `feature` the first and `threshold` the number of its
/// shares.
struct ForestNode {
  double threshold = 0;
  std::uint32_t feature = 0;
  std::uint32_t right = 0;
};

/// The share of a class in a leaf.
struct ClassShare {
  std::uint32_t label = 0;
  float share = 1;
};

struct ForestTree {
  std::vector<ForestNode> nodes;
  std::vector<ClassShare> shares;

  const ForestNode& leaf_of(const double* row) const {
    std::size_t at = 0;
    while (nodes[at].right != 0)
      at = row[nodes[at].feature] <= nodes[at].threshold ? at + 1 : nodes[at].right;
    return nodes[at];
  }
};

/// Classes at a node: counts.
class ClassTally {
 public:
  explicit ClassTally(const Examples& examples)
      : classes_(examples.classes), all_(examples.class_count), left_(examples.class_count) {}

  static std::size_t tried(std::size_t features) {
    return static_cast<std::size_t>(std::sqrt(static_cast<double>(features)));
  }
  void start(const std::uint32_t* begin, const std::uint32_t* end) {
    std::fill(all_.begin(), all_.end(), 0.0);
    for (const auto* row = begin; row != end; ++row)
      ++all_[classes_[*row]];
    rows_ = static_cast<double>(end - begin);
  }
  bool is_pure() const {
    return std::any_of(all_.begin(), all_.end(), [&](double count) { return count == rows_; });
  }
  void clear() { std::fill(left_.begin(), left_.end(), 0.0); }
  void add(std::uint32_t row) { ++left_[classes_[row]]; }
  /// sum[c] l_c^2 / l + sum[c] r_c^2 / r
  double gain(double left_rows) const {
    double left = 0;
    double right = 0;
    for (std::size_t c = 0; c < all_.size(); ++c) {
      left += left_[c] * left_[c];
      right += (all_[c] - left_[c]) * (all_[c] - left_[c]);
    }
    return left / left_rows + right / (rows_ - left_rows);
  }
  ForestNode leaf(std::vector<ClassShare>& shares) const {
    const auto first = static_cast<std::uint32_t>(shares.size());
    for (std::size_t c = 0; c < all_.size(); ++c) {
      if (all_[c] > 0)
        shares.push_back({static_cast<std::uint32_t>(c), static_cast<float>(all_[c] / rows_)});
    }
    return {.threshold = static_cast<double>(shares.size() - first), .feature = first};
  }

 private:
  std::span<const std::uint32_t> classes_;
  std::vector<double> all_;
  std::vector<double> left_;
  double rows_ = 0;
};

/// Numbers at a node: sums of deviations from the first of them, which are exactly 0 where all are
/// equal.
class NumberTally {
 public:
  explicit NumberTally(const Examples& examples) : numbers_(examples.numbers) {}

  static std::size_t tried(std::size_t features) { return features; }
  void start(const std::uint32_t* begin, const std::uint32_t* end) {
    origin_ = numbers_[*begin];
    sum_ = 0;
    is_pure_ = true;
    for (const auto* row = begin; row != end; ++row) {
      sum_ += numbers_[*row] - origin_;
      is_pure_ = is_pure_ && numbers_[*row] == origin_;
    }
    rows_ = static_cast<double>(end - begin);
  }
  bool is_pure() const { return is_pure_; }
  void clear() { left_ = 0; }
  void add(std::uint32_t row) { left_ += numbers_[row] - origin_; }
  /// l^2 / n_l + r^2 / n_r - s^2 / n for the sums l, r, s, without cancellation.
  double gain(double left_rows) const {
    const double right_rows = rows_ - left_rows;
    const double distance = left_ / left_rows - (sum_ - left_) / right_rows;
    return distance * distance * (left_rows * right_rows / rows_);
  }
  ForestNode leaf(std::vector<ClassShare>&) const { return {.threshold = origin_ + sum_ / rows_}; }

 private:
  std::span<const double> numbers_;
  double origin_ = 0;
  double sum_ = 0;
  double left_ = 0;
  double rows_ = 0;
  bool is_pure_ = false;
};

/// Grows one tree.
template <class Tally>
class Grower {
 public:
  Grower(const Examples& examples, const ForestOptions& options, const Context& context)
      : rows_(examples.rows),
        leaf_rows_(options.leaf_rows),
        tried_(std::max<std::size_t>(1, Tally::tried(examples.rows.extent(1)))),
        context_(context),
        tally_(examples),
        members_(examples.rows.extent(0)),
        moved_(members_.size()),
        drawn_(examples.rows.extent(1)) {}

  ForestTree grow(const Random& random) {
    std::iota(members_.begin(), members_.end(), 0U);
    std::iota(drawn_.begin(), drawn_.end(), 0U);
    ForestTree tree;
    std::vector<Open> open{{.begin = 0, .end = members_.size(), .parent = none}};
    while (!open.empty()) {
      const Open node = open.back();
      open.pop_back();
      const auto place = static_cast<std::uint32_t>(tree.nodes.size());
      if (node.parent != none) tree.nodes[node.parent].right = place;
      tally_.start(&members_[node.begin], members_.data() + node.end);
      const Cut cut = best_cut(node, random);
      if (cut.gain < 0) {
        tree.nodes.push_back(tally_.leaf(tree.shares));
        continue;
      }
      tree.nodes.push_back({.threshold = cut.threshold, .feature = cut.feature});
      const std::size_t middle = partition(node, cut);
      open.push_back({.begin = middle, .end = node.end, .parent = place});
      open.push_back({.begin = node.begin, .end = middle, .parent = none});
    }
    tree.nodes.shrink_to_fit();
    tree.shares.shrink_to_fit();
    return tree;
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Members [begin, end); the node on the right of `parent`, or the one after its parent.
  struct Open {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint32_t parent = none;
  };
  struct Cut {
    double gain = -1;  ///< negative: there is none
    double threshold = 0;
    std::uint32_t feature = 0;
  };

  double value(std::uint32_t row, std::uint32_t feature) const {
    return rows_.data_handle()[row * rows_.stride(0) + feature];
  }

  Cut best_cut(const Open& node, const Random& random) {
    Cut best;
    if (node.end - node.begin < 2 * leaf_rows_ || tally_.is_pure()) return best;
    context_.check_cancelled();
    std::size_t left = drawn_.size();
    for (std::size_t drawn = 0; left > 0 && (drawn < tried_ || best.gain < 0); ++drawn) {
      std::swap(drawn_[random.below(next_++, left)], drawn_[left - 1]);
      const Cut cut = cut_of(node, drawn_[--left], random);
      if (cut.gain > best.gain) best = cut;
    }
    return best;
  }

  Cut cut_of(const Open& node, std::uint32_t feature, const Random& random) {
    Cut cut{.feature = feature};
    double low = value(members_[node.begin], feature);
    double high = low;
    for (std::size_t i = node.begin + 1; i < node.end; ++i) {
      const double each = value(members_[i], feature);
      low = std::min(low, each);
      high = std::max(high, each);
    }
    if (!(low < high)) return cut;
    const double share = random.uniform(next_++);
    cut.threshold = low + share * (high - low);
    if (!(cut.threshold < high)) cut.threshold = low;
    tally_.clear();
    std::size_t count = 0;
    for (std::size_t i = node.begin; i < node.end; ++i) {
      if (value(members_[i], feature) > cut.threshold) continue;
      tally_.add(members_[i]);
      ++count;
    }
    if (std::min(count, node.end - node.begin - count) < leaf_rows_) return cut;
    cut.gain = tally_.gain(static_cast<double>(count));
    return cut;
  }

  /// Moves the rows of the left side to the front, in the same order. Returns where they end.
  std::size_t partition(const Open& node, const Cut& cut) {
    std::size_t left = node.begin;
    std::size_t right = 0;
    for (std::size_t i = node.begin; i < node.end; ++i) {
      const std::uint32_t row = members_[i];
      if (value(row, cut.feature) <= cut.threshold) {
        members_[left++] = row;
      } else {
        moved_[right++] = row;
      }
    }
    std::copy_n(moved_.begin(), right, members_.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
  }

  MatrixView<const double> rows_;
  std::size_t leaf_rows_;
  std::size_t tried_;
  const Context& context_;
  Tally tally_;
  std::vector<std::uint32_t> members_;  // rows, node by node
  std::vector<std::uint32_t> moved_;
  std::vector<std::uint32_t> drawn_;  // features, in an order that the draws change
  std::uint64_t next_ = 0;            // random number
};

template <class Tally>
std::vector<ForestTree> grow_all(const Examples& examples, const ForestOptions& options,
                                 const Context& context) {
  std::vector<ForestTree> trees(options.trees);
  parallel_blocks(context, trees.size(), 1, [&](std::size_t tree, std::size_t) {
    trees[tree] =
        Grower<Tally>(examples, options, context).grow(Random(options.seed, trees_stream + tree));
  });
  return trees;
}

class ClassForest : public Model {
 public:
  ClassForest(std::vector<ForestTree> trees, const Examples& examples)
      : trees_(std::move(trees)), occurs_(examples.class_count) {
    for (const std::uint32_t c : examples.classes)
      occurs_[c] = 1;
    found_ = static_cast<double>(std::count(occurs_.begin(), occurs_.end(), 1));
  }

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    std::vector<double> sums(occurs_.size());
    const double total = static_cast<double>(trees_.size()) + 1;
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      std::fill(sums.begin(), sums.end(), 1 / found_);
      for (const ForestTree& tree : trees_) {
        const ForestNode& leaf = tree.leaf_of(rows.data_handle() + row * rows.stride(0));
        const auto count = static_cast<std::size_t>(leaf.threshold);
        for (std::size_t i = leaf.feature; i < leaf.feature + count; ++i)
          sums[tree.shares[i].label] += static_cast<double>(tree.shares[i].share);
      }
      for (std::size_t c = 0; c < sums.size(); ++c) {
        scores(row, c) = occurs_[c] != 0 ? portable::log(sums[c] / total)
                                         : -std::numeric_limits<double>::infinity();
      }
    }
  }

 private:
  std::vector<ForestTree> trees_;
  std::vector<char> occurs_;  // by class
  double found_ = 0;
};

class NumberForest : public Model {
 public:
  explicit NumberForest(std::vector<ForestTree> trees) : trees_(std::move(trees)) {}

  void score(const MatrixView<const double>& rows,
             const MatrixView<double>& scores) const override {
    const auto count = static_cast<double>(trees_.size());
    for (std::size_t row = 0; row < rows.extent(0); ++row) {
      double mean = 0;
      for (const ForestTree& tree : trees_)
        mean += tree.leaf_of(rows.data_handle() + row * rows.stride(0)).threshold / count;
      scores(row, 0) = mean;
    }
  }

 private:
  std::vector<ForestTree> trees_;
};

}  // namespace

std::unique_ptr<const Model> fit_forest(const Examples& examples, const ForestOptions& options,
                                        const Context& context) {
  context.check_cancelled();
  PITH_ASSERT(examples.rows.stride(1) == 1);
  if (examples.has_numbers())
    return std::make_unique<NumberForest>(grow_all<NumberTally>(examples, options, context));
  return std::make_unique<ClassForest>(grow_all<ClassTally>(examples, options, context), examples);
}

std::uint64_t forest_bytes(const FitSize& size, const ForestOptions& options) {
  const auto rows = static_cast<double>(size.rows);
  const auto trees = static_cast<double>(options.trees);
  const double tree = rows * (2 * sizeof(ForestNode) + sizeof(ClassShare)) + sizeof(ForestTree);
  // Rows in two orders, nodes that wait, and a tree that outgrows its memory.
  const double grower = 2 * tree + 40 * rows + 4 * static_cast<double>(size.columns) +
                        32 * static_cast<double>(size.classes);
  return whole_bytes(trees * tree + std::min(trees, static_cast<double>(size.threads)) * grower +
                     16 * static_cast<double>(size.classes));
}

}  // namespace pith
