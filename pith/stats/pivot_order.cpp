// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/pivot_order.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <variant>

namespace pith {
inline namespace stats {

PivotOrder::PivotOrder(const CodePanel& panel, Feature s)
    : feature_(s), levels_(panel.levels(s)), rows_(panel.rows()) {
  const auto codes = std::get<std::span<const std::uint8_t>>(panel.codes(s));
  std::vector<std::uint32_t> next(levels_ + 1);
  std::size_t begin = 0;
  for (std::size_t segment = 0; segment < panel.segments(); ++segment) {
    while (begin < panel.row_ends()[segment]) {
      const auto here =
          codes.subspan(begin, std::min(panel.row_ends()[segment] - begin, max_group_rows));
      std::fill(next.begin(), next.end(), 0U);
      for (const std::uint8_t code : here)
        ++next[code + 1U];
      std::partial_sum(next.begin(), next.end(), next.begin());
      ends_.insert(ends_.end(), next.begin() + 1, next.end());
      for (std::size_t row = 0; row < here.size(); ++row)
        rows_[begin + next[here[row]]++] = static_cast<std::uint16_t>(row);
      begins_.push_back(begin);
      segments_.push_back(segment);
      begin += here.size();
    }
  }
}

PivotOrder::Part PivotOrder::part(std::size_t i) const {
  const auto ends = std::span(ends_).subspan(i * levels_, levels_);
  return {.segment = segments_[i],
          .begin = begins_[i],
          .order = {.rows = std::span(rows_).subspan(begins_[i], ends.back()), .ends = ends}};
}

}  // namespace stats
}  // namespace pith
