// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/small_pairs.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "pith/stats/small_pairs.cpp"  // Highway compiles this file once per instruction set
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pith {
inline namespace stats {
namespace HWY_NAMESPACE {

/// A and B planes of x and s, so that there are (A + 1) x (B + 1) joint counts; the last row and
/// column follow from the margins.
template <std::size_t A, std::size_t B>
PairLogSums sums_of(const SmallFeature& x, const SmallFeature& s, std::span<const std::size_t> ends,
                    const std::int64_t* logs, std::uint32_t* totals) {
  const std::size_t stride = ends.back();
  const std::uint32_t* x_margin = x.margins;
  const std::uint32_t* s_margin = s.margins;
  std::uint32_t all[A + 1][B + 1] = {};
  PairLogSums sums;
  std::size_t word = 0;
  for (const std::size_t end : ends) {
    std::uint32_t here[A + 1][B + 1] = {};
    for (; word < end; ++word) {
      for (std::size_t a = 0; a < A; ++a) {
        for (std::size_t b = 0; b < B; ++b) {
          here[a][b] += static_cast<std::uint32_t>(
              __builtin_popcountll(x.words[a * stride + word] & s.words[b * stride + word]));
        }
      }
    }
    for (std::size_t a = 0; a < A; ++a) {
      here[a][B] = x_margin[a];
      for (std::size_t b = 0; b < B; ++b)
        here[a][B] -= here[a][b];
    }
    for (std::size_t b = 0; b <= B; ++b) {
      here[A][b] = s_margin[b];
      for (std::size_t a = 0; a < A; ++a)
        here[A][b] -= here[a][b];
    }
    for (std::size_t a = 0; a <= A; ++a) {
      for (std::size_t b = 0; b <= B; ++b) {
        sums.xsy += logs[here[a][b]];
        all[a][b] += here[a][b];
      }
    }
    x_margin += A + 1;
    s_margin += B + 1;
  }
  for (std::size_t a = 0; a <= A; ++a) {
    for (std::size_t b = 0; b <= B; ++b) {
      totals[a * (B + 1) + b] = all[a][b];
      sums.xs += logs[all[a][b]];
    }
  }
  return sums;
}

PairLogSums pair_log_sums(const SmallFeature& x, const SmallFeature& s,
                          std::span<const std::size_t> ends, const std::int64_t* logs,
                          std::uint32_t* totals) {
  if (x.planes == 2) {
    return s.planes == 2 ? sums_of<2, 2>(x, s, ends, logs, totals)
                         : sums_of<2, 1>(x, s, ends, logs, totals);
  }
  return s.planes == 2 ? sums_of<1, 2>(x, s, ends, logs, totals)
                       : sums_of<1, 1>(x, s, ends, logs, totals);
}

}  // namespace HWY_NAMESPACE
}  // namespace stats
}  // namespace pith
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pith {
inline namespace stats {
HWY_EXPORT(pair_log_sums);

PairLogSums pair_log_sums(const SmallFeature& x, const SmallFeature& s,
                          std::span<const std::size_t> ends, const std::int64_t* logs,
                          std::uint32_t* totals) {
  return HWY_DYNAMIC_DISPATCH(pair_log_sums)(x, s, ends, logs, totals);
}
}  // namespace stats
}  // namespace pith
#endif
