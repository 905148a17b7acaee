// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/data/column.h"
#include "pith/stats/code_panel.h"
#include "pith/stats/count_logs.h"

namespace pith {

/// What the joint distribution of two features x and s, and of these with the target y, comes to.
struct PairEntropies {
  double x = 0;    ///< H(x), nats
  double s = 0;    ///< H(s), nats
  double xs = 0;   ///< H(x,s), nats
  double xsy = 0;  ///< H(x,s,y), nats; H(x,s) where the panel has no target
};

/// Numbers the keys that it is given 0, 1, ... in the order in which they first come.
class KeyNumbers {
 public:
  /// Forgets everything and makes room for `most` keys.
  void reset(std::size_t most);
  /// Any key but 2^64 - 1.
  std::uint32_t number(std::uint64_t key);
  std::size_t size() const { return size_; }

 private:
  std::vector<std::uint64_t> keys_;  // open addressing, at most half full
  std::vector<std::uint32_t> numbers_;
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
};

/// Counts pairs of features, with the kernel that suits their numbers of levels. Counts are
/// integers, and so are their logarithms, so that the order cannot matter; weights are added up in
/// the order of the rows: the same bits on any number of threads. One object per thread: it owns
/// the tables.
class PairCounter {
 public:
  /// `logs` are for panel.rows().
  PairCounter(const CodePanel& panel, const CountLogs& logs);

  /// Quickest when many x follow each other with the same s.
  PairEntropies count(Feature x, Feature s);
  /// H(x,s) for each of some x, the same bits as count() gives. Only for a panel without target.
  void joint_entropies(Feature s, std::span<const Feature> xs, double* out);

 private:
  struct Joint {
    double xs = 0;
    double xsy = 0;
  };

  bool is_small(Feature feature) const;
  SmallFeature small(Feature feature) const;
  Joint count_planes(Feature x, Feature s);
  Joint count_bytes(Feature x, Feature s);
  template <class Count>
  Joint count_cells(Feature x, Feature s);
  template <class Count>
  Joint count_hashed(Feature x, Feature s);

  const CodePanel& panel_;
  const CountLogs& logs_;
  std::vector<std::uint32_t> plane_counts_;
  std::vector<std::uint32_t> counts_;  // of a segment
  std::vector<std::uint32_t> totals_;
  std::vector<double> weighted_counts_;
  std::vector<double> weighted_totals_;
  std::vector<std::uint8_t> scaled_;  // codes of scaled_feature_ times scale_
  Feature scaled_feature_ = 0;
  std::size_t scale_ = 0;
  KeyNumbers numbers_;
  std::vector<SmallFeature> small_;
  std::vector<std::int64_t> log_sums_;
  std::vector<std::uint32_t> touched_;  // pairs of the segment
};

}  // namespace pith
