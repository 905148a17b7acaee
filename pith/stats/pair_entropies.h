// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pith/base/keyed_hash.h"
#include "pith/data/column.h"
#include "pith/stats/chance.h"
#include "pith/stats/code_panel.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/group_counter.h"

namespace pith {
inline namespace stats {

/// The information, in nats, that is expected of a feature x which is independent of s, of s given
/// the target y, or of y given s (see stats/pair_chances.h); 0 where it was not asked for.
struct PairChance {
  double redundancy = 0;              ///< of I(x;s)
  double conditional_redundancy = 0;  ///< of I(x;s|y)
  double conditional_relevance = 0;   ///< of I(x;y|s)
};

/// Entropies of two features x and s, and of their joint distribution with the target y.
struct PairEntropies {
  double x = 0;    ///< H(x), nats
  double s = 0;    ///< H(s), nats
  double xs = 0;   ///< H(x,s), nats
  double xsy = 0;  ///< H(x,s,y), nats; H(x,s) if the panel has no target
  PairChance chance = {};
};

/// Numbers keys 0, 1, ... in the order of their first occurrence. Keys that were chosen to collide
/// do not make it slow.
class KeyNumbers {
 public:
  /// Removes all keys and makes room for `max_keys`.
  void reset(std::size_t max_keys);
  /// The number of a key, which must not be 2^64 - 1.
  std::uint32_t number(std::uint64_t key);
  std::size_t size() const { return size_; }
  /// Calls visit(key, number) for every key, in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot] != no_key) visit(keys_[slot], numbers_[slot]);
    }
  }

 private:
  static constexpr std::uint64_t no_key = std::numeric_limits<std::uint64_t>::max();

  std::size_t slot_of(std::uint64_t key) const;
  void set_key();

  std::vector<std::uint64_t> keys_;  // open addressing, at most half full
  std::vector<std::uint32_t> numbers_;
  unsigned shift_ = 0;
  std::uint32_t size_ = 0;
  FloodGuard guard_;
  std::optional<HashKey> key_;  // none: a public hash
};

/// Counts pairs of features with the kernel that suits their numbers of levels. Counts and their
/// logarithms are integers, so the order does not matter; weights are summed in the order of the
/// rows. The bits are therefore the same on any number of threads. Use one object per thread: it
/// owns the tables.
class PairCounter {
 public:
  /// `logs` must be for panel.rows(); if they are corrected, so are the entropies. Neither argument
  /// is owned; both must outlive this object.
  PairCounter(const CodePanel& panel, const CountLogs& logs);

  /// Fastest if many consecutive calls have the same s.
  PairEntropies count(Feature x, Feature s);
  /// The same for each of `xs`, which is faster where they have many levels.
  void count_all(std::span<const Feature> xs, Feature s, PairEntropies* out);
  /// Rows that are sorted already are not sorted again by count_all() with this feature.
  void set_order(std::shared_ptr<const PivotOrder> order) { groups_.set_order(std::move(order)); }
  /// H(x), as in count().
  double entropy(Feature feature) const;
  /// The sum of the values of `table`, whose strata are the levels of s, over the pairs of levels
  /// that the last call of count(x, s) has counted.
  std::int64_t chance_within(Feature x, Feature s, const ChanceTable& table) const;
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
  GroupCounter groups_;
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
  std::vector<PairEntropies> many_;
  std::vector<std::uint32_t> touched_;  // pairs of the segment
};

}  // namespace stats
}  // namespace pith
