// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/count_logs.h"

#include <numeric>

#include "pith/base/elementary.h"

namespace pith {
inline namespace stats {

double plug_in_entropy(std::span<const double> counts) {
  double n = 0;
  double sum = 0;
  for (const double c : counts) {
    n += c;
    sum += count_log(c);
  }
  return n > 0 ? std::max(0.0, portable::log(n) - sum / n) : 0.0;
}

double corrected_entropy(std::span<const double> counts, Correction correction) {
  const double plain = plug_in_entropy(counts);
  if (correction != Correction::miller_madow) return plain;
  const double n = std::accumulate(counts.begin(), counts.end(), 0.0);
  const auto occupied = std::count_if(counts.begin(), counts.end(), [](double c) { return c > 0; });
  return n > 0 ? plain + static_cast<double>(occupied - 1) / (2 * n) : 0.0;
}

CountLogScale::CountLogScale(std::uint64_t n, Correction correction)
    : per_cell_(correction == Correction::miller_madow ? 0.5 : 0.0) {
  const double largest = std::max(1.0, count_log(static_cast<double>(n)));
  shift_ = 62 - (std::ilogb(largest) + 1);
  part_ = std::llround(std::ldexp(per_cell_, shift_));
  all_ = log(n);
  nats_ = std::ldexp(1.0, -shift_) / static_cast<double>(std::max<std::uint64_t>(n, 1));
}

CountLogs::CountLogs(std::uint64_t n, Correction correction, std::size_t max_count)
    : scale_(n, correction), logs_(std::min<std::uint64_t>(n, max_count) + 1) {
  for (std::size_t c = 0; c < logs_.size(); ++c)
    logs_[c] = scale_.log(c);
}

}  // namespace stats
}  // namespace pith
