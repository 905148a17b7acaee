// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/gini_trees.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "pith/base/parallel.h"
#include "pith/base/random.h"
#include "pith/learn/trees/class_rows.h"
#include "pith/learn/trees/forest_shares.h"
#include "pith/learn/trees/split_values.h"

namespace pith {
namespace {

/// Below this number of rows a call of a kernel costs more than it saves.
constexpr std::size_t min_kernel_rows = 24;
/// Values that are looked at between two checks for cancellation.
constexpr std::size_t values_per_check = std::size_t{1} << 22U;

/// Rows of a node, class by class: `size` positions from `begin`; the sizes of its classes are on
/// top of those of all nodes that wait below it.
struct Node {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::size_t classes = 0;
};

/// Where the values of a feature lie: at base[feature * stride + place], for the place of a row.
template <class T>
struct Origin {
  const T* base = nullptr;
  std::size_t stride = 0;
  bool is_group = false;  ///< the copy of a few rows
};

/// A split, or none where the gain is negative.
struct Split {
  Feature feature = 0;
  double gain =
      -1;  ///< sum[c] l_c^2 / l + sum[c] r_c^2 / r for the weights l_c, r_c of the classes
  bool is_perfect = false;  ///< both sides are pure, so that no other split gains more
};

/// Grows one tree after the other in the same memory.
template <class T>
class TreeGrower {
 public:
  TreeGrower(const SplitValues<T>& values, const ClassRows& rows, const Context& context)
      : values_(values),
        rows_(rows),
        context_(context),
        tried_(static_cast<std::size_t>(std::sqrt(static_cast<double>(values.features())))),
        places_(rows.size()),
        moved_(rows.size()),
        weights_(rows.weights.size()),
        moved_weights_(rows.weights.size()) {
    for (Scratch* scratch : {&now_, &best_}) {
      scratch->values.resize(rows.size());
      scratch->left.resize(rows.sizes.size());
    }
    if (values.by_row() != nullptr) group_.resize(values.group_rows() * values.features());
  }

  /// Adds the gain of every split to its feature. Returns the number of splits.
  std::size_t grow(const Random& random, std::span<double> gains) {
    gains_ = gains;
    nodes_ = 0;
    splits_ = 0;
    drawn_.resize(values_.features());
    std::iota(drawn_.begin(), drawn_.end(), Feature{0});
    std::iota(places_.begin(), places_.end(), 0U);
    std::copy(rows_.weights.begin(), rows_.weights.end(), weights_.begin());
    waiting_.clear();
    sizes_.assign(rows_.sizes.begin(), rows_.sizes.end());
    const Node root{.size = rows_.size(), .classes = rows_.sizes.size()};
    if (root.classes > 1) grow_from(root, {values_.column(0), values_.rows()}, random);
    return splits_;
  }

 private:
  /// Of one candidate: the values at the node, and how many rows of each class go left.
  struct Scratch {
    std::vector<T> values;
    std::vector<std::uint32_t> left;
    T limit = 0;
  };

  /// Grows the tree below a node whose sizes are on top.
  void grow_from(const Node& root, Origin<T> origin, const Random& random) {
    const std::size_t below = waiting_.size();
    waiting_.push_back(root);
    while (waiting_.size() > below) {
      const Node node = waiting_.back();
      waiting_.pop_back();
      if (!origin.is_group && node.size <= values_.group_rows()) {
        grow_from(node, copy_group(node), random);
      } else {
        split(node, origin, NodeRandom(random.bits(nodes_++)));
      }
    }
  }

  /// Copies the rows of a small node next to each other; its places are then those in the copy.
  Origin<T> copy_group(const Node& node) {
    const std::size_t features = values_.features();
    for (std::size_t i = 0; i < node.size; ++i) {
      std::uint32_t& place = places_[node.begin + i];
      const T* const row = values_.by_row() + place * features;
      std::copy(row, row + features, &group_[i * features]);
      place = static_cast<std::uint32_t>(i * features);
    }
    return {group_.data(), 1, true};
  }

  void split(const Node& node, Origin<T> origin, NodeRandom random) {
    const std::span<const std::uint32_t> sizes(&sizes_[sizes_.size() - node.classes], node.classes);
    const Split found = choose(node, sizes, origin, random);
    if (found.gain >= 0) {
      ++splits_;
      gains_[found.feature] += std::max(0.0, found.gain - impurity_term(node, sizes));
    }
    if (found.gain < 0 || found.is_perfect) {
      sizes_.resize(sizes_.size() - node.classes);
      return;
    }
    const std::size_t left = partition(node);
    push_sides(node, left);
  }

  Split choose(const Node& node, std::span<const std::uint32_t> sizes, Origin<T> origin,
               NodeRandom& random) {
    Split found;
    std::size_t left = drawn_.size();
    for (std::size_t drawn = 0; left > 0 && (drawn < tried_ || found.gain < 0); ++drawn) {
      std::swap(drawn_[random.below(left)], drawn_[left - 1]);
      const Feature feature = drawn_[--left];
      if (!values_.varies(feature)) continue;
      count_values(node.size);
      const Extremes<T> between = collect(node, origin.base + feature * origin.stride);
      if (!(between.low < between.high)) continue;
      now_.limit = values_.limit(feature, between, random.uniform());
      Split split = weights_.empty() ? judge(node, sizes) : judge_weighted(node, sizes);
      if (!(split.gain > found.gain)) continue;
      split.feature = feature;
      found = split;
      std::swap(now_, best_);
      if (found.is_perfect) break;
    }
    return found;
  }

  void count_values(std::size_t count) {
    unchecked_ += count;
    if (unchecked_ < values_per_check) return;
    unchecked_ = 0;
    context_.check_cancelled();
  }

  /// Copies the values of a feature at a node.
  Extremes<T> collect(const Node& node, const T* from) {
    const std::uint32_t* const places = &places_[node.begin];
    T* const out = now_.values.data();
    const std::size_t size = node.size;  // bytes may alias anything, but not a local variable
    if (size >= min_kernel_rows) {
      for (std::size_t i = 0; i < size; ++i)
        out[i] = from[places[i]];
      return extremes_of(std::span<const T>(out, size));
    }
    Extremes<T> between{from[places[0]], from[places[0]]};
    for (std::size_t i = 0; i < size; ++i) {
      const T value = from[places[i]];
      out[i] = value;
      between.low = std::min(between.low, value);
      between.high = std::max(between.high, value);
    }
    return between;
  }

  Split judge(const Node& node, std::span<const std::uint32_t> sizes) {
    const T* values = now_.values.data();
    std::uint32_t* const left = now_.left.data();
    if (node.size >= min_kernel_rows) {
      count_at_most(values, sizes, now_.limit, left);
    } else {
      for (std::size_t c = 0; c < sizes.size(); ++c) {
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < sizes[c]; ++i)
          count += values[i] <= now_.limit ? 1 : 0;
        left[c] = count;
        values += sizes[c];
      }
    }
    std::uint64_t left_sum = 0;
    std::uint64_t left_squares = 0;
    std::uint64_t right_squares = 0;
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      const std::uint64_t on_left = left[c];
      const std::uint64_t on_right = sizes[c] - on_left;
      left_sum += on_left;
      left_squares += on_left * on_left;
      right_squares += on_right * on_right;
    }
    const std::uint64_t right_sum = node.size - left_sum;
    return {.gain = static_cast<double>(left_squares) / static_cast<double>(left_sum) +
                    static_cast<double>(right_squares) / static_cast<double>(right_sum),
            .is_perfect =
                left_squares == left_sum * left_sum && right_squares == right_sum * right_sum};
  }

  Split judge_weighted(const Node& node, std::span<const std::uint32_t> sizes) {
    std::size_t i = 0;
    double sums[2] = {0, 0};
    double squares[2] = {0, 0};
    std::size_t classes[2] = {0, 0};
    for (std::size_t c = 0; c < sizes.size(); ++c) {
      double sides[2] = {0, 0};
      std::uint32_t count = 0;
      for (const std::size_t end = i + sizes[c]; i < end; ++i) {
        const bool goes_left = now_.values[i] <= now_.limit;
        sides[goes_left ? 0 : 1] += weights_[node.begin + i];
        count += goes_left ? 1 : 0;
      }
      now_.left[c] = count;
      classes[0] += count > 0 ? 1 : 0;
      classes[1] += count < sizes[c] ? 1 : 0;
      for (const std::size_t side : {0, 1}) {
        sums[side] += sides[side];
        squares[side] += sides[side] * sides[side];
      }
    }
    return {.gain = squares[0] / sums[0] + squares[1] / sums[1],
            .is_perfect = classes[0] == 1 && classes[1] == 1};
  }

  /// sum[c] n_c^2 / n
  double impurity_term(const Node& node, std::span<const std::uint32_t> sizes) const {
    double sum = 0;
    double squares = 0;
    std::size_t begin = node.begin;
    for (const std::uint32_t size : sizes) {
      auto of_class = static_cast<double>(size);
      if (!weights_.empty()) {
        const auto first = weights_.begin() + static_cast<std::ptrdiff_t>(begin);
        of_class = std::accumulate(first, first + size, 0.0);
      }
      sum += of_class;
      squares += of_class * of_class;
      begin += size;
    }
    return squares / sum;
  }

  /// Moves the rows of the left side to the front, in the same order. Returns their number.
  std::size_t partition(const Node& node) {
    std::uint32_t* const places = &places_[node.begin];
    const T* const values = best_.values.data();
    std::size_t left = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < node.size; ++i) {
      const std::uint32_t place = places[i];
      const bool goes_left = values[i] <= best_.limit;
      places[left] = place;  // never ahead of i
      moved_[right] = place;
      if (!weights_.empty()) {
        const double weight = weights_[node.begin + i];
        weights_[node.begin + left] = weight;
        moved_weights_[right] = weight;
      }
      left += goes_left ? 1 : 0;
      right += goes_left ? 0 : 1;
    }
    std::copy_n(moved_.begin(), right, places + left);
    if (!weights_.empty()) {
      std::copy_n(moved_weights_.begin(), right,
                  weights_.begin() + static_cast<std::ptrdiff_t>(node.begin + left));
    }
    return left;
  }

  /// Replaces the node by those of its sides that are not pure.
  void push_sides(const Node& node, std::size_t left) {
    own_sizes_.assign(sizes_.end() - static_cast<std::ptrdiff_t>(node.classes), sizes_.end());
    sizes_.resize(sizes_.size() - node.classes);
    const auto push = [&](bool is_left, std::size_t begin, std::size_t size) {
      const std::size_t before = sizes_.size();
      for (std::size_t c = 0; c < node.classes; ++c) {
        const std::uint32_t of_class = is_left ? best_.left[c] : own_sizes_[c] - best_.left[c];
        if (of_class > 0) sizes_.push_back(of_class);
      }
      const std::size_t classes = sizes_.size() - before;
      if (classes > 1) {
        waiting_.push_back({.begin = begin, .size = size, .classes = classes});
      } else {
        sizes_.resize(before);
      }
    };
    push(false, node.begin + left, node.size - left);
    push(true, node.begin, left);
  }

  const SplitValues<T>& values_;
  const ClassRows& rows_;
  const Context& context_;
  std::size_t tried_;
  std::span<double> gains_;
  std::size_t nodes_ = 0;
  std::size_t splits_ = 0;
  std::size_t unchecked_ = 0;
  std::vector<Feature> drawn_;  // all, in an order that the draws change
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> moved_;
  std::vector<double> weights_;  // empty: all are 1
  std::vector<double> moved_weights_;
  std::vector<Node> waiting_;
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> own_sizes_;
  Scratch now_;
  Scratch best_;
  std::vector<T> group_;
};

/// Grows all trees, and adds up the shares of each in order.
template <class T>
class Forest {
 public:
  Forest(const SplitValues<T>& values, const ClassRows& rows, const GiniTreeOptions& options)
      : values_(values), rows_(rows), options_(options) {}

  GiniImportances grow(Work& work, const Context& context) const {
    return mean_shares({.features = values_.features(), .grower_bytes = bytes_of_grower()},
                       options_, work, context, [&](const Random& random, std::span<double> gains) {
                         return TreeGrower<T>(values_, rows_, context).grow(random, gains);
                       });
  }

 private:
  /// Rows in two orders with their weights, the nodes that wait and the sizes of their classes,
  /// features, and a group of rows.
  std::uint64_t bytes_of_grower() const {
    constexpr std::uint64_t of_row = 2 * (sizeof(std::uint32_t) + sizeof(double)) + 64;
    return of_row * values_.rows() + sizeof(Feature) * values_.features() +
           3 * sizeof(std::uint32_t) * rows_.sizes.size() +
           (values_.by_row() == nullptr ? 0
                                        : sizeof(T) * values_.group_rows() * values_.features());
  }

  const SplitValues<T>& values_;
  const ClassRows& rows_;
  const GiniTreeOptions& options_;
};

}  // namespace

GiniImportances gini_importances(const Table& table, const GiniTreeOptions& options, Work& work,
                                 const Context& context) {
  const ClassRows rows(table);
  SplitPlan plan(table, context);
  if (options.group_bytes) plan.group_bytes = *options.group_bytes;
  const auto grow = [&]<class T>(T) {
    const SplitValues<T> values(table, rows.rows, std::move(plan), context);
    return Forest<T>(values, rows, options).grow(work, context);
  };
  switch (plan.type) {
    case SplitType::bytes:
      return grow(std::uint8_t{});
    case SplitType::floats:
      return grow(float{});
    case SplitType::doubles:
      break;
  }
  return grow(double{});
}

}  // namespace pith
