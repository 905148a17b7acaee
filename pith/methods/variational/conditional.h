// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/counts.h"

namespace pith {
inline namespace families {

/// p(x|c) = n(x,c) / n(c) as a matrix of levels x classes, row-major. No smoothing; 1 for a class
/// without rows.
std::vector<double> conditional(const Counts& counts);

/// p(x|s,c) = n(x,s,c) / n(s,c) of any feature x, given one feature s and the class c. No
/// smoothing: an unseen combination has probability 0, and if (s,c) itself is unseen the
/// probability is 1. Keeps a reference to the weights.
class Condition {
 public:
  /// Categorical columns without missing values; `weights` is empty or has a positive weight per
  /// row.
  Condition(const Column& s, const Column& target, std::span<const double> weights);

  /// Buffers that calls reuse.
  struct Scratch {
    std::vector<std::uint64_t> keys;    // the distinct pairs (x,s), if they are numbered by rank
    std::vector<std::uint32_t> joints;  // for each row: the number of its pair
    std::vector<double> cells;          // pairs x classes: counts, then logarithms
  };

  /// sums[i * classes + c] += log p(x_i | s_i, c) for the rows i of `rows`; minus infinity if
  /// x_i never occurs with s_i in class c, which cannot be i's own class.
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
  std::vector<double> log_counts_;     // levels x classes; minus infinity for no row
  std::vector<double> whole_logs_;     // log 0, log 1, ... for integer counts
};

}  // namespace families
}  // namespace pith
