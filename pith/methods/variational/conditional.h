// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/counts.h"

namespace pith {

/// p(x|c) = n(x,c) / n(c): levels x classes, all classes of the first level first. No smoothing; a
/// class without rows gives 1.
std::vector<double> conditional(const Counts& counts);

/// p(x|s,c) = n(x,s,c) / n(s,c) of any feature x, given one feature s and the class c. No
/// smoothing: what was never seen has probability 0, and where (s,c) itself was never seen the
/// probability is 1, for nothing contradicts anything there. Keeps a reference to the weights.
class Condition {
 public:
  /// Codes without gaps; `weights` is empty or one positive weight per row.
  Condition(const Column& s, const Column& target, std::span<const double> weights);

  /// Room for one call after the other.
  struct Scratch {
    std::vector<std::uint64_t> keys;    // the distinct pairs (x,s), where they are numbered by rank
    std::vector<std::uint32_t> joints;  // of each row: the number of its pair
    std::vector<double> cells;          // pairs x classes: counts, then logarithms
  };

  /// sums[i * classes + c] += log p(x_i | s_i, c) for the rows i of `rows`; minus infinity where
  /// x_i was never seen with s_i in class c, which is never i's own class.
  void add_logs(const Column& x, std::span<const std::uint32_t> rows, std::span<double> sums,
                Scratch& scratch) const;

 private:
  template <class Code>
  std::size_t number_pairs(std::span<const Code> x, std::size_t levels, Scratch& scratch) const;
  void take_logs(std::size_t pairs, bool is_ranked, Scratch& scratch) const;
  double log_of(double count) const;

  std::size_t classes_ = 0;
  std::size_t levels_ = 0;             // of s
  std::vector<std::uint32_t> s_;       // of each row
  std::vector<std::uint32_t> target_;  // of each row
  std::span<const double> weights_;    // empty: 1
  std::vector<double> log_counts_;     // levels x classes; minus infinity where there is no row
  std::vector<double> whole_logs_;     // log 0, log 1, ... for whole counts
};

}  // namespace pith
