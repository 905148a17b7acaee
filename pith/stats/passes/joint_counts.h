// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pith/stats/chance.h"
#include "pith/stats/count_logs.h"

namespace pith {
inline namespace stats {

/// Entropies of a pair of features from its table, with the bits of PairCounter. Use one object per
/// thread.
class JointCounts {
 public:
  explicit JointCounts(const CountLogs& logs) : logs_(logs) {}

  /// The cells of x times s in each of some segments, as PairTablesState::table() has them.
  void set(std::span<const std::uint64_t> table, std::size_t segments);
  /// H(x,s), and H(x,s) together with the segments.
  double xs() const { return xs_; }
  double xsy() const { return xsy_; }
  /// The sum of the values of `chances` over all cells; its strata are the levels of s, or of x.
  std::int64_t within_s(const ChanceTable& chances) const;
  std::int64_t within_x(const ChanceTable& chances) const;

 private:
  const CountLogs& logs_;
  std::vector<std::uint64_t> totals_;  // over the segments
  double xs_ = 0;
  double xsy_ = 0;
};

}  // namespace stats
}  // namespace pith
