// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ctime>

namespace pith {

/// The CPU time of this thread so far.
inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// The least CPU time of three calls.
template <class Work>
double least_cpu_time(Work work) {
  double least = 1e9;
  for (int turn = 0; turn < 3; ++turn) {
    const double start = cpu_seconds();
    work();
    least = std::min(least, cpu_seconds() - start);
  }
  return least;
}

}  // namespace pith
