// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/target_sources.h"

#include <algorithm>

namespace pith {
inline namespace stats {

std::size_t target_count(const Source& source) {
  return source.table() == nullptr ? 1 : std::max<std::size_t>(1, source.table()->targets());
}

}  // namespace stats
}  // namespace pith
