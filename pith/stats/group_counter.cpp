// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/group_counter.h"

#include <algorithm>
#include <array>
#include <functional>
#include <variant>

#include "pith/base/assert.h"

namespace pith {
inline namespace stats {

template <class Sums>
void GroupCounter::add_logs(const std::vector<std::uint32_t>& counts, Sums& sums) const {
  const std::int64_t* const logs = logs_.data();
  for (std::size_t cell = 0; cell < counts.size(); cell += group_size) {
    for (std::size_t i = 0; i < group_size; ++i)
      sums[i] += logs[counts[cell + i]];
  }
}

void GroupCounter::count(std::span<const Feature> xs, Feature s, PairLogSums* out) {
  PITH_ASSERT(!xs.empty() && xs.size() <= group_size);
  if (!order_ || order_->feature() != s) order_ = std::make_shared<PivotOrder>(panel_, s);
  std::array<const std::uint8_t*, group_size> codes;
  FeatureGroup group;
  for (std::size_t i = 0; i < group_size; ++i) {
    const Feature x = xs[std::min(i, xs.size() - 1)];
    codes[i] = std::get<std::span<const std::uint8_t>>(panel_.codes(x)).data();
    group.levels = std::max(group.levels, group_levels(panel_.levels(x)));
  }
  room_.resize(group_room(std::min(panel_.rows(), max_group_rows)));
  counts_.assign(group.levels * panel_.levels(s) * group_size, 0);
  const bool has_many = panel_.segments() > 1;
  if (has_many) totals_.assign(counts_.size(), 0);
  std::array<std::int64_t, group_size> xsy = {};
  const auto end_segment = [&] {
    add_logs(counts_, xsy);
    if (!has_many) return;
    std::transform(totals_.begin(), totals_.end(), counts_.begin(), totals_.begin(), std::plus<>());
    std::fill(counts_.begin(), counts_.end(), 0U);
  };
  for (std::size_t i = 0; i < order_->parts(); ++i) {
    const PivotOrder::Part part = order_->part(i);
    std::transform(codes.begin(), codes.end(), group.codes.begin(),
                   [&](const std::uint8_t* all) { return all + part.begin; });
    group_counts(group, part.order, room_.data(), counts_.data());
    if (i + 1 == order_->parts() || order_->part(i + 1).segment != part.segment) end_segment();
  }
  std::array<std::int64_t, group_size> xs_sums = {};
  if (has_many) add_logs(totals_, xs_sums);
  for (std::size_t i = 0; i < xs.size(); ++i)
    out[i] = {.xs = has_many ? xs_sums[i] : xsy[i], .xsy = xsy[i]};
}

}  // namespace stats
}  // namespace pith
