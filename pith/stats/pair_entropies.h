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
inline namespace stats {

/// Entropies of two features x and s, and of their joint distribution with the target y.
struct PairEntropies {
  double x = 0;    ///< H(x), nats
  double s = 0;    ///< H(s), nats
  double xs = 0;   ///< H(x,s), nats
  double xsy = 0;  ///< H(x,s,y), nats; H(x,s) if the panel has no target
};

/// Numbers keys 0, 1, ... in the order of their first occurrence.
class KeyNumbers {
 public:
  /// Removes all keys and makes room for `max_keys`.
  void reset(std::size_t max_keys);
  /// The number of a key, which must not be 2^64 - 1.
  std::uint32_t number(std::uint64_t key);
  std::size_t size() const { return size_; }

 private:
  std::vector<std::uint64_t> keys_;  // open addressing, at most half full
  std::vector<std::uint32_t> numbers_;
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
};

/// Counts pairs of features with the kernel that suits their numbers of levels. Counts and their
/// logarithms are integers, so the order does not matter; weights are summed in the order of the
/// rows. The bits are therefore the same on any number of threads. Use one object per thread: it
/// owns the tables.
class PairCounter {
 public:
  /// `logs` must be for panel.rows(). Neither argument is owned; both must outlive this object.
  PairCounter(const CodePanel& panel, const CountLogs& logs);

  /// Fastest if many consecutive calls have the same s.
  PairEntropies count(Feature x, Feature s);
  /// H(x,s) for each of `xs`, with the same bits as count(). Only for a panel without a target.
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

}  // namespace stats
}  // namespace pith
