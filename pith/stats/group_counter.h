// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "pith/stats/code_panel.h"
#include "pith/stats/count_logs.h"
#include "pith/stats/pivot_order.h"
#include "pith/stats/small_pairs.h"

namespace pith {
inline namespace stats {

/// Counts many features against one, sixteen at a time, where CodePanel::is_grouped(). Use one
/// object per thread: it owns the tables.
class GroupCounter {
 public:
  /// `logs` must be for panel.rows(). Neither argument is owned; both must outlive this object.
  GroupCounter(const CodePanel& panel, const CountLogs& logs) : panel_(panel), logs_(logs) {}

  /// Rows that are sorted already are not sorted again by count() with this feature.
  void set_order(std::shared_ptr<const PivotOrder> order) { order_ = std::move(order); }
  /// The sums for each of xs, of which there are at most group_size, and s.
  void count(std::span<const Feature> xs, Feature s, PairLogSums* out);

 private:
  template <class Sums>
  void add_logs(const std::vector<std::uint32_t>& counts, Sums& sums) const;

  const CodePanel& panel_;
  const CountLogs& logs_;
  std::shared_ptr<const PivotOrder> order_;
  std::vector<std::uint8_t> room_;
  std::vector<std::uint32_t> counts_;  // of a segment
  std::vector<std::uint32_t> totals_;
};

}  // namespace stats
}  // namespace pith
