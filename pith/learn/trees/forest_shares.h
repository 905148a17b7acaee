// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "pith/base/parallel.h"
#include "pith/base/random.h"
#include "pith/learn/trees/gini_trees.h"

// What forests of random trees share. Nothing else includes this.
namespace pith {

/// Random numbers for one node (SplitMix64), fast, from a start that depends on seed, tree and
/// node.
class NodeRandom {
 public:
  explicit NodeRandom(std::uint64_t start) : state_(start) {}

  std::size_t below(std::size_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>((Wide{next()} * n) >> 64U);
  }
  double uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  std::uint64_t state_;
};

/// Makes the sum 1, unless it is 0.
inline void normalise(std::span<double> shares) {
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  if (!(sum > 0)) return;
  for (double& share : shares)
    share /= sum;
}

/// What a forest is grown from.
struct ForestSize {
  std::size_t features = 0;
  std::uint64_t grower_bytes = 0;  ///< of one tree while it grows
};

/// Grows all trees, and adds up the shares of each in order. `grow(random, gains)` adds the gain of
/// every split of one tree to its feature, and returns the number of splits.
template <class Grow>
GiniImportances mean_shares(const ForestSize& size, const GiniTreeOptions& options, Work& work,
                            const Context& context, const Grow& grow) {
  // Trees whose importances are in memory at the same time, before they are added in order.
  constexpr std::size_t trees_per_batch = 64;
  const std::uint64_t at_once = std::min(options.trees, trees_per_batch);
  const std::uint64_t growers = std::min<std::uint64_t>(context.thread_count(), at_once);
  const Reservation held = context.reserve(
      sizeof(double) * size.features * (at_once + 2) + growers * size.grower_bytes,
      "growing " + std::to_string(at_once) + " trees", "select from fewer features");
  GiniImportances found{.importances = std::vector<double>(size.features)};
  std::vector<double> gains(at_once * size.features);
  std::vector<std::size_t> splits(trees_per_batch);
  std::size_t all_splits = 0;
  for (std::size_t first = 0; first < options.trees; first += trees_per_batch) {
    const std::size_t batch = std::min(trees_per_batch, options.trees - first);
    std::fill(gains.begin(), gains.end(), 0.0);
    parallel_blocks(context, batch, 1, [&](std::size_t tree, std::size_t) {
      const auto own = std::span(gains).subspan(tree * size.features, size.features);
      splits[tree] = grow(Random(options.seed, first + tree), own);
      normalise(own);
      work.add(1);
    });
    for (std::size_t tree = 0; tree < batch; ++tree) {
      all_splits += splits[tree];
      for (std::size_t f = 0; f < size.features; ++f)
        found.importances[f] += gains[tree * size.features + f];
    }
  }
  normalise(found.importances);
  found.splits = static_cast<double>(all_splits) / static_cast<double>(options.trees);
  return found;
}

}  // namespace pith
