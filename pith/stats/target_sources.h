// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "pith/data/table.h"
#include "pith/stats/source.h"

namespace pith {
inline namespace stats {

/// How many targets a source has: 1 where there are no rows, or no target.
std::size_t target_count(const Source& source);

/// Statistics with one of several targets alone. The source, which must have rows, must outlive it.
class OneTarget {
 public:
  OneTarget(const Source& source, std::size_t target)
      : table_(source.table()->with_target(target)), source_(table_) {}
  OneTarget(const OneTarget&) = delete;
  OneTarget& operator=(const OneTarget&) = delete;

  const Source& source() const { return source_; }

 private:
  Table table_;
  TableSource source_;
};

}  // namespace stats
}  // namespace pith
