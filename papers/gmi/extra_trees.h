// SPDX-License-Identifier: Apache-2.0
// Extremely randomised trees (Geurts, Ernst and Wehenkel, 2006) as a measure of features: by how
// much splits along each of them lower the Gini impurity.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/random.h"
#include "pith/data/table.h"

namespace pith::papers {

/// All rows go into each tree, leaves are pure or cannot be split. At a node features are drawn
/// until floor(sqrt(d)) of them vary there, one threshold for each is drawn between its least and
/// largest value, and the best of these splits is made.
class ExtraTrees {
 public:
  struct Options {
    std::size_t trees = 100;
    std::uint64_t seed = 0;
  };

  ExtraTrees(const Table& table, const Options& options)
      : table_(table),
        tried_(static_cast<std::size_t>(std::sqrt(static_cast<double>(table.features())))),
        importances_(table.features()) {
    tried_ = std::max<std::size_t>(tried_, 1);
    for (std::size_t tree = 0; tree < options.trees; ++tree)
      grow(Random(options.seed, tree), static_cast<double>(options.trees));
  }

  /// The share of each feature in what all splits of a tree gain, the mean over the trees.
  std::span<const double> importances() const { return importances_; }

 private:
  using Rows = std::span<std::uint32_t>;

  /// A way to split the rows of a node.
  struct Split {
    Feature feature = 0;
    double threshold = 0;
    double gain = -1;  ///< rows times the fall of the impurity
  };

  /// Random numbers one after the other.
  struct Stream {
    Random random;
    std::uint64_t next = 0;

    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random.below(next++, n)); }
    double uniform() { return random.uniform(next++); }
  };

  void grow(const Random& random, double trees) {
    Stream stream{random};
    std::vector<std::uint32_t> order(table_.rows());
    std::iota(order.begin(), order.end(), 0U);
    std::vector<double> gains(table_.features());
    std::vector<Rows> open{Rows(order)};
    while (!open.empty()) {
      const Rows rows = open.back();
      open.pop_back();
      const Split split = choose(rows, stream);
      if (split.gain < 0) continue;
      gains[split.feature] += split.gain;
      const auto numbers = table_.feature(split.feature).numbers();
      const auto middle = std::partition(rows.begin(), rows.end(), [&](std::uint32_t row) {
        return numbers[row] <= split.threshold;
      });
      const auto left = static_cast<std::size_t>(middle - rows.begin());
      open.push_back(rows.first(left));
      open.push_back(rows.subspan(left));
    }
    const double sum = std::accumulate(gains.begin(), gains.end(), 0.0);
    for (std::size_t i = 0; i < gains.size() && sum > 0; ++i)
      importances_[i] += gains[i] / sum / trees;
  }

  bool is_pure(Rows rows) const {
    return std::all_of(rows.begin(), rows.end(), [&](std::uint32_t row) {
      return table_.target().code(row) == table_.target().code(rows.front());
    });
  }

  Split choose(Rows rows, Stream& stream) const {
    Split best;
    if (is_pure(rows)) return best;
    std::vector<Feature> features(table_.features());
    std::iota(features.begin(), features.end(), Feature{0});
    std::size_t seen = 0;
    for (std::size_t left = features.size(); left > 0 && seen < tried_; --left) {
      std::swap(features[left - 1], features[stream.below(left)]);
      const auto numbers = table_.feature(features[left - 1]).numbers();
      double low = numbers[rows.front()];
      double high = low;
      for (const std::uint32_t row : rows) {
        low = std::min(low, numbers[row]);
        high = std::max(high, numbers[row]);
      }
      if (!(low < high)) continue;
      ++seen;
      // Below the largest value, so that both sides have rows.
      double threshold = low + (high - low) * stream.uniform();
      if (!(threshold < high)) threshold = low;
      const Split split{features[left - 1], threshold, gain(rows, numbers, threshold)};
      if (split.gain > best.gain) best = split;
    }
    return best;
  }

  /// n g - n_l g_l - n_r g_r with g = 1 - sum[c] p_c^2, at least 0.
  double gain(Rows rows, std::span<const double> numbers, double threshold) const {
    std::vector<double> sides[2];
    double sizes[2] = {0, 0};
    for (auto& side : sides)
      side.resize(table_.classes());
    for (const std::uint32_t row : rows) {
      const std::size_t side = numbers[row] <= threshold ? 0 : 1;
      sides[side][table_.target().code(row)] += 1;
      sizes[side] += 1;
    }
    double all = 0;
    double apart = 0;
    for (std::size_t c = 0; c < table_.classes(); ++c) {
      const double both = sides[0][c] + sides[1][c];
      all += both * both / (sizes[0] + sizes[1]);
      apart += sides[0][c] * sides[0][c] / sizes[0] + sides[1][c] * sides[1][c] / sizes[1];
    }
    return std::max(0.0, apart - all);
  }

  const Table& table_;
  std::size_t tried_;
  std::vector<double> importances_;
};

}  // namespace pith::papers
