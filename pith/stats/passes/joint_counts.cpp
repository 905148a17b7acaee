// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/joint_counts.h"

#include <algorithm>

namespace pith {
inline namespace stats {

void JointCounts::set(std::span<const std::uint64_t> table, std::size_t segments) {
  const std::size_t cells = table.size() / segments;
  totals_.assign(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(cells));
  std::int64_t by_segment = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    by_segment += logs_.of(table[i]);
    if (i >= cells) totals_[i % cells] += table[i];
  }
  xsy_ = logs_.entropy(by_segment);
  xs_ = xsy_;
  if (segments == 1) return;
  std::int64_t sum = 0;
  for (const std::uint64_t total : totals_)
    sum += logs_.of(total);
  xs_ = logs_.entropy(sum);
}

std::int64_t JointCounts::within_s(const ChanceTable& chances) const {
  const std::size_t t = chances.strata();
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < totals_.size(); ++i)
    sum += chances(i % t, totals_[i]);
  return sum;
}

std::int64_t JointCounts::within_x(const ChanceTable& chances) const {
  const std::size_t t = totals_.size() / chances.strata();
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < totals_.size(); ++i)
    sum += chances(i / t, totals_[i]);
  return sum;
}

}  // namespace stats
}  // namespace pith
