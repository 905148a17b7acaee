// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pith/stats/count_kernels.h"

namespace pith {
inline namespace stats {

/// The sums of c log c, in the unit of CountLogs, of the joint counts of two features x and s.
struct PairLogSums {
  std::int64_t xs = 0;   ///< over all rows
  std::int64_t xsy = 0;  ///< within each segment of rows, summed
};

/// Two features of two or three levels. `ends` are those of the segments in words of a plane, as in
/// plane_counts(); the margins are those of each segment, one after the other. `totals` receives
/// the joint counts over all rows, [level of x * levels of s + level of s]. For few words, where
/// the overhead of plane_counts() would exceed the counting itself.
PairLogSums pair_log_sums(const SmallFeature& x, const SmallFeature& s,
                          std::span<const std::size_t> ends, const std::int64_t* logs,
                          std::uint32_t* totals);

}  // namespace stats
}  // namespace pith
