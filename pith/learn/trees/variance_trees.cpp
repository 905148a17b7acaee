// SPDX-License-Identifier: Apache-2.0
#include "pith/learn/trees/variance_trees.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "pith/learn/trees/forest_shares.h"
#include "pith/learn/trees/split_values.h"

namespace pith {
namespace {

/// Values that are looked at between two checks for cancellation.
constexpr std::size_t values_per_check = std::size_t{1} << 22U;

/// The rows that count and their targets, as whole numbers from 0 on.
struct NumberedRows {
  explicit NumberedRows(const Table& table) {
    double total = 0;
    std::vector<double> numbers;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      const double weight = table.has_weights() ? table.weights()[row] : 1;
      if (!(weight > 0)) continue;
      rows.push_back(static_cast<std::uint32_t>(row));
      weights.push_back(weight);
      numbers.push_back(table.target().number(row));
      total += weight;
    }
    const auto [lowest, highest] = std::minmax_element(numbers.begin(), numbers.end());
    // The sum of all is below 2^52.
    const int bits = std::clamp(51 - static_cast<int>(std::ceil(std::log2(total + 1))), 20, 40);
    const double range = *highest / 2 - *lowest / 2;  // of halves, which cannot overflow
    for (const double number : numbers) {
      const double share = range > 0 ? (number / 2 - *lowest / 2) / range : 0;
      targets.push_back(std::round(std::ldexp(share, bits)));
    }
  }

  std::vector<std::uint32_t> rows;
  std::vector<double> weights;
  std::vector<double> targets;
};

/// Rows of a node: `size` positions from `begin`.
struct Node {
  std::size_t begin = 0;
  std::size_t size = 0;
};

/// Grows one tree.
template <class T>
class TreeGrower {
 public:
  TreeGrower(const SplitValues<T>& values, const NumberedRows& rows, const Context& context)
      : values_(values),
        rows_(rows),
        context_(context),
        tried_(static_cast<std::size_t>(std::sqrt(static_cast<double>(values.features())))),
        drawn_(values.features()),
        places_(rows.rows.size()),
        moved_(rows.rows.size()),
        now_(rows.rows.size()),
        best_(rows.rows.size()) {}

  std::size_t grow(const Random& random, std::span<double> gains) {
    std::iota(drawn_.begin(), drawn_.end(), Feature{0});
    std::iota(places_.begin(), places_.end(), 0U);
    std::vector<Node> waiting{{.size = places_.size()}};
    std::size_t nodes = 0;
    std::size_t splits = 0;
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      if (is_pure(node)) continue;
      const Split found = choose(node, NodeRandom(random.bits(nodes++)));
      if (found.gain < 0) continue;
      ++splits;
      gains[found.feature] += found.gain;
      const std::size_t left = partition(node, found.limit);
      waiting.push_back({.begin = node.begin + left, .size = node.size - left});
      waiting.push_back({.begin = node.begin, .size = left});
    }
    return splits;
  }

 private:
  /// A split, or none where the gain is negative.
  struct Split {
    Feature feature = 0;
    double gain = -1;
    T limit = 0;
  };

  double target(const Node& node, std::size_t i) const {
    return rows_.targets[places_[node.begin + i]];
  }

  bool is_pure(const Node& node) const {
    for (std::size_t i = 1; i < node.size; ++i) {
      if (target(node, i) != target(node, 0)) return false;
    }
    return true;
  }

  Split choose(const Node& node, NodeRandom random) {
    Split found;
    std::size_t left = drawn_.size();
    for (std::size_t drawn = 0; left > 0 && (drawn < tried_ || found.gain < 0); ++drawn) {
      std::swap(drawn_[random.below(left)], drawn_[left - 1]);
      const Feature feature = drawn_[--left];
      if (!values_.varies(feature)) continue;
      unchecked_ += node.size;
      if (unchecked_ >= values_per_check) {
        unchecked_ = 0;
        context_.check_cancelled();
      }
      const T* const from = values_.column(feature);
      for (std::size_t i = 0; i < node.size; ++i)
        now_[i] = from[places_[node.begin + i]];
      const Extremes<T> between = extremes_of(std::span<const T>(now_.data(), node.size));
      if (!(between.low < between.high)) continue;
      const T limit = values_.limit(feature, between, random.uniform());
      const double gain = gain_of(node, limit);
      if (!(gain > found.gain)) continue;
      found = {.feature = feature, .gain = gain, .limit = limit};
      std::swap(now_, best_);
    }
    return found;
  }

  /// By how much the sum of squared deviations falls: n_l n_r / n (m_l - m_r)^2.
  double gain_of(const Node& node, T limit) const {
    double counts[2] = {0, 0};
    double sums[2] = {0, 0};
    for (std::size_t i = 0; i < node.size; ++i) {
      const std::uint32_t place = places_[node.begin + i];
      const std::size_t side = now_[i] <= limit ? 0 : 1;
      counts[side] += rows_.weights[place];
      sums[side] += rows_.weights[place] * rows_.targets[place];
    }
    const double step = sums[0] / counts[0] - sums[1] / counts[1];
    return counts[0] * (counts[1] / (counts[0] + counts[1])) * step * step;
  }

  /// Moves the rows of the left side to the front, in the same order. Returns their number.
  std::size_t partition(const Node& node, T limit) {
    std::uint32_t* const places = &places_[node.begin];
    std::size_t left = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < node.size; ++i) {
      const std::uint32_t place = places[i];
      const bool goes_left = best_[i] <= limit;
      places[left] = place;  // never ahead of i
      moved_[right] = place;
      left += goes_left ? 1 : 0;
      right += goes_left ? 0 : 1;
    }
    std::copy_n(moved_.begin(), right, places + left);
    return left;
  }

  const SplitValues<T>& values_;
  const NumberedRows& rows_;
  const Context& context_;
  std::size_t tried_;
  std::size_t unchecked_ = 0;
  std::vector<Feature> drawn_;  // all, in an order that the draws change
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> moved_;
  std::vector<T> now_;  // the values of a feature at a node
  std::vector<T> best_;
};

}  // namespace

GiniImportances variance_importances(const Table& table, const GiniTreeOptions& options, Work& work,
                                     const Context& context) {
  constexpr std::uint64_t of_row = 4 * sizeof(double);
  const Reservation held = context.reserve(of_row * table.rows(), "the targets of the rows");
  const NumberedRows rows(table);
  SplitPlan plan(table, context);
  plan.group_bytes = 0;
  const auto grow = [&]<class T>(T) {
    const SplitValues<T> values(table, rows.rows, std::move(plan), context);
    constexpr std::uint64_t of_grower = 2 * (sizeof(std::uint32_t) + sizeof(T)) + sizeof(Node);
    return mean_shares(
        {.features = table.features(),
         .grower_bytes = of_grower * rows.rows.size() + sizeof(Feature) * table.features()},
        options, work, context, [&](const Random& random, std::span<double> gains) {
          return TreeGrower<T>(values, rows, context).grow(random, gains);
        });
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
