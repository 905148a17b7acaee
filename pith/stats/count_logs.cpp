// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/count_logs.h"

namespace pith {
inline namespace stats {

double plug_in_entropy(std::span<const double> counts) {
  double n = 0;
  double sum = 0;
  for (const double c : counts) {
    n += c;
    sum += count_log(c);
  }
  return n > 0 ? std::max(0.0, std::log(n) - sum / n) : 0.0;
}

CountLogs::CountLogs(std::size_t n) : logs_(n + 1) {
  const double largest = std::max(1.0, count_log(static_cast<double>(n)));
  const int shift = 62 - (std::ilogb(largest) + 1);
  for (std::size_t c = 0; c <= n; ++c) {
    logs_[c] = std::llround(std::ldexp(count_log(static_cast<double>(c)), shift));
  }
  nats_ = std::ldexp(1.0, -shift) / static_cast<double>(std::max<std::size_t>(n, 1));
}

}  // namespace stats
}  // namespace pith
