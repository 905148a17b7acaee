// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/value_index.h"

#include <cmath>
#include <limits>

namespace pith {
inline namespace stats {

ValueIndex::ValueIndex(std::span<const double> values) {
  constexpr std::size_t few = 64;
  if (values.size() <= few || values.size() > std::numeric_limits<std::uint32_t>::max()) return;
  const double scale = static_cast<double>(values.size()) / (values.back() - values.front());
  if (!std::isfinite(scale) || scale == 0) return;
  origin_ = values.front();
  scale_ = scale;
  last_ = static_cast<double>(values.size() - 1);
  starts_.resize(values.size() + 1);
  std::size_t next = 0;  // the first cell without a start
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const std::size_t cell = cell_of(values[i]); next <= cell; ++next)
      starts_[next] = static_cast<std::uint32_t>(i);
  }
  for (; next < starts_.size(); ++next)
    starts_[next] = static_cast<std::uint32_t>(values.size());
}

}  // namespace stats
}  // namespace pith
